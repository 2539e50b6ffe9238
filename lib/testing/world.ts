/** A fresh app with its visitors, and what they know about it. */

import { createRecognize } from '../fastify/routing/index.js'
import { readAppTable } from '../fastify/check/index.js'
import { isWriting } from '../fastify/methods/index.js'
import { encodeId } from '../routes/ids.js'
import type { WalkOptions } from '../../types/testing.js'
import { createAddress } from './address.js'
import type { Address } from './address.js'
import { createIds } from './ids.js'
import { pathOf, readRows } from './rows.js'
import type { WalkRow } from './rows.js'
import type { PageForm } from './page.js'
import { createVisitor } from './visitor.js'
import type { Answer, Question, Visitor } from './visitor.js'
import { watchApp } from './watch.js'
import type { CreateApp } from './watch.js'

/** A request with its answer, and why it was sent. */
export interface Step {
  /**
   * `page`: a page that no link led to. `link`: a link or a redirect. `head`: HEAD after GET. `write`: a
   * valid request. `empty` and `unguarded`: the same by a stranger with an empty body, or an unknown id.
   * `form`: a form as rendered. `odd`: an odd id or value. `unknown`: an id that no record has. `create`: a
   * record for others to find.
   */
  readonly kind:
    'page' | 'link' | 'head' | 'create' | 'write' | 'empty' | 'unguarded' | 'form' | 'odd' | 'unknown'
  readonly visitor: string
  readonly method: string
  readonly url: string
  readonly row: WalkRow | undefined
  /** The body. */
  readonly sent?: unknown
  readonly answer: Answer
  /** The page with the link or the form. */
  readonly page?: string
  readonly form?: PageForm
  /** The answer of GET before a HEAD. */
  readonly got?: Answer
  /** Where the answer led. */
  readonly next?: Step
  /** What is wrong whatever the answer is. */
  readonly fault?: string
}

export type Reason = Pick<Step, 'kind' | 'page' | 'form' | 'got'>

export interface World {
  readonly rows: readonly WalkRow[]
  readonly address: Address
  /** All visitors by name, the stranger too. */
  readonly visitors: ReadonlyMap<string, Visitor>
  readonly rowAt: (method: string, url: string) => WalkRow | undefined
  /** Notes the ids of a URL that a page shows. */
  readonly learn: (url: string, method: string) => void
  /** URLs of a row, with ids that somebody has seen. */
  readonly urlsOf: (row: WalkRow) => readonly string[]
  /** The texts of its variables in these URLs. */
  readonly textsOf: (row: WalkRow) => ReadonlyArray<readonly string[]>
  readonly ask: (
    visitor: Visitor, question: Question & { readonly row?: WalkRow }, reason: Reason
  ) => Promise<Step>
  readonly close: () => Promise<void>
}

export const STRANGER = 'stranger'

/** Throws FST_RESOURCES_WALK for an app that is not new, and FST_RESOURCES_OPTIONS for one without trees. */
export async function createWorld (createApp: CreateApp, options: WalkOptions): Promise<World> {
  const { visitors = {}, timeout = 3000 } = options
  const watched = await watchApp(createApp, timeout)
  const { app, routes } = watched
  await readAppTable(app, 'walkApp()')
  const rows = readRows(routes)
  const address = createAddress(app, rows)
  const recognize = createRecognize(app)
  const ids = createIds(rows)

  const recognized = (method: string, url: string): ReturnType<typeof recognize> =>
    recognize(address.whole(url), method)

  function rowAt (method: string, url: string): WalkRow | undefined {
    const found = recognized(method, url)
    return rows.find((row) => row.route === found?.route && row.method === method.replace('HEAD', 'GET'))
  }

  function learn (url: string, method: string): void {
    const found = recognized(method, url)
    if (found !== null) ids.learn(found)
  }

  function learnFrom ({ method, url, answer: { status, headers: { location }, type, body } }: Step): void {
    const target = location === undefined ? undefined : address.resolve(location, url)
    if (target !== undefined) learn(target, 'GET')
    const found = type === 'application/json' && status < 300 ? recognized(method, url) : null
    const value = found === null ? undefined : readJsonBody(body)
    if (found !== null && value !== undefined) ids.learnFrom(found, value)
  }

  function urlOf (row: WalkRow, texts: readonly string[]): string {
    const host = row.headers?.host
    const path = pathOf(row.route, texts.map(encodeId))
    return host === undefined ? path : address.whole(path).replace(/^(https?:\/\/)[^/]+/, `$1${host}`)
  }

  return {
    rows,
    address,
    visitors: new Map(
      Object.entries({ [STRANGER]: {}, ...visitors }).map(([name, how]) =>
        [name, createVisitor(watched, address, name, how)])
    ),
    rowAt,
    learn,
    textsOf: ({ route }) => ids.find(route),
    urlsOf: (row) => ids.find(row.route).map((texts) => urlOf(row, texts)),
    async ask (visitor, { row: given, ...question }, reason) {
      const { method, url, body } = question
      const row = given ?? rowAt(method, url)
      const answer = await visitor.ask({ ...question, headers: { ...row?.headers, ...question.headers } })
      const step: Step = {
        ...reason,
        visitor: visitor.name,
        method,
        url,
        row,
        answer,
        ...(body !== undefined && { sent: body })
      }
      if (reason.kind !== 'odd' && reason.kind !== 'unknown' && reason.kind !== 'unguarded') learnFrom(step)
      return step
    },
    async close () { await app.close() }
  }
}

/** Who asks for a visitor: each time another stranger, since a stranger may sign up. */
export async function askerOf (visitor: Visitor): Promise<Visitor> {
  return visitor.name === STRANGER ? await visitor.twin() : visitor
}

export function readJsonBody (body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}

/** The rows that write, which somebody can ask for. */
export function writingRows ({ rows }: World): readonly WalkRow[] {
  return rows.filter(({ method, headers }) => isWriting(method) && headers !== null)
}
