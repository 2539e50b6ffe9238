/** README and CHANGELOG: their lengths, and what README's example prints. docs.test.ts has the rest. */

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

t.test('README has at most 120 lines and 900 words', async (t) => {
  t.ok(README.split('\n').length <= 121)
  t.ok(README.trim().split(/\s+/).length <= 900)
})

t.test('CHANGELOG has at most 40 lines, and begins with what is not released yet or with this version', (t) => {
  const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  t.ok(changelog.split('\n').length <= 41)
  const first = /^## (\S+)/m.exec(changelog)?.[1] ?? ''
  t.ok(['Unreleased', version].includes(first), first)
  t.end()
})
