/**
 * A URL helper against a template literal that encodes each value; ids, records and pages change from call to
 * call.
 */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createUrlFor, draw } from '../../dist/node/urls.js'
import { alternate, compare, cpuTime, measureInChild, median } from './harness.mjs'
import { resourceNames } from './resources.mjs'

const SIZE = 1024
const CALLS = 500_000

class Post {
  id = integer()
}

class Comment {
  id = integer()
  body = 'text'
}

class Article {
  slug = `article-${integer()}`
  toParam () {
    return this.slug
  }
}

const EDIT_COMMENT = {
  ours: (urlFor) => (post, comment, page) => urlFor.editPostCommentPath(post, comment, { query: { page } }),
  byHand: () => (post, comment, page) =>
    `/posts/${encodeURIComponent(post)}/comments/${encodeURIComponent(comment)}/edit?page=${encodeURIComponent(page)}`
}
const RESOURCES = [2, 300]
const COMMENT = (urlFor) => (post, comment) => urlFor.postCommentPath(post, comment)

/** The helpers, their arguments, and how many times as fast as the literal they must be. */
const KINDS = {
  integers: { make: [integer, integer], ...EDIT_COMMENT, atLeast: 2 },
  uuids: { make: [() => randomUUID(), () => randomUUID()], ...EDIT_COMMENT, atLeast: 1.3 },
  'one record': {
    make: [() => new Post(), integer],
    ours: (urlFor) => (post) => urlFor.postPath(post),
    byHand: () => (post) => `/posts/${encodeURIComponent(post.id)}`,
    atLeast: 2.5
  },
  'two records': {
    make: [() => new Post(), () => new Comment()],
    ours: COMMENT,
    byHand: () => (post, comment) =>
      `/posts/${encodeURIComponent(post.id)}/comments/${encodeURIComponent(comment.id)}`,
    atLeast: 2
  },
  'a record with toParam()': {
    make: [() => new Article(), () => new Comment()],
    ours: COMMENT,
    byHand: () => (article, comment) =>
      `/posts/${encodeURIComponent(article.toParam())}/comments/${encodeURIComponent(comment.id)}`,
    atLeast: 1.3
  }
}

function integer () {
  return Math.floor(Math.random() * 1_000_000)
}

function drawTree (resources) {
  return draw((map) => {
    map.resources('posts', (posts) => posts.resources('comments'))
    for (const name of resourceNames(resources - 2)) map.resources(name)
  })
}

// As an app would: helpers of no, one and two ids, with and without options, and records of many shapes,
// share their code.
function callOthers (urlFor) {
  for (let id = 1; id < 10_000; id++) {
    urlFor.postsPath()
    urlFor.postsPath({ query: { sort: 'title' } })
    urlFor.postPath(id)
    urlFor.postPath(`post-${id}`, { query: { page: id, tag: 'x' } })
    urlFor.postCommentPath({ id }, id)
    urlFor.postCommentPath(id, id, { anchor: 'top' })
    for (const record of [
      { title: 'a', id },
      { id, title: 'a' },
      { id: `${id}`, createdAt: id },
      { toParam: () => `a-${id}` }
    ]) { urlFor.postCommentPath(record, record) }
  }
}

/** Calls `build` with one argument after another. Keeps the results, so the engine cannot skip the work. */
function createLoop (build) {
  return (firsts, seconds, pages, results) => {
    for (let i = 0; i < CALLS; i++) {
      const at = i % SIZE
      results[at] = build(firsts[at], seconds[at], pages[at])
    }
  }
}

function loopOf (side, kind, resources) {
  if (side === 'byHand') return createLoop(KINDS[kind].byHand())
  const urlFor = createUrlFor(drawTree(resources))
  callOthers(urlFor)
  return createLoop(KINDS[kind].ours(urlFor))
}

/** Nanoseconds of CPU a call. */
export function measure (side, kind, resources) {
  const loop = loopOf(side, kind, Number(resources))
  const given = makeArguments(kind)
  const rounds = Array.from({ length: 12 }, () => {
    const start = cpuTime()
    loop(...given)
    return ((cpuTime() - start) * 1e6) / CALLS
  })
  return median(rounds.slice(2))
}

function makeArguments (kind) {
  const [first, second] = KINDS[kind].make
  const list = (make) => Array.from({ length: SIZE }, make)
  return [list(first), list(second), list(() => integer() % 100), new Array(SIZE).fill('')]
}

const lineOf = (kind, resources) => `helper: ${kind}, ${resources} resources`

export const LINES = Object.keys(KINDS).flatMap((kind) =>
  RESOURCES.map((resources) => lineOf(kind, resources))
)

export async function compareSides () {
  const rows = []
  for (const [kind, { atLeast }] of Object.entries(KINDS)) {
    for (const resources of RESOURCES) {
      const given = makeArguments(kind)
      const [ours, byHand] = ['ours', 'byHand'].map((side) => {
        const results = new Array(SIZE).fill('')
        loopOf(side, kind, resources)(...given.slice(0, 3), results)
        return results
      })
      assert.deepEqual(ours, byHand)
      const run = (side) => () => measureInChild('url-helper', side, kind, String(resources))
      rows.push(
        compare(lineOf(kind, resources), await alternate(9, run('ours'), run('byHand')), {
          unit: 'ns',
          atLeast,
          speed: true
        })
      )
    }
  }
  return rows
}
