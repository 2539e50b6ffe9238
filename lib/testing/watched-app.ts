/** A fresh app: its routes, what it answers, and what happened to each request. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyRequest, InjectOptions, RouteOptions } from 'fastify'
import { createError } from '../errors.js'
import { inTime, remember } from '../tools.js'
import type { Schema } from '../tools.js'
import { show } from '../text.js'

/** What the app did with a request. */
interface Fate {
  /** Whether the handler of a route began. */
  ran: boolean
  /** Whether all hooks before it have passed, and validation began. */
  isRead?: boolean
  error?: Error
  /** What the handler sent, before it became text. */
  sent?: unknown
  /** The same after the hooks of the app, which may have changed it. */
  shaped?: unknown
}

export interface Answer extends Readonly<Fate> {
  /** 0 if none came in time. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The media type, without its parameters. */
  readonly type: string
  /** `''` of an endless one. */
  readonly body: string
  /** Whether its head came, and its body did not end in time. */
  readonly isEndless: boolean
}

export type WatchedApp = ReturnType<typeof watchApp>

export type CreateApp = () => FastifyInstance | PromiseLike<FastifyInstance>

const CHANNEL = 'fastify.initialization'

/**
 * Does some work with a fresh app, and closes it, also where it does not start or the work fails: an open
 * database would keep the process alive. Throws FST_RESOURCES_WALK if `createApp` gives no new app, and
 * whatever it or the work throws.
 */
export async function withApp<R> (
  createApp: CreateApp, work: (watched: WatchedApp) => Promise<R>
): Promise<R> {
  const made = new Map<object, WatchedApp>()
  const watch = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    made.set(fastify.initialConfig, watchApp(fastify))
  }
  subscribe(CHANNEL, watch)
  let app: FastifyInstance
  try {
    app = await createApp()
  } finally {
    unsubscribe(CHANNEL, watch)
  }
  const watched = made.get(app?.initialConfig)
  if (watched === undefined) {
    throw createError('FST_RESOURCES_WALK', [
      `createApp: expected a function that gives a new Fastify app for each call, got ${show(app)}`
    ])
  }
  try {
    await app.ready()
    return await work(watched)
  } finally {
    await app.close()
  }
}

function watchApp (app: FastifyInstance) {
  /** `schema` is what validators read; a document may have another one. */
  const routes: Array<{ options: RouteOptions, scope: FastifyInstance, schema: Schema }> = []
  const fates = new WeakMap<object, Fate>()
  const fateOf = (request: object): Fate => remember(fates, request, () => ({ ran: false }))
  app.addHook('onRoute', function watchRoute (options) {
    routes.push({ options, scope: this, schema: (options.schema ?? {}) as Schema })
    const { handler } = options
    options.handler = function watchedHandler (request, reply) {
      fateOf(request.raw).ran = true
      return handler.call(this, request, reply)
    }
    // After all others, as the last hook of the route.
    options.preValidation = [options.preValidation ?? [], watchRead].flat()
    options.preSerialization = [options.preSerialization ?? [], watchShaped].flat()
  })
  async function watchRead (request: FastifyRequest): Promise<void> {
    fateOf(request.raw).isRead = true
  }
  async function watchShaped (request: FastifyRequest, _reply: unknown, payload: unknown): Promise<unknown> {
    fateOf(request.raw).shaped = copyOf(payload)
    return payload
  }
  app.addHook('preSerialization', async function watchPayload (request, reply, payload) {
    // A copy, since later hooks may clean the original.
    if (reply.statusCode < 400) fateOf(request.raw).sent = copyOf(payload)
    return payload
  })
  app.addHook('onError', async function watchError (request, _reply, error) {
    fateOf(request.raw).error = error
  })

  async function read (request: InjectOptions, timeout: number, isHeadEnough: boolean): Promise<Answer> {
    const response = await inTime(app.inject({ ...request, payloadAsStream: true }), timeout)
    if (response === undefined) return failed(`no answer within ${timeout} ms`)
    const body = isHeadEnough ? undefined : await inTime(text(response.stream()), timeout)
    const headers = response.headers as Answer['headers']
    return {
      ...fateOf(response.raw.res.req),
      status: response.statusCode,
      headers,
      type: String(headers['content-type'] ?? '').replace(/;.*/s, ''),
      body: body ?? '',
      isEndless: body === undefined
    }
  }

  /** Waits `timeout` milliseconds for the head, and again for the body unless the head is enough. */
  async function send (request: InjectOptions, timeout: number, isHeadEnough: boolean): Promise<Answer> {
    const limit = new AbortController()
    const answer = await read({ ...request, signal: limit.signal }, timeout, isHeadEnough)
      .catch(() => failed('its answer breaks off'))
    // Ends what the app still sends.
    limit.abort()
    return answer
  }

  return { app, routes, send }
}

function failed (message: string): Answer {
  const error = { name: 'Error', message }
  return { status: 0, headers: {}, type: '', body: '', isEndless: false, ran: true, error }
}

/** As JSON shows it; undefined where it cannot. */
function copyOf (payload: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(payload)) as unknown
  } catch {
    return undefined
  }
}
