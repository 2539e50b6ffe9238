/** The position of `_method` in the head of a form. */

import t from 'tap'
import fc from 'fast-check'
import { overrideFinder } from '../../../lib/requests/methods/field.js'
import { MULTIPART, URLENCODED, multipart } from '../../support/forms.js'
import { runs } from '../../support/runs.js'

/** The value, and the rest of the body. */
function find (contentType: string, body: string, whole = true): [value: string, rest: string] | undefined {
  const found = overrideFinder(contentType)?.(body, whole)
  return found === undefined ? undefined : [found.value, found.rest]
}

t.test('urlencoded: the last field of exactly that name, and all are taken out', async (t) => {
  const table: Array<[body: string, found: [string, string] | undefined]> = [
    ['_method=put', ['put', '']],
    ['_method=put&a=1', ['put', 'a=1']],
    ['a=1&_method=put', ['put', 'a=1']],
    ['a=1&_method=put&b=2', ['put', 'a=1&b=2']],
    ['_method=get&_method=put', ['put', '']],
    ['_method=put&a=1&_method=delete&b=2&_method=', ['', 'a=1&b=2']],
    ['a=1&_method=put&_method=delete', ['delete', 'a=1']],
    ['_method&_method=put', ['put', '']],
    ['a=1&_method', ['', 'a=1']],
    ['a=_method=put', undefined],
    ['x_method=put', undefined],
    ['_methods=put', undefined],
    ['_METHOD=put', undefined],
    ['post[_method]=put', undefined],
    ['a=1&&_method=put', ['put', 'a=1&']],
    ['', undefined]
  ]
  for (const [body, found] of table) t.strictSame(find(URLENCODED, body), found, body)
})

t.test('urlencoded: an incomplete value does not count', async (t) => {
  t.equal(find(URLENCODED, 'a=1&_method=put', false), undefined)
  t.strictSame(find(URLENCODED, '_method=put&a=', false), ['put', 'a='])
  t.strictSame(find(URLENCODED, '_method=put&a=1&', false), ['put', 'a=1&'])
  t.strictSame(find(URLENCODED, '_method=put&_method=del', false), ['put', '_method=del'])
})

t.test('multipart: the last part of exactly that name, and all are taken out, never a file or its contents', async (t) => {
  const rest = multipart([['a', '1']])
  const table: Array<[title: string, body: string, found: [string, string] | undefined]> = [
    ['alone', multipart([['_method', 'put']]), ['put', multipart([])]],
    [
      'first',
      multipart([
        ['_method', 'put'],
        ['a', '1']
      ]),
      ['put', rest]
    ],
    [
      'last',
      multipart([
        ['a', '1'],
        ['_method', 'put']
      ]),
      ['put', rest]
    ],
    [
      'the last of two',
      multipart([
        ['_method', 'get'],
        ['a', '1'],
        ['_method', 'put']
      ]),
      ['put', rest]
    ],
    [
      'the last of two, of which one has no end',
      multipart([
        ['_method', 'put'],
        ['_method', 'delete']
      ]).slice(0, -18),
      ['put', multipart([['_method', 'delete']]).slice(0, -18)]
    ],
    ['empty', multipart([['_method', '']]), ['', multipart([])]],
    ['a preamble', `hello\r\n${multipart([['_method', 'put']])}`, ['put', `hello\r\n${multipart([])}`]],
    [
      'with other headers',
      multipart([['_method', 'put']]).replace('\r\n\r\nput', '\r\nContent-Type: text/plain\r\n\r\nput'),
      ['put', multipart([])]
    ],
    ['without quotes', multipart([['_method', 'put']]).replaceAll('"', ''), ['put', multipart([])]],
    [
      'a header in other letters',
      multipart([['_method', 'put']]).replace(
        'Content-Disposition: form-data; name',
        'content-disposition: Form-Data; Name'
      ),
      ['put', multipart([])]
    ],
    ['a name in other letters', multipart([['_METHOD', 'put']]), undefined],
    ['another name', multipart([['_methods', 'put']]), undefined],
    ['a file', multipart([['_method', ['put.txt', 'put']]]), undefined],
    [
      'in the bytes of a file',
      multipart([['a', ['f', multipart([['_method', 'put']], 'boundary-2')]]]),
      undefined
    ],
    [
      'behind a line that begins alike',
      multipart([
        ['a', ['f', '\r\n--boundary-12\r\nContent-Disposition: form-data; name="_method"\r\n\r\nput']]
      ]),
      undefined
    ],
    ['in the epilogue', multipart([]) + '\r\n' + multipart([['_method', 'put']]), undefined],
    ['no headers', '--boundary-1\r\n\r\nput\r\n--boundary-1--', undefined],
    ['no end', multipart([['_method', 'put']]).slice(0, -18), undefined],
    [
      'no end of the headers',
      '--boundary-1\r\nContent-Disposition: form-data; name="_method"\r\n',
      undefined
    ],
    [
      'a part without content',
      '--boundary-1\r\nContent-Disposition: form-data; name="_method"\r\n\r\n--boundary-1--',
      ['', '--boundary-1--']
    ],
    ['no parts', 'hello', undefined]
  ]
  for (const [title, body, found] of table) t.strictSame(find(MULTIPART, body), found, title)
})

