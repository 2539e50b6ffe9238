/** The walk itself: a queue of visits, by links first, then by forms, then to the other rows that write. */

import { createError } from '../errors.js'
import { encodeIds, joinPieces, literalPieces, remember } from '../tools.js'
import type { Route, RouteParam } from '../../types/route.js'
import type { WalkFinding, WalkOptions } from '../../types/walk-options.js'
import { fillForm } from './page.js'
import type { PageForm } from './page.js'
import { LEAVING, STRANGER, pathOf } from './visitor.js'
import type { Answer, Asked, Visitor } from './visitor.js'

export interface Walk {
  readonly options: WalkOptions
  readonly visitors: readonly Visitor[]
  /** By label: `PUT /posts/:id`. */
  readonly rows: ReadonlyMap<string, Route>
  readonly queue: Visit[]
  /** What is not done twice, and how often a visitor has asked for each kind of URL. */
  readonly done: Set<string>
  readonly counts: Map<string, number>
  /** The first of each cause. */
  readonly findings: Map<string, WalkFinding>
  /** By label and visitor, the last one, or the one that got past the guards. */
  readonly answers: Map<string, Map<string, Answer>>
  /** By label, one that somebody was shown. */
  readonly forms: Map<string, PageForm>
  readonly unproved: Set<string>
}

interface Visit extends Asked {
  /** Low for what comes first. */
  readonly rank: number
  readonly visitor: Visitor
  readonly law: WalkFinding['law']
  /** How a page shows it; undefined where none does. */
  readonly text?: string | undefined
  /** The form to send. */
  readonly form?: PageForm
}

/** How many URLs of one row or path to ask for. */
const MOST_URLS = 8
const MOST_REDIRECTS = 10
const DEAD = [403, 404, 405, 406, 410, 413, 415]

/** Throws FST_RESOURCES_WALK for a visitor who cannot log in. */
export async function walkAll (walk: Walk): Promise<void> {
  const { options: { start = [] }, visitors, rows, queue } = walk
  const methods = new Set(Array.from(rows.values(), ({ method }) => method))
  for (const visitor of visitors) {
    const fault = await visitor.arrive()
    if (fault !== undefined) throw createError('FST_RESOURCES_WALK', [fault])
    addLink(walk, visitor, '/')
    for (const url of start) {
      // One of a row that writes may have no page.
      const found = [...methods].filter((method) => visitor.recognize(url, method) !== null)
      for (const method of found) learn(walk, visitor, { method, url })
      addLink(walk, visitor, url, found.length === 0 ? 'start names' : undefined)
    }
  }
  for (const row of rows.values()) if (row.params.length === 0) addRow(walk, row, [])
  while (queue.length > 0) {
    queue.sort((one, other) => one.rank - other.rank)
    await run(walk, queue.shift() as Visit)
  }
}

/** After what pages show: forms of its page come before rows that write without one. */
function addRow (walk: Walk, row: Route, ids: readonly string[]): void {
  const { method, path, params, needsFormat, formats } = row
  const texts = joinPieces(literalPieces(path), encodeIds(path, ids))
  const url = texts + (needsFormat ? `.${formats[0] as string}` : '')
  const rank = rankOf(method, path, params.length)
  for (const visitor of walk.visitors) {
    // What deletes comes before what deletes what is above it.
    const late = method === 'GET' ? 0.001 : rank + (rank < 1 ? 1 : 0.05)
    walk.queue.push({ visitor, rank: late, law: 'link', method, url })
  }
}

function addLink (
  walk: Walk, visitor: Visitor, url: string, text?: string, law: WalkFinding['law'] = 'link'
): void {
  walk.queue.push({ visitor, rank: 0, law, method: 'GET', url, text })
}

/** What deletes comes late, and what ends a session or an account last. */
function rankOf (method: string, path: string, variables: number | undefined): number {
  const isRemoval = method === 'DELETE' && variables !== undefined
  if (LEAVING.test(path) || (isRemoval && variables === 0)) return 4
  return isRemoval ? 2 - variables / 10 : path.split('/').length / 100
}

