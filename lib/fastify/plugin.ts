/** The plugin: the architecture on one screen. */

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { createError } from '../errors.js'
import { messageOf } from '../text.js'
import { isRedirecting } from '../routes/answer.js'
import { groupBy } from '../routes/group-by.js'
import { formatTableRows } from '../routes/listing.js'
import { methodsOf, waysOf } from '../routes/sites.js'
import type { Way } from '../routes/sites.js'
import { prefixTable } from '../routes/table.js'
import type { ListingOptions } from '../../types/listing.js'
import type { ResourcesPluginOptions } from '../../types/plugin.js'
import type { Method, Route } from '../../types/route.js'
import { noteActions, noteControllers, noteRoutes } from './check/index.js'
import { loadControllers, readActions, warnOfMisspelt, warnOfUnused } from './controllers/index.js'
import type { ActionOptions, Controller } from './controllers/index.js'
import { createRecognize, declareRows, redirectAction } from './routing/index.js'
import { createDerive, createLoads, decorateRecords, readRecords } from './records/index.js'
import type { Derive, Loads, Records } from './records/index.js'
import { parseForms } from './forms/index.js'
import { checkMediaTypes, decorateFormats, decorateUrls, hasUrls } from './requests/index.js'
import { decorateOriginalMethod, guardRoot, isOverride, overrideMethods, warnWhereInactive } from './methods/index.js'
import { createDescribe } from './openapi/index.js'
import type { Describe } from './openapi/index.js'
import { overrideUseOf, readOptions } from './options.js'
import type { Settings } from './options.js'
import { checkRoutes, refuseHidden, registerRow } from './registration/index.js'
import { gatherMistakes } from './report.js'
import type { Mistakes } from './report.js'
import { placeInScopes, routesOf } from './scopes.js'
import type { Scope } from './scopes.js'

/**
 * Registers the routes of a drawn tree with the controllers that answer them. Decorates the scope
 * with `urlFor`, `printResources`, `recognize`, `request.urlFor`, `request.originalMethod`, `request.format`, `request.record`,
 * `request.parents` and `reply.respondTo`.
 *
 * Throws FST_RESOURCES_DECLARATION, FST_RESOURCES_OPTIONS, FST_RESOURCES_BASE_URL, FST_RESOURCES_ALREADY_REGISTERED,
 * FST_RESOURCES_FORMATS, FST_RESOURCES_STRATEGY, FST_RESOURCES_CONTROLLERS or FST_RESOURCES_ROUTE, and whatever a
 * `scopes` function throws.
 *
 * @example await app.register(resourcesPlugin, { routes, controllers: { posts } })
 */
export const resourcesPlugin = fp(registerResources, { name: 'fastify-resources', fastify: '>=5.7.1 <7' })

async function registerResources (fastify: FastifyInstance, options: ResourcesPluginOptions): Promise<void> {
  if (hasUrls(fastify)) throw createError('FST_RESOURCES_ALREADY_REGISTERED', [])
  const settings = readOptions(options, fastify)
  guardRoot(fastify, settings)
  if (settings.forms) await parseForms(fastify)
  decorateOriginalMethod(fastify)
  decorateFormats(fastify)
  decorateRecords(fastify)
  if (settings.routes === null) return
  const local = prefixTable(settings.routes.table, settings.prefix)
  const table = prefixTable(local, fastify.prefix)
  const localRows = new Map(table.map((route, index) => [route, local[index] as Route]))
  const localWays = waysOf(local)
  const answered = table.filter((route) => !isRedirecting(route))
  const scope = placeInScopes(table, settings.scopes)
  const registered = routesOf(scope)
  decorateUrls(fastify, registered, settings)
  fastify.decorate('printResources', (listing?: ListingOptions) => formatTableRows(table, listing))
  fastify.decorate('recognize', createRecognize(fastify))

  const records: Records = new Map()
  const loads = createLoads()
  const controllers = new Map<string, Controller>()
  const describe = createDescribe(fastify, { table, prefix: fastify.prefix + settings.prefix, controllers, hidesPages: !settings.documentPages })
  const controllerMistakes = gatherMistakes('FST_RESOURCES_CONTROLLERS')
  const startup: Startup = {
    settings,
    methodsOf: methodsOf(table),
    waysOf: (route) => localWays(localRows.get(route) as Route),
    deadline: controllerDeadline(fastify),
    controllers,
    records,
    loads,
    derive: createDerive(records, loads, controllerMistakes.report),
    describe,
    controllerMistakes,
    routeMistakes: gatherMistakes('FST_RESOURCES_ROUTE')
  }
  checkMediaTypes(table)
  checkRoutes(table, startup.methodsOf, fastify, startup.routeMistakes.report)
  startup.routeMistakes.throwIfAny()
  refuseHidden(table, startup.methodsOf, fastify)
  const guarded = new Set(scope.inner.flatMap(routesOf))
  declareRows(fastify, {
    table: registered,
    overrideOf: (route) => overrideUseOf(route, settings) === 'on' ? settings.methodOverride : null,
    isGuarded: (route) => guarded.has(route)
  })
  // For a tree without rows that such a form reaches, it would only cost time.
  if (table.some((route) => overrideUseOf(route, settings) === 'on' && startup.methodsOf(route).some(isOverride))) overrideMethods(fastify)
  if (settings.methodNotAllowed) warnWhereInactive(fastify)
  // A row may have ids of other scopes' records, so all scopes load first.
  for (const loaded of await loadScopes(fastify, scope, startup)) fillScope(loaded, startup)
  startup.controllerMistakes.throwIfAny()
  startup.routeMistakes.throwIfAny()
  warnOfUnused(settings.controllers, answered, fastify)
  noteControllers(fastify, settings.controllers, answered)
  noteRoutes(fastify, settings.routes)
}

