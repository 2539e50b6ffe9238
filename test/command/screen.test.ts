/** What the command prints in a terminal. */

import t from 'tap'
import { Writable } from 'node:stream'
import { runCommand } from '../../lib/command/command.js'
import { fitText } from '../../lib/command/screen.js'
import { TREES } from '../support/command.js'

interface Terminal {
  isTTY?: boolean
  columns?: number
  hasColors?: () => boolean
}

async function print (args: readonly string[], terminal: Terminal): Promise<string> {
  let written = ''
  const stdout = Object.assign(
    new Writable({
      write (chunk, _encoding, done) {
        written += String(chunk)
        done()
      }
    }),
    terminal
  )
  await runCommand(args, { cwd: TREES, stdout, stderr: process.stderr })
  return written
}

const NARROW = { isTTY: true, columns: 40 }
const ROUTES = ['routes', 'named.ts']

t.test('the last column hangs in lines of the width, which break at spaces', (t) => {
  for (const [columns, text, fitted] of [
    [80, "posts GET /posts { controller: 'posts' }", ["posts GET /posts { controller: 'posts' }"]],
    [30, "posts GET /posts { controller: 'posts' }", ['posts GET /posts', "       { controller: 'posts' }"]],
    [
      40,
      "posts GET /posts { controller: 'posts', action: 'index' }",
      ["posts GET /posts { controller: 'posts',", "                 action: 'index' }"]
    ],
    [
      30,
      'hooks      | onRequest: requireUser, requireAdmin',
      ['hooks      | onRequest:', '             requireUser,', '             requireAdmin']
    ],
    [
      40,
      '  --style STYLE    how to print all of them',
      ['  --style STYLE    how to print all of', '                   them']
    ],
    [30, '  --style STYLE    how to print them', ['  --style STYLE', '       how to print them']],
    [20, '  GET /a (posts#index): it answers GET', ['  GET /a', '    (posts#index):', '    it answers GET']],
    [10, `/${'a'.repeat(20)} b`, [`/${'a'.repeat(20)}`, '  b']],
    [10, `a ${'b'.repeat(20)}`, ['a', `  ${'b'.repeat(20)}`]],
    [10, 'b'.repeat(20), ['b'.repeat(20)]],
    [Infinity, 'b c '.repeat(99), ['b c '.repeat(99)]]
  ] as Array<[number, string, string[]]>) {
    t.strictSame(fitText(text, { columns, hasColors: false }).split('\n'), fitted, `${columns}: ${text}`)
  }
  t.end()
})

t.test('methods and headings have colors', (t) => {
  for (const [text, painted] of [
    ['posts GET /GET', 'posts \u001b[32mGET\u001b[0m /GET'],
    ['PUT, PATCH /a', '\u001b[36mPUT\u001b[0m, \u001b[36mPATCH\u001b[0m /a'],
    ['  it answers DELETE, not POST', '  it answers \u001b[31mDELETE\u001b[0m, not \u001b[33mPOST\u001b[0m'],
    ['New:', '\u001b[1mNew:\u001b[0m'],
    ['Breaks code:', '\u001b[1mBreaks code:\u001b[0m'],
    ['budgetPath', 'budgetPath']
  ] as Array<[string, string]>) { t.equal(fitText(text, { columns: 80, hasColors: true }), painted) }
  t.end()
})

t.test('a terminal gets lines of its width, and colors if it has some', async (t) => {
  const plain = await print(ROUTES, {})
  t.ok(plain.split('\n').some(({ length }) => length > 40))
  t.equal(
    await print(ROUTES, { isTTY: false, columns: 40, hasColors: () => true }),
    plain,
    'a pipe gets the text as it is'
  )
  for (const columns of [undefined, 0, 200]) {
    t.equal(await print(ROUTES, { ...NARROW, columns: columns as number }), plain, String(columns))
  }
  const narrow = await print(ROUTES, { ...NARROW, hasColors: () => false })
  t.ok(
    narrow.split('\n').every(({ length }) => length <= 40),
    narrow
  )
  t.notMatch(narrow, '\u001b')
  t.match(await print(ROUTES, { ...NARROW, hasColors: () => true }), '\u001b[32mGET\u001b[0m')
})

t.test('a terminal gets data as they are', async (t) => {
  for (const args of [
    [...ROUTES, '--style', 'json'],
    ['json', 'named.ts'],
    ['why', 'named.ts', 'GET', '/nowhere', '--json'],
    ['diff', 'named.ts', 'default.ts', '--json'],
    ['diff', 'named.ts', 'default.ts', '--format', 'github'],
    ['check', 'app.ts', '--json']
  ]) {
    t.equal(await print(args, { ...NARROW, hasColors: () => true }), await print(args, {}), args.join(' '))
  }
})

t.test('help fits too', async (t) => {
  t.ok(
    (await print(['--help'], { isTTY: true, columns: 80 })).split('\n').every(({ length }) => length <= 80)
  )
})
