/** What types say of declarations, compared with the run time, by the built package as an app sees it. */

import type { Test } from 'tap'
import { readFileSync, writeFileSync } from 'node:fs'
import { compile, writeSource } from './compilers.js'
import type { Compiler } from './compilers.js'
import { declarationSource } from '../types/declaration-source.js'
import { inflectionSource } from '../types/inflection-source.js'

const some = declarationSource({ every: 11 })
const declarations = writeSource('some-declarations', some.text)
const wrongName = writeSource(
  'declarations-one-wrong',
  declarationSource({ every: 101, oneWrong: true }).text
)
const { text, words, compounds } = inflectionSource({ every: 11 })
const inflection = writeSource('some-inflection', text)
const wrongWord = writeSource('inflection-one-wrong', inflectionSource({ every: 101, oneWrong: true }).text)
// First, so that the unions in messages have the order that they have alone.
const messages = 'test/types/messages.ts'

export function testRegistry (t: Test, compiler: Compiler): void {
  t.test(`${compiler}: with nothing registered any helper is allowed, with routes registered only theirs`, async (t) => {
    for (const name of ['none', 'some', 'scopes']) {
      t.equal((await compile(compiler, name, [`test/types/registry/${name}.ts`])).errors, '')
    }
  })
}

export function testDeclarations (t: Test, compiler: Compiler): void {
  t.test(compiler, async (t) => {
    const { errorsOf, errorsBeside } = await compile(compiler, 'part', [
      messages,
      declarations,
      wrongName,
      inflection,
      wrongWord
    ])

    await t.test('helpers, ids, controllers and actions of declarations are those of the run time and of Rails', async (t) => {
      t.equal(
        errorsBeside(messages, wrongName, inflection, wrongWord),
        '',
        `${some.declarations} declarations with ${some.names} names`
      )
      t.ok(some.declarations > 40)
    })

    await t.test('one wrong name is found', async (t) => {
      t.equal(errorsOf(wrongName).match(/error TS/g)?.length, 1)
    })

    await t.test('singular and plural in types are those of the run time', async (t) => {
      t.equal(errorsOf(inflection), '', `${words} words and ${compounds} compounds`)
      t.ok(words > 300 && compounds > 90)
    })

    await t.test('one wrong word is found', async (t) => {
      t.ok(errorsOf(wrongWord).includes('error TS'))
    })

    await t.test('mistakes have messages that a person can read', async (t) => {
      const golden = new URL(`../types/messages.${compiler.slice(-1)}.txt`, import.meta.url)
      if (process.env.UPDATE_MESSAGES === '1') writeFileSync(golden, `${errorsOf(messages)}\n`)
      t.equal(errorsOf(messages), readFileSync(golden, 'utf8').trim())
    })
  })
}
