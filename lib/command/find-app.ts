/** The app that a module exports. */

import type { FastifyInstance } from 'fastify'
import { isObject } from '../routes/objects.js'
import { exportsOf } from './load-routes.js'

/** A Fastify instance, or what a function returns, under `app` or by default. */
export async function findApp (module: Readonly<Record<string, unknown>>): Promise<FastifyInstance | undefined> {
  for (const value of exportsOf(module, 'app')) {
    const app: unknown = typeof value === 'function' ? await value() : await value
    if (isApp(app)) return app
  }
  return undefined
}

function isApp (value: unknown): value is FastifyInstance {
  return isObject(value) && typeof value.printRoutes === 'function' && typeof value.ready === 'function'
}
