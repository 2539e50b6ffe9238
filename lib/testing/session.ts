/** One visitor at its app: its requests with cookies, and what each answer means. */

import { createRecognize, remember } from '../tools.js'
import type { Route, RouteParam } from '../../types/route.js'
import type { WalkFinding, WalkOptions, WalkVisitor } from '../../types/walk-options.js'
import { fillForm, readPage } from './page.js'
import type { Page, PageForm } from './page.js'
import type { Answer, WatchedApp } from './watched-app.js'

/** What all visitors share. */
export interface Walk {
  readonly options: WalkOptions
  /** By label: `PUT /posts/:id`. */
  readonly rows: ReadonlyMap<string, Route>
  /** The first of each cause. */
  readonly findings: Map<string, WalkFinding>
  /** By label and visitor, the last one, or the one that got past the guards. */
  readonly steps: Map<string, Map<string, Step>>
  /** By label, one that somebody was shown. */
  readonly forms: Map<string, PageForm>
  /** The variables of each URL that somebody has seen, by what they identify. */
  readonly ids: Array<Readonly<Record<string, string | undefined>>>
  readonly unproved: Set<string>
}

export interface Session {
  readonly walk: Walk
  readonly name: string
  readonly visitor: WalkVisitor
  readonly watched: WatchedApp
  readonly recognize: ReturnType<typeof createRecognize>
  /** False after what may end the session: then the visitor starts anew. */
  isIn: boolean
}

export interface Asked {
  readonly method: string
  readonly url: string
  /** A form, which a browser sends by POST. */
  readonly body?: URLSearchParams | FormData
}

export interface Step extends Asked {
  /** That of the row; else its method and path. */
  readonly label: string
  readonly answer: Answer
  /** `led`: the action leads to the log-in page. `past`: the visitor is past all guards. */
  readonly outcome: 'refused' | 'led' | 'past' | 'unclear'
  /** Where its `Location` leads; undefined for another site. */
  readonly target: string | undefined
  readonly shown: Page | undefined
}

export const LEAVING = /(?:log|sign)[-_]?(?:out|off)/i

export function createSession (walk: Walk, name: string, watched: WatchedApp): Session {
  const visitor = walk.options.visitors?.[name] ?? {}
  return { walk, name, visitor, watched, recognize: createRecognize(watched.app), isIn: false }
}

/** Logs in, unless the session is still there. Gives why the app refuses that. */
export async function arrive (session: Session): Promise<string | undefined> {
  const { name, visitor: { page }, watched: { cookies } } = session
  if (session.isIn) return undefined
  cookies.clear()
  const fault = page === undefined ? undefined : await logIn(session, page)
  session.isIn = fault === undefined
  return fault && `visitors.${name} cannot log in: ${fault}`
}

async function logIn (session: Session, page: string): Promise<string | undefined> {
  const { visitor: { fields = {} }, watched: { cookies } } = session
  const { shown, answer } = await ask(session, { method: 'GET', url: page })
  const names = Object.keys(fields)
  const form = shown?.forms.find((one) =>
    one.written === 'POST' && names.every((name) => one.fields.some((field) => field.name === name)))
  if (form === undefined) {
    return `the page ${page} answers ${answer.status}, without a form with ${names.join(', ')} for this site`
  }
  const { answer: { status, body } } = await ask(session, { ...form, body: fillForm(form, fields) })
  if (status < 400 && cookies.size > 0) return undefined
  return `${page} answers ${status}${cookies.size === 0 ? ' without a cookie' : ''}: ${body.slice(0, 100)}`
}

export async function ask (session: Session, { method, url, body }: Asked): Promise<Step> {
  const { walk: { options: { visitors = {} } }, visitor, watched: { site, send, resolve } } = session
  const answer = await send(url, {
    method: body === undefined ? method : 'POST',
    body: body ?? null,
    headers: {
      accept: 'text/html,*/*;q=0.8',
      ...(method !== 'GET' && { origin: site, 'sec-fetch-site': 'same-origin' }),
      ...visitor.headers
    }
  })
  const shown = answer.type === 'text/html' ? await readPage(answer.body, url, resolve) : undefined
  const target = answer.location === null ? undefined : resolve(answer.location, url)
  const logIns = Object.values(visitors).map(({ page = '' }) => pathOf(page))
  const outcome = outcomeOf(answer, target !== undefined && logIns.includes(pathOf(target)))
  if (method !== 'GET' || outcome === 'refused' || LEAVING.test(url)) session.isIn = false
  const asked = { method, url, ...(body !== undefined && { body }) }
  const step = { ...asked, label: labelOf(session, asked), answer, outcome, target, shown }
  note(session, step)
  return step
}

