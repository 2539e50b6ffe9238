/** The run of the tests fails if one of the files that share a process does not report. */

import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t from 'tap'
import { ROOT } from './support/pages.js'

const PASSES = "import t from 'tap'\nt.test('a rule', async (t) => { t.equal(1, 1) })\n"

interface Run {
  readonly code: unknown
  readonly output: string
}

/** Runs the tests of a clone that has these files, with options of tap. */
async function runFiles (files: Readonly<Record<string, string>>, ...options: string[]): Promise<Run> {
  const clone = mkdtempSync(join(tmpdir(), 'groups-'))
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
    for (const path of ['.taprc', 'package.json', 'test/support']) {
      cpSync(join(ROOT, path), join(clone, path), { recursive: true })
    }
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(clone, path)), { recursive: true })
      writeFileSync(join(clone, path), text)
    }
    // In an empty environment: tap's would make it a part of this run.
    const PATH = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH ?? ''}`
    const program = ['--import=./test/support/loader.mjs', 'test/support/run-tests.mjs', '--disable-coverage']
    const command = ['-i', `PATH=${PATH}`, process.execPath, ...program, ...options]
    return await new Promise((resolve) => {
      execFile('env', command, { cwd: clone }, (error, output) => { resolve({ code: error?.code ?? 0, output }) })
    })
  } finally {
    rmSync(clone, { recursive: true })
  }
}

t.test('files that all report pass, and each has its own tests', async (t) => {
  const { code, output } = await runFiles({
    'test/one/a.test.ts': PASSES,
    'test/one/b.test.ts': `${PASSES}t.test('another', async (t) => { t.match(t.fullname, 'b.test.ts > another') })\n`
  }, '--reporter=tap')
  t.equal(code, 0, output)
  t.match(output, /^ +ok 1 - test\/one\/a\.test\.ts/m)
  t.match(output, /^ +ok 2 - test\/one\/b\.test\.ts/m)
  t.match(output, /^3 passed, 0 failed/m)
})

t.test('the run fails if a file is left out, throws on import, or never ends', async (t) => {
  const { code, output } = await runFiles({
    'test/empty/a.test.ts': PASSES,
    'test/empty/b.test.ts': 'export {}\n',
    'test/ends/a.test.ts': "import t from 'tap'\nt.test('a', async () => { process.exit(0) })\n",
    'test/ends/b.test.ts': PASSES,
    'test/throws/a.test.ts': "throw new Error('on import')\n",
    'test/throws/b.test.ts': PASSES,
    'test/waits/a.test.ts': "import t from 'tap'\nt.test('a', async () => { await new Promise(() => {}) })\n",
    'test/waits/b.test.ts': PASSES
  })
  t.equal(code, 1)
  t.match(output, /on import/)
  const missing = [...output.matchAll(/^not ok - (.*) did not report$/gm)].map(([, file]) => file)
  t.strictSame(missing, ['test/empty/b.test.ts', 'test/ends/b.test.ts', 'test/waits/b.test.ts'], output)
})

t.test('the run fails if a file keeps its process busy for longer than it may', async (t) => {
  const { code, output } = await runFiles({
    'test/waits/a.test.ts': `${PASSES}t.test('a', async () => { await new Promise(() => setInterval(() => {}, 1000)) })\n`,
    'test/waits/b.test.ts': PASSES
  }, '--timeout=8')
  t.equal(code, 1)
  t.match(output, /timeout!/)
})
