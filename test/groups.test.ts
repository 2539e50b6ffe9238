/** Test files of a folder share a process; groups.slow.ts runs some. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { groupTests, listTests, missingTests } from './support/groups.js'
import { ROOT } from './support/pages.js'

t.test('each test file is in one process', async (t) => {
  const files = listTests(['test'])
  t.ok(files.includes('test/groups.test.ts') && files.length > 50)
  const grouped = [...groupTests(files).values()]
  t.strictSame(grouped.flat().sort(), files)
  t.ok(grouped.length < files.length / 4, `${grouped.length} processes`)
})

t.test('a file that says so has a process of its own', async (t) => {
  const processes = groupTests(listTests(['test'], { slow: true }))
  t.strictSame(processes.get('test/memory.slow.ts'), ['test/memory.slow.ts'])
})

t.test('a file that sets flags or the environment for all that follows has a process of its own', async (t) => {
  const shared = [...groupTests(listTests(['test'], { slow: true })).values()].filter((files) => files.length > 1).flat()
  const setsAll = /^(?:setFlagsFromString\(|process\.env\.\w+ = )/m
  t.strictSame(shared.filter((file) => setsAll.test(readFileSync(join(ROOT, file), 'utf8'))), [])
})

t.test('a file without a result, or with no assertion, is missing', async (t) => {
  const output = [
    '    1..1\nok 1 - a.test.ts # time=1ms',
    '    1..1\nnot ok 2 - b.test.ts # time=1ms',
    '    1..0\nok 3 - c.test.ts # time=1ms\n'
  ].join('\n')
  const files = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts']
  t.strictSame(missingTests(files, output), ['c.test.ts', 'd.test.ts'])
  t.strictSame(missingTests(['a.test.ts'], '# nothing'), ['a.test.ts'])
})
