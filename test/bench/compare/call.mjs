/**
 * Calls the three endpoints by the contender's own client, `call.mjs PORT`, checks the answers and prints the
 * requests.
 */

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const origin = `http://localhost:${process.argv[2]}`
const sent = []
const send = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  const { pathname, search } = new URL(request.url)
  const body = await request.clone().text()
  const headers = Object.fromEntries(request.headers)
  const response = await send(`${origin}${pathname}${search}`, {
    method: request.method,
    headers,
    ...(body === '' ? {} : { body })
  })
  sent.push({ method: request.method, path: `${pathname}${search}`, headers, body, status: response.status })
  return response
}

const { createNote, listNotes, showNote } = await import(
  pathToFileURL(join(process.cwd(), 'use-notes.ts')).href
)
const first = { id: 1, title: 'First', text: 'There is more to say' }
assert.deepEqual(await listNotes(), [first])
assert.deepEqual(await createNote('Hello'), { ...first, id: 2, title: 'Hello' })
assert.deepEqual(await showNote(1), first)
await assert.rejects(async () => await createNote(''))
await assert.rejects(async () => await showNote(99))

const [list, create, show, invalid, missing] = sent
const wrongMethod = await send(`${origin}${list.path}`, { method: 'DELETE' })
console.log(JSON.stringify({ create, show, refusals: [invalid.status, missing.status, wrongMethod.status] }))
