/** The app that a module exports. */

import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { isObject } from '../routes/objects.js'
import { exportsOf } from './load-routes.js'

/** A Fastify instance, what a function without parameters returns, or a plugin in a new app; under `app` or by default. */
export async function findApp (module: Readonly<Record<string, unknown>>): Promise<FastifyInstance | undefined> {
  for (const value of exportsOf(module, 'app')) {
    const app: unknown = typeof value === 'function' ? await callExport(value as Exported) : await value
    if (isApp(app)) return app
  }
  return undefined
}

type Exported = (...args: readonly unknown[]) => unknown

/** A function with a parameter is a plugin, as fastify-cli runs it. */
async function callExport (exported: Exported): Promise<unknown> {
  if (exported.length === 0) return await exported()
  const { default: createFastify } = await import('fastify')
  return await createFastify().register(exported as FastifyPluginAsync)
}

function isApp (value: unknown): value is FastifyInstance {
  return isObject(value) && typeof value.printRoutes === 'function' && typeof value.ready === 'function'
}
