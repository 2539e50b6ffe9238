/**
 * The constraints of fields in a real browser: a browser holds back no value that the server takes. `npm run
 * test:browser`
 */

import t from 'tap'
import Fastify from 'fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fc from 'fast-check'
import resourcesPlugin, { createFormHelpers, draw } from '../../../lib/index.js'
import { startBrowser } from '../support/browser.js'
import { runs } from '../../support/runs.js'

type Anything = any

/** By name, each with values in addition to those that a generator makes. */
const SCHEMAS: Readonly<Record<string, readonly [schema: object, ...values: string[]]>> = {
  text: [{ type: 'string' }],
  filled: [{ type: 'string', minLength: 1 }],
  long: [{ type: 'string', minLength: 3 }, 'abc', '😀😀😀', '😀😀'],
  short: [{ type: 'string', maxLength: 3 }, '😀😀😀', 'abcd'],
  ascii: [{ type: 'string', maxLength: 3, pattern: '^[a-z]+$' }, 'abc', 'abcd', 'ab'],
  exact: [{ type: 'string', minLength: 2, maxLength: 2, pattern: '^[a-z]{2}$' }, 'ab'],
  nullable: [{ type: ['string', 'null'], minLength: 3 }],
  part: [{ type: 'string', pattern: 'b' }, 'abc'],
  either: [{ type: 'string', pattern: '^a|c$' }, 'ab', 'bc'],
  astral: [{ type: 'string', pattern: '^.$' }, '😀', 'a', 'ab'],
  letters: [{ type: 'string', pattern: '^\\p{L}+$' }, 'größe', '漢字', '𝒳'],
  notSet: [{ type: 'string', pattern: '^[a&&b]+$' }, 'a&b'],
  range: [{ type: 'string', pattern: '^[!--/]+$' }, '!--/', '-', '+'],
  bracket: [{ type: 'string', pattern: '^[(|]+$' }, '(|'],
  slash: [{ type: 'string', pattern: '^[^/]+$' }, 'a', 'a/b'],
  email: [{ type: 'string', format: 'email' }, 'a@example.org', "o'neil+x@a-b.example.org", 'a@b', 'ü@example.org'],
  anyEmail: [{ type: 'string', format: 'email', maxLength: 12 }, 'a@bc.example', 'ab@bc.example'],
  uuid: [{ type: 'string', format: 'uuid', maxLength: 36 }, '123e4567-e89b-12d3-a456-426614174000'],
  date: [{ type: 'string', format: 'date' }, '2026-02-28', '2026-02-30', '0001-01-01', '9999-12-31'],
  time: [{ type: 'string', format: 'time' }, '12:00:00Z', '12:00:00.5+02:00'],
  instant: [{ type: 'string', format: 'date-time' }, '2026-02-28T12:00:00+02:00', '2026-02-28t12:00:00z'],
  uri: [{ type: 'string', format: 'uri' }, 'urn:isbn:1', 'http://999.999.999.999/', 'mailto:a@b'],
  integer: [{ type: 'integer' }, '5', '-5', '1e3', '1.5', '9007199254740993', '1e300'],
  optional: [{ type: ['integer', 'null'] }, '5'],
  limited: [{ type: 'integer', minimum: 0.5, exclusiveMaximum: 10 }, '0', '1', '9', '9.5', '10'],
  odd: [{ type: 'integer', minimum: -3 }, '-3', '-2', '1'],
  number: [{ type: 'number' }, '0.1', '1e-7', '-0', '1.7976931348623157e308', '.5'],
  fraction: [{ type: 'number', minimum: 0.25, maximum: 2.75, multipleOf: 0.25 }, '0.25', '0.5', '2.75', '3'],
  above: [{ type: 'number', exclusiveMinimum: 0 }, '0', '0.000001'],
  mixed: [{ type: ['number', 'string'], minimum: 5, minLength: 2 }, '3', '12'],
  kind: [{ enum: ['a', 'b'] }, 'a', 'b', 'c'],
  choice: [{ anyOf: [{ const: 1 }, { const: 2 }] }, '1', '3'],
  agreed: [{ type: 'boolean', const: true }, '1', '0'],
  done: [{ type: 'boolean' }, '1', '0'],
  free: [{}, 'x']
}

/** A browser has no control for a day of the year 0, and takes no label of a host over 63 characters. */
const UNKNOWN_TO_HTML = /^0000-|@.*[^.]{64}/