/** Keeps what an answer tells all visitors. */
function note (session: Session, step: Step): void {
  const { walk, name } = session
  const { method, url, label, body, answer, target, shown } = step
  const { status } = answer
  const known = remember(walk.steps, label, () => new Map<string, Step>())
  if (known.get(name)?.outcome !== 'past') known.set(name, step)
  const isFailed = status === 0 || status >= 500
  // Without the fields that the row expects, a crash tells nothing.
  const isWhole = method === 'GET' || method === 'DELETE' || body !== undefined
  const fault = `${method} ${url} gives ${name} ${status}${reasonOf(answer)}`
  if (isFailed && isWhole) tell(session, 'crash', step, fault)
  if (status === 429 || (isFailed && !isWhole)) walk.unproved.add(fault)
  const { links = [], forms = [] } = shown ?? {}
  for (const form of forms) walk.forms.set(labelOf(session, form), form)
  if (status >= 400) return
  for (const link of [url, target ?? url, ...links]) learn(session, { method: 'GET', url: link })
  for (const form of forms) learn(session, form)
}

/** Keeps the ids of a URL. */
export function learn ({ walk, recognize }: Session, { method, url }: Asked): void {
  const found = recognize(url, method)
  const params = found?.route.params.map((param) => [keyOf(param), found.params[param.name]]) ?? []
  if (params.length > 0) walk.ids.push(Object.fromEntries(params))
}

export function tell (
  { walk: { findings }, name }: Session, law: WalkFinding['law'], { label, answer: { status } }: Step,
  message: string
): void {
  remember(findings, `${law} ${label} ${status}`, () => ({ law, row: label, visitor: name, message }))
}

export function labelOf ({ recognize }: Session, { method, url }: Asked): string {
  const found = recognize(url, method)
  return found === null ? `${method} ${pathOf(url)}` : rowLabel(found.route)
}

/** `PUT /posts/:id`, with its conditions where it has some. */
export function rowLabel ({ method, path, conditions }: Route): string {
  const texts = Object.entries(conditions).map(([name, value]) => `${name}: ${String(value)}`)
  return `${method} ${path}${texts.length === 0 ? '' : ` (${texts.join(', ')})`}`
}

export function pathOf (url: string): string {
  return url.replace(/\?.*/s, '')
}

/** The same for `:id` of posts and `:post_id`. */
export function keyOf ({ name, of, property }: RouteParam): string {
  return `${of ?? name}.${property}`
}

export function isRedirect ({ status }: Answer): boolean {
  return status >= 300 && status < 400 && status !== 304
}

function outcomeOf (answer: Answer, isLogIn: boolean): Step['outcome'] {
  const { status, ran, error } = answer
  const { code, validation } = Object(error) as { readonly code?: string, readonly validation?: unknown }
  const isOfValues = ran !== true && validation !== undefined
  if (isOfValues || code?.startsWith('FST_CSRF') === true) return 'unclear'
  if (status === 401 || status === 403) return 'refused'
  if (isRedirect(answer) && (ran !== true || isLogIn)) return ran === true ? 'led' : 'refused'
  // A row compares versions after all guards, so who learns of one is past them.
  return ran === true || status < 300 || status === 412 || status === 428 ? 'past' : 'unclear'
}

/** What the app says; for a crash also the line of its own code that threw. */
export function reasonOf ({ status, error, body }: Answer): string {
  if (status !== 0 && status < 500) return error === undefined ? '' : `: ${error.message}`
  const lines = error?.stack?.split('\n') ?? []
  const line = lines.find((one) => /^\s+at .*:\d+/.test(one) && !/node_modules|node:/.test(one))
  return `: ${error?.message ?? body.slice(0, 100)}${line === undefined ? '' : `, ${line.trim()}`}`
}
