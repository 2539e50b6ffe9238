/** The app of a visitor, under the address that browsers know, and what it does with each request. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.js'
import { remember, stateOf } from '../tools.js'
import { show } from '../text.js'
import type { CookieJar } from './cookies.js'
import { createFetch } from './inject.js'

interface Fate {
  /** Whether the handler of a route began. */
  ran?: boolean
  error?: Error
}

export interface Answer extends Readonly<Fate> {
  /** 0 if none came in time. */
  readonly status: number
  /** The media type, without its parameters. */
  readonly type: string
  readonly location: string | null
  /** Only that of HTML, JSON and plain text. */
  readonly body: string
}

export type WatchedApp = Awaited<ReturnType<typeof openApp>>

export type CreateApp = () => FastifyInstance | PromiseLike<FastifyInstance>

const CHANNEL = 'fastify.initialization'
const LOCAL = { protocol: 'http', host: 'localhost' }

/** Throws FST_RESOURCES_WALK if `createApp` gives no new app. The caller closes all that are in `opened`. */
export async function openApp (createApp: CreateApp, timeout: number, opened: FastifyInstance[]) {
  const fates = new WeakMap<object, Fate>()
  const made = new Set<object>()
  const fateOf = (request: object): Fate => remember(fates, request, () => ({}))
  const watch = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    made.add(fastify.initialConfig)
    fastify.addHook('onError', async ({ raw }, _reply, error) => { fateOf(raw).error = error })
    fastify.addHook('onRoute', (options) => {
      const { handler } = options
      options.handler = function watchedHandler (request, reply) {
        fateOf(request.raw).ran = true
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
  const bases = stateOf(app).assignments.map(({ base }) => base)
  const path = bases[0]?.path ?? ''
  const { protocol, host } = bases.find(({ origin }) => origin !== null)?.origin ?? LOCAL
  const site = `${protocol}://${host}`
  const cookies: CookieJar = new Map()
  let requests = 0
  let fate: Fate = {}

  async function inject (options: Parameters<Parameters<typeof createFetch>[0]['inject']>[0]) {
    const injected = await app.inject({
      ...options,
      // The proxy of a base path removes it.
      url: options.url.replace(site + path, site),
      headers: { 'x-forwarded-proto': protocol, ...options.headers },
      // Another address each time, for rate limits. RFC 2544 keeps 198.18.0.0/15 for benchmarks.
      remoteAddress: `198.18.${(++requests >> 8) & 255}.${requests & 255}`
    })
    fate = fateOf(injected.raw.res.req)
    return injected
  }

  const fetch = createFetch({ inject }, undefined, cookies)

  /** Asks for a path of the app. */
  async function send (url: string, init: RequestInit): Promise<Answer> {
    fate = {}
    const limit = new AbortController()
    const timer = setTimeout(() => { limit.abort() }, timeout)
    const answer = await read(url, { ...init, redirect: 'manual', signal: limit.signal })
    clearTimeout(timer)
    // Ends what the app still sends.
    limit.abort()
    return { ...answer, ...fate }
  }

  async function read (url: string, init: RequestInit): Promise<Answer> {
    try {
      const response = await fetch(site + path + url, init)
      const type = (response.headers.get('content-type') ?? '').replace(/;.*/s, '')
      const body = /(?:html|json|plain)$/.test(type) ? await response.text() : ''
      return { status: response.status, type, location: response.headers.get('location'), body }
    } catch {
      const body = init.signal?.aborted === true ? `no answer within ${timeout} ms` : 'its answer breaks off'
      return { status: 0, type: '', location: null, body }
    }
  }

  /** The path in the app of a link on a page of it; undefined for another site, and for an invalid link. */
  function resolve (link: string, page: string): string | undefined {
    const from = site + path + page
    if (!URL.canParse(link, from)) return undefined
    const { protocol, host: own, pathname, search } = new URL(link, from)
    const isOwn = /^https?:$/.test(protocol) && [host, LOCAL.host].includes(own)
    if (!isOwn || !`${pathname}/`.startsWith(`${path}/`)) return undefined
    return `${pathname.slice(path.length) || '/'}${search}`
  }

  return { app, site, cookies, send, resolve }
}