const routes = draw((map) => map.resources('things', { only: ['new', 'create', 'edit', 'update'] }))

/** A page with the field `x`. */
function page (request: FastifyRequest, reply: FastifyReply, values: Anything): FastifyReply {
  const form = createFormHelpers(request.urlFor as Anything).formFor('thing', values as object)
  const field = form.at('x')
  const control = field.options === ''
    ? `<input ${field.attributes}>`
    : `<select ${field.attributes}>${field.options}</select>`
  return reply.type('text/html').send(`<!doctype html><meta charset="utf-8">${form.open}${control}</form>`)
}

const generated = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 5 }),
  fc.integer({ min: -12, max: 12 }).map(String),
  fc.double({ min: -12, max: 12, noNaN: true }).map(String),
  fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString().slice(0, 10)),
  fc.emailAddress()
).filter((text) => !/[\r\n]/.test(text))

t.test('a browser holds back no value that the server takes', { timeout: 300_000 }, async (t) => {
  const app = Fastify()
  t.teardown(async () => {
    await app.close()
  })
  let shown: Anything = {}
  const scope = (schema: object, required: readonly string[], prefix: string) => async (scope: Anything) => {
    await scope.register(resourcesPlugin, {
      routes,
      prefix,
      controllers: {
        things: {
          record: { type: 'object', required, properties: { id: { type: 'integer' }, x: schema } },
          load: () => shown,
          new: async (request: FastifyRequest, reply: FastifyReply) => page(request, reply, shown),
          edit: async (request: FastifyRequest, reply: FastifyReply) => page(request, reply, shown),
          create: async () => '',
          update: async () => ''
        }
      }
    })
  }
  for (const [name, [schema]] of Object.entries(SCHEMAS)) {
    await app.register(scope(schema, ['x'], `/required/${name}`))
    await app.register(scope(schema, [], `/optional/${name}`))
  }
  const browser = await startBrowser(t)
  const tab = await browser.newPage({ baseURL: await app.listen({ port: 0 }) })

  const isTaken = async (url: string, method: string, value: string): Promise<boolean> => {
    const payload = new URLSearchParams({ _method: method, 'thing[x]': value }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await app.inject({ method: 'POST', url, headers, payload })).statusCode === 200
  }

  let count = 0
  for (const [name, [, ...own]] of Object.entries(SCHEMAS)) {
    const random = fc.sample(generated, runs(30)).filter((value) => !UNKNOWN_TO_HTML.test(value))
    const values = ['', ...own, ...random]
    const paths = ['required', 'optional'].map((kind) => `/${kind}/${name}/things`)
    for (const [url, method] of paths.flatMap((path) => [[path, ''], [`${path}/1`, 'put']] as const)) {
      const taken = await Promise.all(values.map(async (value) => await isTaken(url, method, value)))
      // A form may come back with a value that is invalid, from which a browser counts its steps.
      for (const before of [undefined, '1.5', 'x']) {
        shown = { ...method === 'put' && { id: 1 }, ...before !== undefined && { x: before } }
        await tab.goto(method === 'put' ? `${url}/edit` : `${url}/new`)
        const verdicts = await tab.evaluate(enter, values)
        for (const [index, verdict] of verdicts.entries()) {
          if (verdict !== 'held back') continue
          count++
          t.notOk(taken[index], `${url} after ${String(before)}: ${JSON.stringify(values[index])}`)
        }
      }
    }
  }
  t.ok(count > 100, 'and holds back others')
})

/** What the control says of each value, in the browser. */
function enter (values: readonly string[]): string[] {
  const { document } = globalThis as Anything
  const control = [...document.querySelectorAll('[name="thing[x]"]')].at(-1)
  return values.map((value) => {
    if (control.type === 'checkbox') {
      control.checked = value === '1'
    } else if (value !== '' && ['email', 'text'].includes(control.type)) {
      // As if typed: only then a browser counts its characters.
      control.select()
      document.execCommand('insertText', false, value)
    } else {
      control.value = value
    }
    const isShown = control.type === 'checkbox' || control.value === value
    // A number or a day that is spelt otherwise can be entered as a browser spells it.
    const isOther = !isShown && control.value === ''
    const isAny = isOther && ['number', 'date', 'select-one'].includes(control.type)
    if (isAny) return 'no text of this control'
    return isShown && control.checkValidity() ? 'passed' : 'held back'
  })
}