async function run (walk: Walk, visit: Visit): Promise<void> {
  const { done, counts, forms, unproved } = walk
  const { visitor, method, url, form } = visit
  const label = labelOf(visitor, visit)
  const kind = kindOf(visit)
  const count = counts.get(kind) ?? 0
  const key = form !== undefined ? kind : `${visitor.name} ${method === 'GET' ? url : label}`
  if (done.has(key) || count === MOST_URLS || isIgnored(walk, url)) return
  counts.set(kind, count + 1)
  const fault = await visitor.arrive()
  if (fault !== undefined) {
    unproved.add(`${fault}; so not all was asked`)
  } else if (form !== undefined) {
    // As its page shows it now.
    const { page } = await request(walk, visitor, { method: 'GET', url: form.page })
    const shown = page.forms.find((one) => kindOf({ ...visit, ...one, form: one }) === kind)
    if (shown === undefined) return
    done.add(key)
    await follow(walk, { ...visit, ...shown, body: fillForm(shown) })
  } else if (method === 'GET') {
    await follow(walk, visit)
  } else {
    const known = forms.get(label)
    await request(walk, visitor, { method, url, body: known && fillForm(known) })
  }
}

/** Equal for a form on each page, and for the URLs of a row. */
function kindOf ({ visitor, method, url, form }: Visit): string {
  const label = labelOf(visitor, { method, url }).replace(/\d+/g, '0')
  const names = form?.fields.map(({ name }) => name) ?? []
  return [visitor.name, form === undefined ? 'asks' : 'sends', label, ...names].join(' ')
}

/** Asks, follows redirects, and takes in what the last page shows. */
async function follow (walk: Walk, visit: Visit): Promise<void> {
  const { visitor, visitor: { name }, law, text } = visit
  const trail: Answer[] = []
  let asked: Asked | undefined = visit
  while (asked !== undefined && trail.length <= MOST_REDIRECTS && !isIgnored(walk, asked.url)) {
    const answer = await request(walk, visitor, asked)
    const { status, isOnward, target } = answer
    trail.push(answer)
    asked = isOnward && typeof target === 'string'
      ? { ...(status < 307 ? { method: 'GET' } : answer), url: target }
      : undefined
  }
  const [first, last] = [trail[0], trail.at(-1)] as [Answer, Answer]
  const { method, url, status, isOnward, target, page, reason } = last
  const isEndless = asked !== undefined && trail.length > MOST_REDIRECTS
  const urls = trail.slice(0, isEndless ? 3 : undefined).map(({ url }) => url)
  const place = `${text ?? `${name} asks for`} ${urls.join(' → ')}, which`
  // What an app says of values is its own affair; so is what it says to a stranger.
  const isLinkFault = status === 400 && law === 'link'
  const isDead = status === 401 ? name !== STRANGER : DEAD.includes(status) || isLinkFault
  if (isEndless) tell(walk, visitor, law, first, `${place} redirects for ever`)
  if (isOnward && target === null) tell(walk, visitor, law, last, `${method} ${url} answers ${status} without Location`)
  if (isDead && (text !== undefined || last !== first)) {
    tell(walk, visitor, law, last, `${place} answers ${status}${reason}`)
  }
  for (const link of page.invalid) tell(walk, visitor, 'link', last, `${url} shows ${name} the invalid link ${link}`)
  // A place in a page that is an error is there, though its address answers so.
  for (const link of page.links) if (link !== url) addLink(walk, visitor, link, `${url} shows ${name} a link to`)
  for (const form of page.forms) addForm(walk, visitor, last, form)
}

