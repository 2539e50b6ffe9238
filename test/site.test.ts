/** The site lists each page of docs/, and the pages are short enough to read. */

import t from 'tap'
import { SIDEBAR } from '../site/sidebar.js'
import { PAGES } from './support/pages.js'

t.test('the sidebar of the site has each page of docs/ once, and no other', async (t) => {
  const pages = PAGES.map(({ file }) => file).filter((file) => file.startsWith('docs/'))
  t.ok(pages.length <= 24, `${pages.length} pages`)
  t.strictSame(Object.values(SIDEBAR).flat().map((page) => `docs/${page}.md`).sort(), pages.sort())
  t.strictSame(Object.keys(SIDEBAR), ['A site', 'An API', 'Reference', 'Coming from'])
})

t.test('README and the pages have at most 30,000 words', (t) => {
  const words = PAGES.map(({ text }) => text.trim().split(/\s+/).length).reduce((sum, count) => sum + count)
  t.ok(words <= 30_000, `${words} words`)
  t.end()
})
