/** The tests of documents, each document also linted. */

import t from 'tap'
import { useLinter } from '../support/documents.js'
import { lintByRedocly } from './support/redocly.js'

let count = 0
useLinter(async (...args) => {
  count++
  return await lintByRedocly(...args)
})
await import('../openapi/models.test.js')
await import('../openapi/operations.test.js')
await import('../records/record/standard.test.js')

t.test('the linter has read their documents, and finds what is wrong', async (t) => {
  t.ok(count > 50, String(count))
  t.match(await lintByRedocly({ openapi: '3.1.0', info: { title: 't', version: '1' }, paths: { '/a/': { get: {} } } }), [/./])
})
