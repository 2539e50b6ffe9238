/** The plugin: the architecture on one screen. */

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { createError } from '../errors.js'
import { groupBy } from '../routes/group-by.js'
import { formatTableRows } from '../routes/listing.js'
import { joinPath } from '../routes/path.js'
import { methodsOf, prefixTable } from '../routes/table.js'
import type { ListingOptions } from '../../types/listing.js'
import type { ResourcesPluginOptions } from '../../types/plugin.js'
import type { Method, Route } from '../../types/route.js'
import { readActions } from './actions.js'
import { loadControllers, warnOfUnused } from './controllers.js'
import { readOptions } from './options.js'
import type { Settings } from './options.js'
import { checkRoutes, registerRoute } from './register.js'
import { gatherMistakes } from './report.js'
import type { Mistakes } from './report.js'
import { placeInScopes } from './scopes.js'
import type { Scope } from './scopes.js'
import { decorateUrls, hasUrls } from './urls.js'

/**
 * Registers the routes of a drawn tree with the controllers that answer them, and decorates the scope
 * with `urlFor`, `printResources` and `request.urlFor`.
 *
 * Throws FST_RESOURCES_OPTIONS, FST_RESOURCES_BASE_URL, FST_RESOURCES_ALREADY_REGISTERED,
 * FST_RESOURCES_CONTROLLERS or FST_RESOURCES_ROUTE, and whatever a `scopes` function throws.
 *
 * @example await app.register(resourcesPlugin, { routes, controllers: { posts } })
 */
export const resourcesPlugin = fp(registerResources, { name: 'fastify-resources', fastify: '5.x' })

async function registerResources (fastify: FastifyInstance, options: ResourcesPluginOptions): Promise<void> {
  if (hasUrls(fastify)) throw createError('FST_RESOURCES_ALREADY_REGISTERED', [])
  const settings = readOptions(options, fastify)
  const table = prefixTable(settings.routes.table, joinPath(fastify.prefix, settings.prefix))
  const scope = placeInScopes(table, settings.scopes)
  decorateUrls(fastify, table, settings.baseUrl)
  fastify.decorate('printResources', (listing?: ListingOptions) => formatTableRows(table, listing))

  const startup: Startup = {
    settings,
    methodsOf: methodsOf(table),
    deadline: controllerDeadline(fastify),
    controllerMistakes: gatherMistakes('FST_RESOURCES_CONTROLLERS'),
    routeMistakes: gatherMistakes('FST_RESOURCES_ROUTE')
  }
  checkRoutes(table, startup.methodsOf, fastify, startup.routeMistakes.report)
  startup.routeMistakes.throwIfAny()
  await fillScope(fastify, scope, startup)
  startup.controllerMistakes.throwIfAny()
  startup.routeMistakes.throwIfAny()
  warnOfUnused(settings.controllers, table, fastify)
}

/** What all scopes of one registration share while they are filled. */
interface Startup {
  readonly settings: Settings
  readonly methodsOf: (route: Route) => readonly Method[]
  readonly deadline: number
  readonly controllerMistakes: Mistakes
  readonly routeMistakes: Mistakes
}

async function fillScope (fastify: FastifyInstance, { routes, inner }: Scope, startup: Startup): Promise<void> {
  const { settings, deadline, controllerMistakes, routeMistakes } = startup
  const byController = groupBy(routes, ({ controller }) => controller)
  const controllers = await loadControllers([...byController.keys()], settings.controllers, fastify, deadline, controllerMistakes.report)
  for (const [name, own] of byController) {
    const controller = controllers.get(name)
    if (controller === undefined) continue
    const actions = readActions(name, controller, [...new Set(own.map(({ action }) => action))], controllerMistakes.report)
    for (const route of own) {
      const action = actions.get(route.action)
      if (action !== undefined) registerRoute(route, startup.methodsOf(route), action, fastify, routeMistakes.report)
    }
  }
  for (const scope of inner) {
    await fastify.register(async function resourcesScope (child) {
      await scope.setUp(child)
      // What the function registered without waiting must be there for the controllers.
      await child.after()
      await fillScope(child, scope, startup)
    })
  }
}

// Before Fastify gives up on the whole plugin, so that the error can name the controller.
function controllerDeadline ({ initialConfig }: FastifyInstance): number {
  const timeout = initialConfig.pluginTimeout as number
  return timeout === 0 ? Infinity : Date.now() + timeout * 0.8
}