/** Keeps a form for later, and a search as a link. */
function addForm (walk: Walk, visitor: Visitor, answer: Answer, form: PageForm): void {
  const { page, url, method, written, isMultipart, fields } = form
  const shows = `a form that ${page} shows ${visitor.name}`
  if (!/^(?:GET|POST)$/.test(written)) {
    const fault = `has the method ${written}, which a browser sends as GET; name it in a field _method`
    tell(walk, visitor, 'form', answer, `${shows} ${fault}`)
  }
  if (!isMultipart && fields.some(({ type }) => type === 'file')) {
    const fault = `has a file, but no enctype="multipart/form-data", in its form to ${url}`
    tell(walk, visitor, 'form', answer, `${shows} ${fault}`)
  }
  const text = `${shows} sends ${method}`
  if (method === 'GET') {
    addLink(walk, visitor, `${pathOf(url)}?${String(fillForm({ ...form, isMultipart: false }))}`, text, 'form')
  } else if (answer.method === 'GET') {
    const rank = rankOf(method, url, visitor.recognize(url, method)?.route.params.length)
    walk.queue.push({ visitor, rank, law: 'form', method, url, text, form })
  }
}

/** Asks, and keeps what the answer tells all visitors. */
async function request (walk: Walk, visitor: Visitor, asked: Asked): Promise<Answer> {
  const { done, answers, unproved } = walk
  const { name } = visitor
  const answer = await visitor.ask(asked)
  const { method, url, body, status, outcome, target, reason, page: { links, forms } } = answer
  const label = labelOf(visitor, answer)
  const known = remember(answers, label, () => new Map<string, Answer>())
  if (known.get(name)?.outcome !== 'past') known.set(name, answer)
  if (method === 'GET' || outcome === 'past') done.add(`${name} ${method === 'GET' ? url : label}`)
  const isFailed = status === 0 || status >= 500
  // Without the fields that the row expects, a crash tells nothing.
  const isWhole = method === 'GET' || method === 'DELETE' || body !== undefined
  const fault = `${method} ${url} gives ${name} ${status}${reason}`
  if (isFailed && isWhole) tell(walk, visitor, 'crash', answer, fault)
  if (status === 429 || (isFailed && !isWhole)) unproved.add(fault)
  for (const form of forms) walk.forms.set(labelOf(visitor, form), form)
  const seen = [url, target ?? url, ...links].map((url) => ({ method: 'GET', url }))
  if (status < 400) for (const one of [...seen, ...forms]) learn(walk, visitor, one)
  return answer
}

/** Adds the rows that the ids of a URL lead to. */
function learn (walk: Walk, { recognize }: Visitor, { method, url }: Asked): void {
  const { route, params = {} } = recognize(url, method) ?? {}
  const ids = new Map(route?.params.map((param) => [identified(param), params[param.name]]))
  const key = JSON.stringify([...ids])
  if (ids.size === 0 || walk.done.has(key)) return
  walk.done.add(key)
  for (const row of walk.rows.values()) {
    const texts = row.params.map((param) => ids.get(identified(param))).filter((text) => text !== undefined)
    if (texts.length > 0 && texts.length === row.params.length) addRow(walk, row, texts)
  }
}

/** The same for `:id` of posts and `:post_id`. */
function identified ({ name, of, property }: RouteParam): string {
  return `${of ?? name}.${property}`
}

function tell (
  { findings }: Walk, visitor: Visitor, law: WalkFinding['law'], answer: Answer, message: string
): void {
  const row = labelOf(visitor, answer)
  remember(findings, `${law} ${row} ${answer.status}`, () => ({ law, row, visitor: visitor.name, message }))
}

function labelOf ({ recognize }: Visitor, { method, url }: Asked): string {
  const found = recognize(url, method)
  return found === null ? `${method} ${pathOf(url)}` : rowLabel(found.route)
}

/** `PUT /posts/:id`, with its conditions where it has some. */
export function rowLabel ({ method, path, conditions }: Route): string {
  const texts = Object.entries(conditions).map(([name, value]) => `${name}: ${String(value)}`)
  return `${method} ${path}${texts.length === 0 ? '' : ` (${texts.join(', ')})`}`
}

function isIgnored ({ options: { ignore } }: Walk, url: string): boolean {
  return ignore !== undefined && url.search(ignore) >= 0
}
