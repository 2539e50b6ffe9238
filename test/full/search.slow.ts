/** The search of the site: thirty questions of newcomers, and the pages that answer them. */

import t from 'tap'
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SEARCH } from '../../site/search.js'
import { ROOT } from '../support/pages.js'

interface Index {
  readonly search: (text: string, options: object) => ReadonlyArray<{ readonly id: string }>
}

interface MiniSearch {
  readonly loadJSON: (json: string, options: object) => Index
}

/** As the theme of VitePress asks it. */
const FIELDS = { fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] }
const RANKING = { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } }

/** `index` is the tutorial, which is the first page of the site. */
const QUESTIONS: ReadonlyArray<readonly [question: string, ...pages: string[]]> = [
  ['How do I show a page instead of JSON when a record is missing?', 'page-recipes'],
  ['How do I keep what a visitor typed when a form is invalid?', 'index', 'records', 'fields'],
  ['A select of other records in a form', 'fields'],
  ['My check box is not saved when unchecked', 'texts', 'fields'],
  ['How do I empty a date on update?', 'texts'],
  ['Upload a picture with a size limit', 'json-api', 'texts'],
  ['Messages in German', 'page-recipes'],
  ['Flash message after a redirect', 'page-recipes'],
  ['Log in with a session cookie and guard a namespace', 'log-in'],
  ['CSRF, forms of other sites', 'security'],
  ['Two people edit the same post', 'versions'],
  ['Delete button in a list', 'index', 'forms'],
  ['Member action such as publish', 'routes'],
  ['Nested resources: find the parent record', 'records'],
  ['Where do controllers live, one file for each?', 'controllers'],
  ['Route with a slug in place of an id', 'urls-and-types', 'routes'],
  ['Ids with a slash', 'routes'],
  ['API without the key around the body', 'records', 'json-api'],
  ['Versions of an API, v1 and v2', 'json-api'],
  ['Bearer token and roles, 401 and 403', 'log-in', 'json-api'],
  ['Problem details, RFC 9457', 'errors'],
  ['Cursor pagination with a typed query', 'json-api'],
  ['Hide a password in answers', 'records'],
  ['A different schema for what clients send (zod)', 'records'],
  ['OpenAPI document with swagger-ui', 'openapi'],
  ["Typed client in a browser without the server's code", 'client'],
  ['ETag and If-Match', 'versions'],
  ['Which route answers this URL?', 'routes', 'urls-and-types'],
  ['Test a page without a socket, with cookies', 'testing', 'client'],
  ['Behind a proxy with a path prefix', 'deployment']
]

/** Builds the site, and loads its index. */
async function loadIndex (): Promise<Index> {
  execFileSync('npm', ['run', '--silent', 'docs:build'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  const folder = join(ROOT, 'site/.vitepress/dist/assets/chunks')
  const file = readdirSync(folder).find((name) => name.includes('localSearchIndexroot')) as string
  const { default: json } = (await import(pathToFileURL(join(folder, file)).href)) as { default: string }
  const { default: miniSearch } = (await import(
    pathToFileURL(join(ROOT, 'site/node_modules/minisearch/dist/es/index.js')).href
  )) as { default: MiniSearch }
  return miniSearch.loadJSON(json, { ...FIELDS, ...SEARCH.options })
}

t.test('of 28 of 30 questions the search has the right page among the first three', { timeout: 400_000 }, async (t) => {
  const index = await loadIndex()
  const missed = QUESTIONS.filter(([question, ...pages]) => {
    const found = index.search(question, RANKING).map(({ id }) => id.replace(/^\/|(?:\.html)?#.*/g, '') || 'index')
    return ![...new Set(found)].slice(0, 3).some((page) => pages.includes(page))
  })
  t.equal(QUESTIONS.length, 30)
  t.ok(missed.length <= 2, missed.map(([question]) => question).join('\n'))
})
