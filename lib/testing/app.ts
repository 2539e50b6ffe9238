/** A fresh app: its routes, and what happened to each request. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.js'
import { remember } from '../routes/objects.js'
import { show } from '../text.js'
import type { WatchedRoute } from './rows.js'

/** What the app did with a request. */
export interface Fate {
  /** Whether the handler of a route began. */
  ran: boolean
  /** Whether its body was read, and validation began. */
  isRead?: boolean
  error?: Error
  /** What the handler sent, before it became text. */
  sent?: unknown
}

export interface WatchedApp {
  readonly app: FastifyInstance
  readonly routes: readonly WatchedRoute[]
  readonly fateOf: (request: object) => Fate
}

export type CreateApp = () => FastifyInstance | PromiseLike<FastifyInstance>

const CHANNEL = 'fastify.initialization'

/**
 * Does some work with a fresh app, and closes it, also where the work fails: an open database would keep the
 * process alive. Throws FST_RESOURCES_WALK if `createApp` gives no new app, and whatever it or the work
 * throws.
 */
export async function withApp<R> (
  createApp: CreateApp, work: (watched: WatchedApp) => Promise<R>
): Promise<R> {
  const watched = await openApp(createApp)
  try {
    return await work(watched)
  } finally {
    await watched.app.close()
  }
}

async function openApp (createApp: CreateApp): Promise<WatchedApp> {
  const watched = new Map<object, WatchedApp>()
  const watch = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    watched.set(fastify.initialConfig, watchApp(fastify))
  }
  subscribe(CHANNEL, watch)
  try {
    const app = await createApp()
    const found = watched.get(app?.initialConfig)
    if (found === undefined) {
      throw createError('FST_RESOURCES_WALK', [
        `createApp: expected a function that gives a new Fastify app for each call, got ${show(app)}`
      ])
    }
    await app.ready()
    return found
  } finally {
    unsubscribe(CHANNEL, watch)
  }
}

function watchApp (app: FastifyInstance): WatchedApp {
  const routes: WatchedRoute[] = []
  const fates = new WeakMap<object, Fate>()
  const fateOf = (request: object): Fate => remember(fates, request, () => ({ ran: false }))
  app.addHook('onRoute', function watchRoute (options) {
    routes.push({ options, scope: this })
    const { handler } = options
    options.handler = function watchedHandler (request, reply) {
      fateOf(request.raw).ran = true
      return handler.call(this, request, reply)
    }
  })
  app.addHook('preValidation', async function watchRead (request) {
    fateOf(request.raw).isRead = true
  })
  app.addHook('preSerialization', async function watchPayload (request, reply, payload) {
    // A copy, since later hooks may clean the original.
    if (reply.statusCode < 400) fateOf(request.raw).sent = copyOf(payload)
    return payload
  })
  app.addHook('onError', async function watchError (request, _reply, error) {
    fateOf(request.raw).error = error
  })
  return { app, routes, fateOf }
}

/** As JSON shows it; undefined where it cannot. */
function copyOf (payload: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(payload)) as unknown
  } catch {
    return undefined
  }
}
