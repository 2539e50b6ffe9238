/** A visitor with an app of its own: its session, its requests, and what each answer means. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.js'
import { createRecognize, stateOf } from '../tools.js'
import { show } from '../text.js'
import type { WalkOptions } from '../../types/walk-options.js'
import type { CookieJar } from './cookies.js'
import { createFetch } from './inject.js'
import { fillForm, readPage } from './page.js'
import type { Page } from './page.js'

/** What the app does with a request. */
interface Fate {
  /** Whether the handler of a route began. */
  ran?: boolean
  error?: Error & { readonly code?: string, readonly validation?: unknown }
}

export interface Asked {
  readonly method: string
  readonly url: string
  /** A form, which a browser sends by POST. */
  readonly body?: URLSearchParams | FormData | undefined
}

export interface Answer extends Asked {
  /** 0 if none came in time. */
  readonly status: number
  /** `led`: the action leads to the log-in page. `past`: the visitor is past all guards. */
  readonly outcome: 'refused' | 'led' | 'past' | 'unclear'
  /** Whether it is a redirect. */
  readonly isOnward: boolean
  /** Where its `Location` leads: null without one, undefined for another site. */
  readonly target: string | null | undefined
  readonly page: Page
  /** `: ` and what the app says; for a crash also the line of its own code that threw. */
  readonly reason: string
}

export type CreateApp = () => FastifyInstance | PromiseLike<FastifyInstance>
export type Visitor = Awaited<ReturnType<typeof createVisitor>>

export const STRANGER = 'stranger'
export const LEAVING = /(?:log|sign)[-_]?(?:out|off)/i
const CHANNEL = 'fastify.initialization'
const LOCAL = { protocol: 'http', host: 'localhost' }

