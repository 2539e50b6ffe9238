/**
 * README.md and docs/ for programs (https://llmstxt.org): llms.txt, which `npm run llms` writes for the
 * package, and llms-full.txt, which the site has.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { PAGES, ROOT, tableRows } from './pages.js'
import type { Page } from './pages.js'

const HEADING_AND_LEAD = /^# (?<title>[^\n]+)\n\n(?!```)(?<lead>[^\n]+)\n/
const LINK = /\[([^\]]*)\]\(([^)\s]+)\)/g

const readme = PAGES.find(({ file }) => file === 'README.md') as Page

/** The pages that a text links to, each once, in its order. */
function linkedPages (text: string): Page[] {
  const files = new Set([...text.matchAll(LINK)].map(([, , target = '']) => target.replace(/#.*/, '')))
  return [...files].flatMap((linked) => PAGES.filter(({ file }) => file === linked))
}

/** The heading of a page, and the paragraph below it. */
function introOf (page: Page): { title: string; lead: string } {
  const found = HEADING_AND_LEAD.exec(page.text)?.groups
  if (found === undefined) throw new Error(`${page.file}: expected a paragraph below the heading`)
  return { title: found.title as string, lead: (found.lead as string).replaceAll(LINK, '$1') }
}

function section (heading: string, items: readonly string[]): string {
  return `## ${heading}\n${items.join('\n')}\n`
}

function itemOf (page: Page): string {
  const { title, lead } = introOf(page)
  return `- [${title}](${page.file}): ${lead}`
}

/** The pages of README's table. */
function pagesOfTable (): Page[] {
  return linkedPages(tableRows(readme, 'part', 'in one line').map(([part = '']) => part).join())
}

/** The list of pages and examples. */
export function createLlmsIndex (): string {
  const { title, lead } = introOf(readme)
  const docs = pagesOfTable()
  const further = linkedPages(readme.text).filter((page) => !docs.includes(page))
  const examples = tableRows(readme, 'example', 'shows').map(
    ([example = '', shows = '']) => `- ${example.replaceAll('`', '')}: ${shows}`
  )
  const sections = [
    section('Docs', ['- [README](README.md): install, examples, all pages', ...docs.map(itemOf)]),
    section('Examples', examples),
    section('Optional', [...further.map(itemOf), '- [Changelog](CHANGELOG.md): what a new version breaks and adds'])
  ]
  return `# ${title}\n\n> ${lead}\n\n${sections.join('\n')}`
}

/** All pages in one text, those of README's table first. */
export function createLlmsFull (): string {
  const all = new Set([readme, ...pagesOfTable(), ...linkedPages(readme.text)])
  return [...all].map((page) => `<!-- ${page.file} -->\n${page.text}`).join('\n')
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(ROOT, 'llms.txt'), createLlmsIndex())
}
