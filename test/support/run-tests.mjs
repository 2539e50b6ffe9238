// Runs tap. On a pipe its reporter would move the cursor: there the last line has the figures in its place.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const args = process.argv.slice(2)
const isScreen = process.stdout.isTTY === true
const isChosen = args.some((arg) => arg.startsWith('--reporter'))
const reporter = isScreen || isChosen ? [] : ['--reporter=tap']
const tap = spawn('tap', [...reporter, ...args], {
  stdio: ['inherit', isScreen ? 'inherit' : 'pipe', 'inherit'],
  shell: process.platform === 'win32'
})
tap.on('close', (code) => {
  process.exitCode = code ?? 1
})

if (!isScreen) {
  const PASSED = /^ +(?:ok|# (?:Subtest|time)|1\.\.|$)/
  let totals = ''
  // tap prints a table of what lacks alone.
  let coverage = '100 %'
  for await (const line of createInterface({ input: tap.stdout })) {
    if (isChosen || !PASSED.test(line)) console.log(line)
    if (line.startsWith('# { total:')) totals = line
    if (line === '# No coverage generated') coverage = 'none'
    if (line.startsWith('All files')) coverage = `${Math.min(...line.match(/[\d.]+/g).map(Number))} %`
  }
  const count = (name) => new RegExp(`${name}: (\\d+)`).exec(totals)?.[1] ?? 0
  console.log(`${count('pass')} passed, ${count('fail')} failed, coverage ${coverage}`)
}
