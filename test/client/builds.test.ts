/** The client's build for browsers sends what the one for Node.js sends. */

import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import { createClient } from '../../lib/client.js'
import { contendingRoutes, id } from '../support/arbitraries.js'
import { runs } from '../support/runs.js'
import { show } from '../../lib/text.js'

type Create = (
  json: unknown,
  options: object
) => Record<string, Record<string, (...args: readonly unknown[]) => Promise<unknown>>>

const BROWSER = new URL('../../dist/browser/client.js', import.meta.url).href

const plain = fc.oneof(fc.nat(), fc.stringMatching(/^[\w .~-]{1,8}$/))
const scalar = fc.oneof(
  { weight: 8, arbitrary: plain },
  fc.string({ maxLength: 8 }),
  fc.boolean(),
  fc.constantFrom(null, undefined, Number.NaN, new Date(0))
)
const word = fc.stringMatching(/^[a-z]{2,3}$/)
const key = fc.oneof({ weight: 12, arbitrary: word }, fc.string({ maxLength: 6 }))
const { values } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 2 }, scalar, fc.array(tie('value'), { maxLength: 3 }), tie('values')),
  values: fc.dictionary(key, tie('value'), { maxKeys: 3 })
}))
const options = fc.record(
  {
    query: values,
    headers: fc.constantFrom({ 'x-a': '1' }, { authorization: undefined }, { 'content-type': 'text/plain' }),
    as: fc.constantFrom('json', 'text', 'blob', 'response')
  },
  { requiredKeys: [] }
)
const call = fc.record({
  ids: fc.array(fc.oneof({ weight: 12, arbitrary: word }, id), { minLength: 4, maxLength: 4 }),
  values,
  body: fc.oneof(values, fc.string()),
  options,
  format: fc.option(fc.nat(), { nil: undefined }),
  /** Whether it gets values or a body where the action takes none, and any format. */
  isOdd: fc.integer({ max: 9, min: 0 }).map((number) => number === 0)
})

interface Outcome {
  readonly sent?: string
  readonly code?: string
  readonly message?: string
}

/** Calls an action, and tells what its client has sent or why not. */
function createCaller (create: Create, json: unknown) {
  let sent = ''
  const send = async (url: string, { headers, ...init }: RequestInit): Promise<Response> => {
    sent = JSON.stringify([url, [...new Headers(headers)], init], (_, one: unknown) =>
      one instanceof FormData ? [...one] : one
    )
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  }
  const client = create(json, { baseUrl: 'https://example.org/v1', fetch: send })
  return async function callAction (
    controller: string,
    action: string,
    given: readonly unknown[]
  ): Promise<Outcome> {
    sent = ''
    try {
      await client[controller]?.[action]?.(...given)
      return { sent }
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      return { sent, code: code ?? 'none', message }
    }
  }
}

t.test('both refuse the same calls and send the same requests; what a request reads otherwise, only Node.js refuses', async (t) => {
  const { createClient: createInBrowser } = (await import(BROWSER)) as { createClient: Create }
  const counts = { sent: 0, refused: 0, hidden: 0 }
  const numRuns = runs(600)
  await fc.assert(
    fc.asyncProperty(contendingRoutes, fc.infiniteStream(call), async (routes, calls) => {
      const json = JSON.parse(JSON.stringify(routes)) as unknown
      const callOurs = createCaller(createClient as unknown as Create, json)
      const callTheirs = createCaller(createInBrowser, json)
      for (const { controller, action, params, formats } of routes.table) {
        const { ids, values, body, options, format, isOdd } = calls.next().value
        const takesValues = ['create', 'update'].includes(action) !== isOdd
        const extensions = [...formats, ...(isOdd ? ['pdf'] : [undefined])]
        const given = [
          ...ids.slice(0, params.length),
          ...(takesValues ? [values] : []),
          {
            ...options,
            ...(!takesValues && { body }),
            ...(format !== undefined && { format: extensions[format % extensions.length] })
          }
        ]
        const ours = await callOurs(controller, action, given)
        const theirs = await callTheirs(controller, action, given)
        if (/ would not have these ids/.test(ours.message ?? '')) counts.hidden++
        else {
          assert.deepEqual(
            [theirs.sent, theirs.code],
            [ours.sent, ours.code],
            `${controller}.${action}(${given.map(show).join()}): ${String(ours.message)} | ${String(theirs.message)}`
          )
          counts[ours.code === undefined ? 'sent' : 'refused']++
        }
      }
    }),
    { numRuns }
  )
  const { sent, refused } = counts
  t.ok(sent > numRuns && refused > numRuns, JSON.stringify(counts))
})
