/** README: the output of its example, and its length. docs.test.ts has the rules for all pages. */

import t from 'tap'
import { readFileSync } from 'node:fs'
import { draw, formatRoutes } from '../lib/index.js'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

const example = draw((map) => map
  .resources('posts', { only: ['index', 'show', 'update'] }, (posts) => posts
    .resources('comments', { only: 'create' })))

t.test('README\'s example prints the output that README shows', async (t) => {
  const blocks = [...README.matchAll(/```text\n(.*?)\n```/gs)].map(([, text]) => text)
  t.strictSame(blocks, [formatRoutes(example)])
})

t.test('README has at most 150 lines', async (t) => {
  t.ok(README.split('\n').length <= 151)
})
