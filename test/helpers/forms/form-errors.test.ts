/** Messages of a failed validation, by field. */

import t from 'tap'
import Fastify from 'fastify'
import resourcesPlugin, { draw, formErrors } from '../../../lib/index.js'
import type { ValidationFault } from '../../../lib/index.js'

const cases: ReadonlyArray<readonly [what: string, validation: ValidationFault[], expected: Array<[field: string, messages: string[]]> | Record<string, string[]>]> = [
  ['a field', [{ instancePath: '/post/title', message: 'must be string' }], { 'post[title]': ['must be string'] }],
  ['several messages, none twice', ['a', 'b', 'a'].map((message) => ({ instancePath: '/post/title', message })), { 'post[title]': ['a', 'b'] }],
  ['a missing field', [{ instancePath: '/post', message: 'must have', params: { missingProperty: 'title' } }], { 'post[title]': ['must have'] }],
  ['a missing key', [{ instancePath: '', message: 'must have', params: { missingProperty: 'post' } }], { post: ['must have'] }],
  ['a field too many', [{ instancePath: '/post', message: 'must NOT', params: { additionalProperty: 'admin' } }], { 'post[admin]': ['must NOT'] }],
  ['a list', [{ instancePath: '/post/tags/0/name', message: 'm', params: { type: 'string' } }], { 'post[tags][0][name]': ['m'] }],
  ['keys with a slash and a tilde', [{ instancePath: '/post/a~1b~01', message: 'm' }], { 'post[a/b~1]': ['m'] }],
  ['the whole', [{ instancePath: '', message: 'must be object' }], { '': ['must be object'] }],
  ['no message', [{ instancePath: '/id' }], { id: ['is invalid'] }],
  ['keys that every object has', [{ instancePath: '/constructor', message: 'm' }, { instancePath: '/__proto__/x', message: 'm' }], [['constructor', ['m']], ['__proto__[x]', ['m']]]]
]

for (const [what, validation, expected] of cases) {
  t.test(what, async (t) => {
    t.strictSame(Object.entries(formErrors({ validation })), Array.isArray(expected) ? expected : Object.entries(expected))
  })
}

t.test('without an error there are no messages', async (t) => {
  for (const error of [undefined, null, {}, { validation: undefined }]) {
    t.strictSame(Object.keys(formErrors(error)), [])
    t.equal(formErrors(error).constructor, undefined)
  }
})

t.test('with attachValidation a form is shown again with all messages', async (t) => {
  const app = Fastify({ ajv: { customOptions: { allErrors: true } } })
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'create' })),
    controllers: {
      posts: {
        record: { required: ['title', 'text'], properties: { title: { type: 'string', minLength: 3, pattern: '^[A-Z]' }, text: { type: 'string' }, tags: { type: 'array', maxItems: 9, items: { enum: ['a', 'b'] } } } },
        create: { attachValidation: true, handler: async (request) => formErrors(request.validationError) }
      }
    }
  })
  const { body } = await app.inject({ method: 'POST', url: '/posts', payload: { post: { title: 'x', tags: ['a', 'c'] } } })
  t.strictSame(JSON.parse(body), {
    'post[text]': ['must have required property \'text\''],
    'post[title]': ['must NOT have fewer than 3 characters', 'must match pattern "^[A-Z]"'],
    'post[tags][1]': ['must be equal to one of the allowed values']
  })
})
