/** README: its example and the command print what it says. What holds for all pages is in docs.test.ts. */

import t from 'tap'
import { readFileSync } from 'node:fs'
import { draw, formatRoutes } from '../lib/index.js'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

const example = draw((map) => map
  .resources('posts', { only: ['index', 'show', 'update'] }, (posts) => posts
    .resources('comments', { only: 'create' })))

t.test('the example and the command print what it says', async (t) => {
  const blocks = [...README.matchAll(/```text\n(.*?)\n```/gs)].map(([, text]) => text)
  t.strictSame(blocks, [formatRoutes(example), formatRoutes(example, { grep: 'comment', style: 'expanded' })])
})
