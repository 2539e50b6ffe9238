// Runs test files by tap, those of a folder in one process: all of test/, or the files and folders that it
// is called with. `--slow` takes the slow ones too. A file that did not report makes the run fail.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { groupTests, listTests, missingTests } from './groups.js'

const FOLDER = 'test/types/generated/groups'
/** tap writes there what each process reports. */
const RESULTS = '.tap/test-results'

const args = process.argv.slice(2)
const slow = args.includes('--slow')
const options = args.filter((arg) => arg.startsWith('-') && arg !== '--slow')
const paths = args.filter((arg) => !arg.startsWith('-'))
const files = listTests(paths.length > 0 ? paths : ['test'], { slow })

// tap runs files: a group is one that runs those of its folder.
for (const folder of [FOLDER, RESULTS]) rmSync(folder, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const processes = new Map([...groupTests(files)].map(([name, group]) => {
  if (group.length === 1) return [group[0], group]
  const file = `${FOLDER}/${name.replaceAll('/', '-')}.mjs`
  writeFileSync(file, `import { runGroup } from '../../../support/group.mjs'\n\nrunGroup(${JSON.stringify(group)})\n`)
  return [file, group]
}))

// On a pipe tap's reporter would move the cursor: there the last line has the figures in its place.
const isScreen = process.stdout.isTTY === true
const isChosen = options.some((option) => option.startsWith('--reporter'))
const reporter = isScreen || isChosen ? [] : ['--reporter=tap']
// tap by itself leaves all cores idle but one.
const jobs = `--jobs=${availableParallelism()}`
const tap = spawn('tap', [...reporter, jobs, ...options, ...processes.keys()], {
  stdio: ['inherit', isScreen ? 'inherit' : 'pipe', 'inherit'],
  shell: process.platform === 'win32'
})
tap.on('close', (code) => {
  const missing = [...processes].flatMap(([path, group]) => {
    const results = `${RESULTS}/${path}.tap`
    return missingTests(group, existsSync(results) ? readFileSync(results, 'utf8') : '')
  })
  for (const file of missing) console.log(`not ok - ${file} did not report`)
  process.exitCode = missing.length > 0 ? 1 : code ?? 1
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
