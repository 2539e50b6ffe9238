/** A call of the client whose row has a requirement and formats, against `fetch` by hand; no network. */

import assert from 'node:assert/strict'
import { createClient } from '../../dist/node/client.js'
import { draw } from '../../dist/node/urls.js'
import { alternate, compare, cpuTime, measureInChild, median } from './harness.mjs'

const CALLS = 5000

async function answer () {
  return new Response('{"id":1,"title":"Hello"}', { headers: { 'content-type': 'application/json' } })
}

const SIDES = {
  ours () {
    const routes = draw({ formats: ['html', 'json'] }, (map) =>
      map.resources('posts', { requirements: { id: /\d+/ } }, (posts) => posts.resources('comments'))
    )
    const client = createClient(routes, { baseUrl: 'http://localhost:3000', fetch: answer })
    return async (id) => await client.posts.show(id)
  },
  byHand: () => async (id) => {
    const url = `http://localhost:3000/posts/${encodeURIComponent(id)}`
    const response = await answer(url, { headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    return await response.json()
  }
}

/** Microseconds of CPU a call. */
export async function measure (side) {
  const call = SIDES[side]()
  const rounds = []
  for (let round = 0; round < 12; round++) {
    const start = cpuTime()
    for (let id = 1; id <= CALLS; id++) await call(id)
    rounds.push(((cpuTime() - start) * 1000) / CALLS)
  }
  return median(rounds.slice(4))
}

export const LINES = ['call of the client']

export async function compareSides () {
  assert.deepEqual(await SIDES.ours()(1), await SIDES.byHand()(1))
  const run = (side) => async () => await measureInChild('client', side)
  return [
    compare(LINES[0], await alternate(9, run('ours'), run('byHand')), { unit: 'us', atMost: 1.5 })
  ]
}
