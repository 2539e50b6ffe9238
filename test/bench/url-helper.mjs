/** A URL helper against a template literal that encodes each value; ids and pages change from call to call. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createUrlFor, draw } from '../../dist/lib/urls.js'
import { alternate, compare, measureInChild, median } from './harness.mjs'
import { resourceNames } from './resources.mjs'

const SIZE = 1024
const CALLS = 500_000

const IDS = {
  integers: () => Array.from({ length: SIZE }, () => Math.floor(Math.random() * 1_000_000)),
  uuids: () => Array.from({ length: SIZE }, randomUUID)
}

const SIDES = {
  ours (resources) {
    const urlFor = createUrlFor(drawTree(resources))
    callOthers(urlFor)
    return (postIds, ids, pages, results) => {
      for (let i = 0; i < CALLS; i++) {
        const at = i % SIZE
        results[at] = urlFor.editPostCommentPath(postIds[at], ids[at], { query: { page: pages[at] } })
      }
    }
  },
  byHand () {
    return (postIds, ids, pages, results) => {
      for (let i = 0; i < CALLS; i++) {
        const at = i % SIZE
        results[at] = `/posts/${encodeURIComponent(postIds[at])}/comments/${encodeURIComponent(ids[at])}/edit?page=${encodeURIComponent(pages[at])}`
      }
    }
  }
}

function drawTree (resources) {
  return draw((map) => {
    map.resources('posts', (posts) => posts.resources('comments'))
    for (const name of resourceNames(resources - 2)) map.resources(name)
  })
}

// As an app would: helpers of no, one and two ids, with and without options, share their code.
function callOthers (urlFor) {
  for (let id = 1; id < 10_000; id++) {
    urlFor.postsPath()
    urlFor.postsPath({ query: { sort: 'title' } })
    urlFor.postPath(id)
    urlFor.postPath(`post-${id}`, { query: { page: id, tag: 'x' } })
    urlFor.postCommentPath({ id }, id)
    urlFor.postCommentPath(id, id, { anchor: 'top' })
  }
}

/** Nanoseconds a call. */
export function measure (side, kind, resources) {
  const loop = SIDES[side](Number(resources))
  const given = makeArguments(kind)
  const rounds = Array.from({ length: 12 }, () => {
    const start = process.hrtime.bigint()
    loop(...given)
    return Number(process.hrtime.bigint() - start) / CALLS
  })
  return median(rounds.slice(2))
}

function makeArguments (kind) {
  const pages = Array.from({ length: SIZE }, () => Math.floor(Math.random() * 100))
  return [IDS[kind](), IDS[kind](), pages, new Array(SIZE).fill('')]
}

export async function compareSides () {
  const rows = []
  for (const [kind, atLeast] of [['integers', 1.8], ['uuids', 1.3]]) {
    for (const resources of [2, 300]) {
      const given = makeArguments(kind)
      const [ours, byHand] = ['ours', 'byHand'].map((side) => {
        const results = new Array(SIZE).fill('')
        SIDES[side](resources)(...given.slice(0, 3), results)
        return results
      })
      assert.deepEqual(ours, byHand)
      const run = (side) => () => measureInChild('url-helper', side, kind, String(resources))
      rows.push(compare(`helper: ${kind}, ${resources} resources`, await alternate(9, run('ours'), run('byHand')), { unit: 'ns', atLeast, speed: true }))
    }
  }
  return rows
}
