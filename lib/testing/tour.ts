/** What a visitor does: follows links and redirects, sends forms, then asks for the other rows that write. */

import { encodeIds, joinPieces, literalPieces, remember } from '../tools.js'
import type { Route } from '../../types/route.js'
import type { WalkFinding } from '../../types/walk-options.js'
import { fillForm } from './page.js'
import type { PageForm } from './page.js'
import {
  LEAVING, arrive, ask, isRedirect, keyOf, labelOf, learn, pathOf, reasonOf, rowLabel, tell
} from './session.js'
import type { Asked, Session, Step, Walk } from './session.js'

interface Question extends Asked {
  /** How a page shows it; undefined for a page that no link has led to. */
  readonly text?: string
  readonly law: WalkFinding['law']
}

interface Task {
  /** Low for what comes first. */
  readonly rank: number
  readonly run: () => Promise<void>
}

interface Tour extends Session {
  readonly links: Question[]
  readonly seen: Set<string>
  /** How many links of a kind the visitor has followed. */
  readonly counts: Map<string, number>
  /** The pages with a form, by its kind. */
  readonly pages: Map<string, Set<string>>
  readonly tasks: Task[]
}

export const STRANGER = 'stranger'

/** How many URLs of one row or path to ask for. */
const MOST_URLS = 8
const MOST_REDIRECTS = 10
const DEAD = [403, 404, 405, 406, 410, 413, 415]

export function createTour (session: Session): Tour {
  return { ...session, links: [], seen: new Set(), counts: new Map(), pages: new Map(), tasks: [] }
}

/** Follows all links. Gives why the visitor cannot log in. */
export async function look (tour: Tour): Promise<string | undefined> {
  const { recognize, walk, walk: { options: { start = [] }, rows } } = tour
  const fault = await arrive(tour)
  if (fault !== undefined) return fault
  const methods = [...new Set(Array.from(rows.values(), ({ method }) => method))]
  addPages(tour, ['/'])
  for (const url of start) {
    // One of a row that writes may have no page.
    const found = methods.filter((method) => recognize(url, method) !== null)
    for (const method of found) learn(tour, { method, url })
    addPages(tour, [url], found.length === 0 ? 'start names' : undefined)
  }
  await crawl(tour)
  for (const row of rows.values()) if (row.method === 'GET') addPages(tour, urlsOf(walk, row))
  await crawl(tour)
  return undefined
}

/** Sends what writes: what deletes comes late, and what ends a session or an account last. */
export async function act (tour: Tour): Promise<void> {
  const { walk, tasks } = tour
  for (const row of walk.rows.values()) {
    const first = rankOf(row.method, row.path, row)
    // After the forms, but before those that delete what is above it.
    const rank = first + (first < 1 ? 1 : 0.05)
    // Some ids are known by now.
    const run = async (): Promise<void> =>
      row.method === 'GET' ? addPages(tour, urlsOf(walk, row)) : await write(tour, row)
    tasks.push({ rank, run })
  }
  while (tasks.length > 0) {
    tasks.sort((one, other) => one.rank - other.rank)
    const [{ run }] = tasks.splice(0, 1) as [Task]
    const fault = await arrive(tour)
    if (fault !== undefined) {
      walk.unproved.add(`${fault}; so not all was asked`)
      return
    }
    await run()
    await crawl(tour)
  }
}

function rankOf (method: string, path: string, row: Route | undefined): number {
  const isRemoval = method === 'DELETE' && row !== undefined
  const depth = path.split('/').length / 100
  if (LEAVING.test(path) || (isRemoval && row.params.length === 0)) return 4
  return isRemoval ? 2 - row.params.length / 10 : depth
}

function addPages ({ links }: Tour, urls: readonly string[], text?: string): void {
  links.push(...urls.map((url): Question =>
    ({ law: 'link', method: 'GET', url, ...(text !== undefined && { text }) })))
}

async function crawl (tour: Tour): Promise<void> {
  const { walk, links, seen, counts } = tour
  for (let link = links.shift(); link !== undefined; link = links.shift()) {
    const kind = labelOf(tour, link).replace(/\d+/g, '0')
    const count = counts.get(kind) ?? 0
    if (seen.has(link.url) || isIgnored(walk, link.url) || count === MOST_URLS) continue
    counts.set(kind, count + 1)
    await arrive(tour)
    await follow(tour, link)
  }
}

