/** A fresh app with its visitors, and what they know about it. */

import { encodeId } from '../routes/ids.js'
import { remember } from '../routes/objects.js'
import type { WatchedApp } from './app.js'
import { createIds } from './ids.js'
import { pathOf } from './rows.js'
import type { WalkRow } from './rows.js'
import type { PageForm } from './page.js'
import { createVisitor } from './visitor.js'
import type { Answer, Request, Visitor } from './visitor.js'
import type { Walk } from './walk.js'

/** A request, and why it is sent. */
export interface Question extends Request {
  /**
   * `page`: a page that no link led to. `link`: a link or a redirect. `head`: HEAD after GET. `write`: a
   * valid request. `empty` and `unguarded`: the same by a stranger with an empty body, or an unknown id.
   * `form`: a form as rendered. `odd`: an odd id or value. `unknown`: an id that no record has.
   */
  readonly kind: 'page' | 'link' | 'head' | 'write' | 'empty' | 'unguarded' | 'form' | 'odd' | 'unknown'
  /** That of the URL, unless its conditions choose another one. */
  readonly row?: WalkRow | undefined
  /** The page with the link or the form. */
  readonly page?: string | undefined
  readonly form?: PageForm | undefined
  /** The answer of GET before a HEAD. */
  readonly got?: Answer
}

/** A question with its answer. */
export interface Step extends Question {
  readonly visitor: string
  readonly answer: Answer
  /**
   * `refused`: a guard, or the action, sends the visitor away. `invalid`: the app refuses the body or an id
   * before the action begins. `past`: the visitor gets past all guards. `unclear`: anything else.
   */
  readonly outcome: 'refused' | 'invalid' | 'past' | 'unclear'
  /** Where the answer led. */
  readonly next?: Step
  /** What is wrong with a link whatever the answer is. */
  readonly fault?: string
}

export type World = ReturnType<typeof createWorld>

export function createWorld (walk: Walk, watched: WatchedApp) {
  const { rows, address, recognize, rowAt, timeout } = walk
  const visited = { watched, address, timeout }
  const visitors = new Map(walk.names.map(
    (name) => [name, createVisitor(visited, name, walk.visitors[name] ?? {})]
  ))
  const filled = new Set<WalkRow>()
  const ids = createIds(rows)

  /** Notes the ids of a URL, and those in its answer. */
  function learn (url: string, method: string, answer?: Answer): void {
    const found = recognize(address.whole(url), method)
    const isData = answer?.type === 'application/json' && answer.status < 300
    if (found !== null) ids.learn(found, isData ? readJsonBody(answer.body) : undefined)
    const target = answer?.headers.location
    const led = target === undefined ? undefined : address.resolve(target, url)
    if (led !== undefined) learn(led, 'GET')
  }

  /** The URLs of a row, with ids that somebody has seen. */
  function urlsOf ({ route, headers: { host } }: WalkRow): readonly string[] {
    const paths = ids.find(route).map((texts) => pathOf(route, texts.map(encodeId)))
    return host === undefined ? paths : paths.map((path) => address.whole(path, host))
  }

  async function ask (visitor: Visitor, question: Question): Promise<Step> {
    const { method, url, row = rowAt(method, url), payload } = question
    // A form sends no headers of its own.
    const headers = payload === undefined ? { ...row?.headers, ...question.headers } : {}
    const place = labelOf({ method, url, row })
    const answer = await visitor.ask({ ...question, headers, isHeadEnough: walk.endless.has(place) })
    if (answer.isEndless === true) walk.endless.add(place)
    if (answer.status < 400) learn(url, method, answer)
    const names = new URLSearchParams(url.replace(/^[^?]*/, '')).keys()
    for (const name of names) remember(walk.queries, place, () => new Set()).add(name)
    return { ...question, row, visitor: visitor.name, answer, outcome: outcomeOf(answer, walk) }
  }

  /**
   * Lets each visitor add a record to each list, once in an app, since the lists of programs may be empty.
   * What ends an account is no longer a list.
   */
  async function fill (lists: readonly WalkRow[]): Promise<void> {
    for (const row of lists) {
      if (filled.has(row)) continue
      filled.add(row)
      for (const visitor of visitors.values()) {
        const [url] = urlsOf(row)
        if (url === undefined || !await visitor.canSignIn()) continue
        await ask(visitor, { kind: 'write', method: row.method, url, row, body: walk.sample(row) })
        if (!await visitor.canSignIn()) walk.lists.delete(row)
      }
    }
  }

  // A row that writes may be the only one of its path.
  for (const method of new Set(rows.map((row) => row.method))) {
    for (const url of walk.start) learn(url, method)
  }

  return {
    walk,
    /** All by name, the stranger too. */
    visitors,
    rowAt,
    learn,
    /** The texts of the variables of a row, with ids that somebody has seen. */
    textsOf: ids.find,
    urlsOf,
    ask,
    fill,
    filled
  }
}

/** `POST /posts`; for a request that reaches no row, its method and path. */
export function labelOf ({ row, method, url }: Pick<Question, 'row' | 'method' | 'url'>): string {
  return row?.label ?? `${method} ${url.replace(/\?.*/s, '')}`
}

function outcomeOf (answer: Answer, { logIn }: Walk): Step['outcome'] {
  const { status, ran, headers: { location } } = answer
  const path = location?.replace(/^https?:\/\/[^/]*/, '')
  const isLogIn = logIn.some((page) => path?.startsWith(page) === true)
  if (status === 401 || status === 403 || (isRedirect(answer) && (!ran || isLogIn))) return 'refused'
  if (ran || (status >= 200 && status < 300)) return 'past'
  return [400, 413, 415, 422].includes(status) ? 'invalid' : 'unclear'
}

export function isRedirect ({ status }: Answer): boolean {
  return status >= 300 && status < 400 && status !== 304
}

/** Where an answer leads; undefined for no redirect, and for another site. */
export function redirectTarget ({ address }: Walk, { answer, url }: Step): string | undefined {
  const { location } = answer.headers
  return isRedirect(answer) && location !== undefined ? address.resolve(location, url) : undefined
}

export function readJsonBody (body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}