/** Throws FST_RESOURCES_WALK if `createApp` gives no new app. The caller closes all that are in `opened`. */
export async function createVisitor (
  name: string, createApp: CreateApp, options: WalkOptions, opened: FastifyInstance[]
) {
  const { visitors = {}, timeout = 3000 } = options
  let fate: Fate = {}
  const made = new Set<object>()
  const watch = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    made.add(fastify.initialConfig)
    fastify.addHook('onError', async (_request, _reply, error) => { fate.error = error })
    fastify.addHook('onRoute', (route) => {
      const { handler } = route
      route.handler = function watchedHandler (request, reply) {
        fate.ran = true
        return handler.call(this, request, reply)
      }
    })
  }
  subscribe(CHANNEL, watch)
  const app = await (async () => await createApp())().finally(() => unsubscribe(CHANNEL, watch))
  if (!made.has(app?.initialConfig)) {
    const expected = 'expected a function that gives a new Fastify app for each call'
    throw createError('FST_RESOURCES_WALK', [`createApp: ${expected}, got ${show(app)}`])
  }
  opened.push(app)
  await app.ready()
  const { page = '', fields = {}, headers = {} } = visitors[name] ?? {}
  const logIns = Object.values(visitors).map(({ page = '' }) => pathOf(page))
  const bases = stateOf(app).assignments.map(({ base }) => base)
  const path = bases[0]?.path ?? ''
  const { protocol, host } = bases.find(({ origin }) => origin !== null)?.origin ?? LOCAL
  const site = `${protocol}://${host}`
  const cookies: CookieJar = new Map()
  let requests = 0
  const fetch = createFetch({
    inject: async (options) => await app.inject({
      ...options,
      // The proxy of a base path removes it.
      url: options.url.replace(site + path, site),
      headers: { 'x-forwarded-proto': protocol, ...options.headers },
      // Another address each time, for rate limits. RFC 2544 keeps 198.18.0.0/15 for benchmarks.
      remoteAddress: `198.18.${(++requests >> 8) & 255}.${requests & 255}`
    })
  }, undefined, cookies)
  /** False after what may end the session: then the visitor starts anew. */
  let isIn = false

  /** Logs in, unless the session is still there. Gives why the app refuses that. */
  async function arrive (): Promise<string | undefined> {
    if (isIn) return undefined
    cookies.clear()
    const fault = page === '' ? undefined : await logIn()
    isIn = fault === undefined
    return fault && `visitors.${name} cannot log in: ${fault}`
  }

  async function logIn (): Promise<string | undefined> {
    const shown = await ask({ method: 'GET', url: page })
    const names = Object.keys(fields)
    const form = shown.page.forms.find((one) =>
      one.written === 'POST' && names.every((name) => one.fields.some((field) => field.name === name)))
    if (form === undefined) {
      return `the page ${page} answers ${shown.status}, without a form with ${names.join(', ')} for this site`
    }
    const { status, reason } = await ask({ ...form, body: fillForm(form, fields) })
    if (status < 400 && cookies.size > 0) return undefined
    return `${page} answers ${status} (cookies: ${cookies.size})${reason}`
  }

  async function ask ({ method, url, body }: Asked): Promise<Answer> {
    fate = {}
    const limit = new AbortController()
    const timer = setTimeout(() => { limit.abort() }, timeout)
    const { status, type, location, text } = await fetch(site + path + url, {
      method: body === undefined ? method : 'POST',
      body: body ?? null,
      headers: {
        accept: 'text/html,*/*;q=0.8',
        ...(method !== 'GET' && { origin: site, 'sec-fetch-site': 'same-origin' }),
        ...headers
      },
      redirect: 'manual',
      signal: limit.signal
    }).then(read).catch(() => ({ status: 0, type: '', location: null, text: 'its answer breaks off' }))
    clearTimeout(timer)
    const said = limit.signal.aborted ? `no answer within ${timeout} ms` : text
    // Ends what the app still sends.
    limit.abort()
    const resolve = (link: string): string | undefined => pathInApp(link, url)
    const target = location === null ? null : resolve(location)
    const isOnward = status >= 300 && status < 400 && status !== 304
    const isLogIn = isOnward && logIns.includes(pathOf(target ?? 'elsewhere'))
    const outcome = outcomeOf({ ...fate, status, isOnward, isLogIn })
    if (method !== 'GET' || outcome === 'refused' || LEAVING.test(url)) isIn = false
    const page = await readPage(type === 'text/html' ? text : '', url, resolve)
    const reason = reasonOf(status, said, fate)
    return { method, url, body, status, outcome, isOnward, target, page, reason }
  }

  /** The path in the app of a link on a page of it; undefined for another site, and for an invalid link. */
  function pathInApp (link: string, from: string): string | undefined {
    if (!URL.canParse(link, site + path + from)) return undefined
    const { protocol, host: own, pathname, search } = new URL(link, site + path + from)
    const isOwn = /^https?:$/.test(protocol) && [host, LOCAL.host].includes(own)
    if (!isOwn || !`${pathname}/`.startsWith(`${path}/`)) return undefined
    return `${pathname.slice(path.length) || '/'}${search}`
  }

  return { name, app, recognize: createRecognize(app), arrive, ask }
}

/** Only the text of HTML, JSON and plain text. */
async function read (response: Response) {
  const { status, headers } = response
  const type = (headers.get('content-type') ?? '').replace(/;.*/s, '')
  const text = /(?:html|json|plain)$/.test(type) ? await response.text() : ''
  return { status, type, location: headers.get('location'), text }
}

function outcomeOf (
  { status, isOnward, isLogIn, ran, error }: Fate & Pick<Answer, 'status' | 'isOnward'> & { isLogIn: boolean }
): Answer['outcome'] {
  if (ran === true) return isLogIn ? 'led' : 'past'
  // A row compares versions after all guards, so who learns of one is past them.
  if (status === 412 || status === 428) return 'past'
  if (error?.validation !== undefined || error?.code?.startsWith('FST_CSRF') === true) return 'unclear'
  return isOnward || status === 401 || status === 403 ? 'refused' : 'unclear'
}

function reasonOf (status: number, text: string, { error }: Fate): string {
  const isCrash = status === 0 || status >= 500
  if (error === undefined) return isCrash ? `: ${text.slice(0, 100)}` : ''
  const line = error.stack?.split('\n').find((one) => /^\s+at .*:\d+/.test(one) && !/node_modules|node:/.test(one))
  return `: ${error.message}${isCrash && line !== undefined ? `, ${line.trim()}` : ''}`
}

export function pathOf (url: string): string {
  return url.replace(/\?.*/s, '')
}