/** Asks, follows redirects, and takes in what the last page shows. */
async function follow (tour: Tour, question: Question): Promise<void> {
  const { walk, name, seen } = tour
  const { law, text } = question
  const first = await ask(tour, question)
  const trail: string[] = []
  let last = first
  while (isRedirect(last.answer) && last.target !== undefined && !isIgnored(walk, last.target)) {
    if (trail.push(last.url) > MOST_REDIRECTS) break
    last = await ask(tour, { ...(last.answer.status < 307 ? { method: 'GET' } : last), url: last.target })
  }
  for (const url of [...trail, last.url]) seen.add(url)
  const { method, url, answer, answer: { status } } = last
  const isEndless = trail.length > MOST_REDIRECTS
  const path = isEndless ? trail.slice(0, 3) : [...trail, url]
  const place = `${text ?? `${name} asks for`} ${path.join(' → ')}, which`
  // What an app says of values is its own affair; so is what it says to a stranger.
  const isLinkFault = status === 400 && law === 'link'
  const isDead = status === 401 ? name !== STRANGER : DEAD.includes(status) || isLinkFault
  if (isEndless) tell(tour, law, first, `${place} redirects for ever`)
  if (isRedirect(answer) && answer.location === null) {
    tell(tour, law, last, `${method} ${url} answers ${status} without Location`)
  }
  if (isDead && (text !== undefined || last !== first)) {
    tell(tour, law, last, `${place} answers ${status}${reasonOf(answer)}`)
  }
  takeIn(tour, last)
}

function takeIn (tour: Tour, step: Step): void {
  const { name } = tour
  const { url: page, shown: { links, invalid, forms } = { links: [], invalid: [], forms: [] } } = step
  for (const link of invalid) tell(tour, 'link', step, `${page} shows ${name} the invalid link ${link}`)
  // A place in a page that is an error is there, though its address answers so.
  addPages(tour, links.filter((url) => url !== page), `${page} shows ${name} a link to`)
  for (const form of forms) takeForm(tour, step, form)
}

/** Keeps a form for later, and a search as a link. */
function takeForm (tour: Tour, step: Step, form: PageForm): void {
  const { name, walk, links, pages, tasks } = tour
  const { page, url, method, written, isMultipart, fields } = form
  const shows = `a form that ${page} shows ${name}`
  if (!/^(?:GET|POST)$/.test(written)) {
    const fault = `has the method ${written}, which a browser sends as GET; name it in a field _method`
    tell(tour, 'form', step, `${shows} ${fault}`)
  }
  if (!isMultipart && fields.some(({ type }) => type === 'file')) {
    const fault = `has a file, but no enctype="multipart/form-data", in its form to ${url}`
    tell(tour, 'form', step, `${shows} ${fault}`)
  }
  const text = `${shows} sends ${method}`
  if (method === 'GET') {
    const query = String(fillForm({ ...form, isMultipart: false }))
    links.push({ law: 'form', method, url: `${pathOf(url)}?${query}`, text })
  } else if (step.method === 'GET' && !isIgnored(walk, url)) {
    const places = remember(pages, kindOf(tour, form), () => new Set<string>())
    const rank = rankOf(method, url, walk.rows.get(labelOf(tour, form)))
    if (places.size === 0) tasks.push({ rank, run: async () => await submit(tour, form, text) })
    places.add(page)
  }
}

/** Equal for a form on each page. */
function kindOf (session: Session, form: PageForm): string {
  return [labelOf(session, form), ...form.fields.map(({ name }) => name)].join(' ')
}

/** Sends a form as a page shows it now. */
async function submit (tour: Tour, shown: PageForm, text: string): Promise<void> {
  const { walk, pages } = tour
  const kind = kindOf(tour, shown)
  for (const url of [...pages.get(kind) as ReadonlySet<string>].slice(0, MOST_URLS)) {
    const page = await ask(tour, { method: 'GET', url })
    const form = page.shown?.forms.find((one) => kindOf(tour, one) === kind)
    if (form === undefined) continue
    return await follow(tour, { ...form, law: 'form', text, body: fillForm(form) })
  }
  const label = labelOf(tour, shown)
  // A row is asked without its page too.
  if (!walk.rows.has(label)) walk.unproved.add(`${label}: its form is gone when ${shown.page} is asked again`)
}

/** Asks for a row that no form has led to. */
async function write (session: Session, row: Route): Promise<void> {
  const { walk, name } = session
  const label = rowLabel(row)
  const form = walk.forms.get(label)
  for (const url of urlsOf(walk, row)) {
    if (walk.steps.get(label)?.get(name)?.outcome === 'past' || await arrive(session) !== undefined) return
    await ask(session, { method: row.method, url, ...(form !== undefined && { body: fillForm(form) }) })
  }
}

/** The URLs of a row, with the variables of the newest first. */
function urlsOf (walk: Walk, { path, params, needsFormat, formats }: Route): string[] {
  const keys = params.map(keyOf)
  const known = walk.ids.filter((ids) => keys.every((key) => ids[key] !== undefined)).reverse()
  const urls = (keys.length === 0 ? [{}] : known).map((ids: Walk['ids'][number]) => {
    const texts = encodeIds(path, keys.map((key) => ids[key] as string))
    return joinPieces(literalPieces(path), texts) + (needsFormat ? `.${formats[0] as string}` : '')
  })
  return [...new Set(urls)].filter((url) => !isIgnored(walk, url)).slice(0, MOST_URLS)
}

function isIgnored ({ options: { ignore } }: Walk, url: string): boolean {
  return ignore !== undefined && url.search(ignore) >= 0
}
