/** Apps for tests, whose actions answer with their request. */

import Fastify from 'fastify'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import resourcesPlugin from '../../lib/index.js'
import type { ResourcesPluginOptions, Routes } from '../../lib/index.js'

/** The answer of an echoing action. */
export interface Echo {
  controller: string
  action: string
  params: Record<string, string>
  /** If the path has an extension. */
  format?: string
}

export function echo (request: FastifyRequest): Echo {
  const { controller, action } = request.routeOptions.config.resource!
  return {
    controller,
    action,
    params: { ...(request.params as Record<string, string>) },
    ...(request.format === null ? {} : { format: request.format })
  }
}

/** A controller for each that the routes name, with an echo for each action. */
export function echoControllers (routes: Routes): Record<string, Record<string, typeof echo>> {
  const controllers: Record<string, Record<string, typeof echo>> = {}
  for (const { controller, action, redirect } of routes.table) {
    if (redirect !== null) continue
    controllers[controller] = { ...controllers[controller], [action]: echo }
  }
  return controllers
}

export async function echoApp (
  routes: Routes,
  options: Partial<ResourcesPluginOptions> = {},
  server: FastifyServerOptions = {}
): Promise<FastifyInstance> {
  const app = Fastify(server)
  await app.register(resourcesPlugin, { routes, controllers: echoControllers(routes), ...options })
  await app.ready()
  return app
}