t.test('lines that only begin like a boundary cost no more than their length', { timeout: 20_000 }, (t) => {
  const boundary = 'a'.repeat(6000)
  const line = `\r\n--${boundary.slice(0, 3000)}b`
  const body = line.repeat(10) + 'a'.repeat(34_000)
  for (let round = 0; round < 400; round++) {
    if (find(`multipart/form-data; boundary=${boundary}`, body, true) !== undefined) t.fail('found')
  }
  t.equal(find(`multipart/form-data; boundary=${boundary}`, `${line}\r\n${multipart([['_method', 'put']], boundary)}`, true)?.[0], 'put')
  t.end()
})

t.test('the boundary is read as the header writes it', async (t) => {
  const body = multipart([['_method', 'put']], 'b')
  for (const type of [
    'multipart/form-data; boundary=b',
    'Multipart/Form-Data;charset=x; Boundary="b"',
    'multipart/form-data ;boundary=b; charset=x'
  ]) {
    t.strictSame(find(type, body)?.[0], 'put', type)
  }
  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=c',
    'multipart/mixed; boundary=b',
    'application/json',
    ''
  ]) {
    t.equal(find(type, body), undefined, type)
  }
  t.equal(overrideFinder(undefined), undefined)
})

t.test('law: among any fields the last one counts, and only those of its name are removed', async () => {
  const word = fc.constantFrom('_method', 'a', '_methods', 'put', '', '__method')
  const text = fc.constantFrom('put', '_method', '_method=put', '--boundary-1', '\r\n', 'boundary-1--', '')
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, text), { maxLength: 6 }),
      fc.constantFrom('urlencoded', 'multipart'),
      (fields, kind) => {
        const write = (pairs: Array<[string, string]>): string =>
          kind === 'multipart'
            ? multipart(pairs)
            : pairs
              .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
              .join('&')
        const last = fields.findLast(([name]) => name === '_method')
        const others = fields.filter(([name]) => name !== '_method')
        // A multipart writer chooses a boundary that no value contains.
        fc.pre(kind === 'urlencoded' || fields.every(([, one]) => !one.includes('boundary-1')))
        const found = find(kind === 'multipart' ? MULTIPART : URLENCODED, write(fields))
        if (last === undefined) return found === undefined
        const value = kind === 'multipart' ? last[1] : encodeURIComponent(last[1])
        return found?.[0] === value && found[1] === write(others)
      }
    ),
    { numRuns: runs(2000) }
  )
})