/** What all scopes of one registration share while they are filled. */
interface Startup {
  readonly settings: Settings
  readonly methodsOf: (route: Route) => readonly Method[]
  /** The paths of a row within the scope that the plugin is registered in. */
  readonly waysOf: (route: Route) => readonly Way[]
  readonly deadline: number
  /** All that are loaded, by name. */
  readonly controllers: Map<string, Controller>
  readonly records: Records
  readonly loads: Loads
  readonly derive: Derive
  readonly describe: Describe | null
  readonly controllerMistakes: Mistakes
  readonly routeMistakes: Mistakes
}

/** By controller, then by name. */
type Actions = ReadonlyMap<string, ReadonlyMap<string, ActionOptions>>

/** A scope that is set up, with what answers its routes. */
interface LoadedScope {
  readonly instance: FastifyInstance
  readonly routes: readonly Route[]
  readonly actions: Actions
}

/** The scopes, each before its inner scopes. */
async function loadScopes (instance: FastifyInstance, { routes, inner }: Scope, startup: Startup): Promise<LoadedScope[]> {
  const loaded: LoadedScope[] = [{ instance, routes, actions: await loadActions(routes, instance, startup) }]
  for (const scope of inner) {
    await instance.register(async function resourcesScope (child) {
      await scope.setUp(child)
      // Controllers may need plugins that the function registered without `await`.
      await child.after()
      loaded.push(...await loadScopes(child, scope, startup))
    })
  }
  return loaded
}

function fillScope ({ instance, routes, actions }: LoadedScope, startup: Startup): void {
  const { settings, describe, routeMistakes: { report } } = startup
  const actionOf = ({ controller, action }: Route): ActionOptions | undefined => actions.get(controller)?.get(action)
  const writing = new Set(routes.filter((route) => startup.methodsOf(route).some((method) => method !== 'GET')).map(actionOf))
  // In the order of the table, which decides between two requirements in one place.
  for (const route of routes) {
    const redirect = redirectAction(route, settings.base.path, instance)
    const own = redirect ?? actionOf(route)
    if (own === undefined) continue
    registerRow({
      route,
      ways: startup.waysOf(route),
      action: redirect ?? startup.derive(route, own, instance),
      said: own.schema,
      writes: writing.has(own),
      override: overrideUseOf(route, settings),
      // A document describes what a client calls.
      describe: redirect === undefined ? describe : null
    }, instance, report)
  }
}

async function loadActions (routes: readonly Route[], fastify: FastifyInstance, startup: Startup): Promise<Actions> {
  const { settings, deadline, records, loads, controllerMistakes: { report } } = startup
  const byController = groupBy(routes.filter((route) => !isRedirecting(route)), ({ controller }) => controller)
  const controllers = await loadControllers([...byController.keys()], settings.controllers, fastify, deadline, report)
  const found = new Map<string, ReadonlyMap<string, ActionOptions>>()
  for (const [name, controller] of controllers) {
    startup.controllers.set(name, controller)
    const actions = new Set(byController.get(name)?.map(({ action }) => action))
    try {
      warnOfMisspelt(name, controller, actions, fastify)
      found.set(name, readActions(name, controller, [...actions], loads.hook, report))
      noteActions(fastify, name, controller, actions)
      loads.add(name, controller, report)
    } catch (error) {
      // A getter of the app's may throw.
      report(`${name}: ${messageOf(error)}`, error)
    }
  }
  readRecords(controllers, fastify, settings.unknown, records, report)
  return found
}

// Before Fastify gives up on the whole plugin, so that the error can name the controller.
function controllerDeadline ({ initialConfig }: FastifyInstance): number {
  const timeout = initialConfig.pluginTimeout as number
  return timeout === 0 ? Infinity : Date.now() + timeout * 0.8
}
