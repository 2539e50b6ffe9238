/** Loads the controllers of all scopes, then registers their rows. */

import type { FastifyInstance } from 'fastify'
import { messageOf } from '../text.js'
import { rowsByController } from '../routes/answer.js'
import { Mistakes } from '../routes/mistakes.js'
import type { Route } from '../../types/route.js'
import {
  actionOptions, hasController, hasOwnBody, isGuarded, loadControllers, mergeOptions, readActions,
  misplacedRouteOptions, misspeltOptions
} from './controllers/index.js'
import type { ControllerAction, ActionRouteOptions, Controller } from './controllers/index.js'
import { withInvalid } from './forms/index.js'
import { isWriting, siteCheck, socketCheck } from './methods/index.js'
import type { SiteCheck } from './methods/index.js'
import { createDescribe } from './openapi/index.js'
import type { Describe } from './openapi/index.js'
import { overrideUseOf } from './options.js'
import type { Settings } from './options.js'
import {
  createDerive, createLoads, reachedControllers, readRecords, updateHooks
} from './records/index.js'
import type { Derive, Loads, Records } from './records/index.js'
import { registerRow } from './registration/index.js'
import { redirectAction } from './routing/index.js'
import { routesOf } from './scopes.js'
import type { TreeScope } from './scopes.js'
import type { Tree } from './tree.js'
import { readOwnSchema } from './validation/index.js'

/** What all scopes of one registration share while they are filled. */
interface Filling {
  readonly tree: Tree
  readonly settings: Settings
  readonly deadline: number
  /** All that are loaded, by name. */
  readonly controllers: Map<string, Controller>
  readonly records: Records
  readonly loads: Loads
  readonly derive: Derive
  readonly describe: Describe | null
  readonly checkSite: SiteCheck
  readonly checkSocket: SiteCheck
  /** The controllers that rows name. */
  readonly named: ReadonlySet<string>
  /** The rows that have a guard of their own, or one of their scope. */
  readonly guarded: Set<Route>
  readonly controllerMistakes: Mistakes
  readonly routeMistakes: Mistakes
}

/** By controller, then by name. */
type Actions = ReadonlyMap<string, ReadonlyMap<string, ControllerAction>>

/** A scope that is set up, with what answers its routes. */
interface LoadedScope {
  readonly instance: FastifyInstance
  readonly routes: readonly Route[]
  readonly actions: Actions
}

/**
 * Gives the loaded controllers, and the guarded rows. Throws FST_RESOURCES_CONTROLLERS or FST_RESOURCES_ROUTE
 * with every mistake, and whatever a `scopes` function throws.
 */
export async function fillScopes (
  tree: Tree, settings: Settings, fastify: FastifyInstance
): Promise<Pick<Filling, 'controllers' | 'guarded'>> {
  const controllers = new Map<string, Controller>()
  const records: Records = new Map()
  const controllerMistakes = new Mistakes()
  const loads = createLoads(tree.table, controllerMistakes)
  const document = {
    table: tree.table,
    prefix: fastify.prefix + settings.prefix,
    controllers,
    records,
    hidesPages: !settings.documentPages
  }
  const filling: Filling = {
    tree,
    settings,
    deadline: controllerDeadline(fastify),
    controllers,
    records,
    loads,
    derive: createDerive(records, tree.table, controllerMistakes),
    describe: await createDescribe(fastify, document),
    checkSite: siteCheck(settings),
    checkSocket: socketCheck(settings),
    named: new Set(tree.table.map(({ controller }) => controller)),
    guarded: new Set(tree.scope.inner.flatMap(routesOf)),
    controllerMistakes,
    routeMistakes: new Mistakes()
  }
  // A row may have ids of other scopes' records, so all scopes load first.
  for (const loaded of await loadScopes(fastify, tree.scope, filling)) fillScope(loaded, filling)
  controllerMistakes.throwIfAny('FST_RESOURCES_CONTROLLERS')
  filling.routeMistakes.throwIfAny('FST_RESOURCES_ROUTE')
  return filling
}

/** The scopes, each before its inner scopes. */
async function loadScopes (
  instance: FastifyInstance, { routes, inner }: TreeScope, filling: Filling
): Promise<LoadedScope[]> {
  const loaded: LoadedScope[] = [
    { instance, routes, actions: await loadActions(routes, instance, filling) }
  ]
  for (const scope of inner) {
    await instance.register(async function resourcesScope (child) {
      await scope.setUp(child)
      // Controllers may need plugins that the function registered without `await`.
      await child.after()
      loaded.push(...(await loadScopes(child, scope, filling)))
    })
  }
  return loaded
}

function fillScope ({ instance, routes, actions }: LoadedScope, filling: Filling): void {
  const { tree, settings, checkSite, checkSocket, describe, guarded, routeMistakes } = filling
  const actionOf = ({ controller, action }: Route): ControllerAction | undefined =>
    actions.get(controller)?.get(action)
  const checkRead = instance.hasDecorator('websocketServer') ? checkSocket : null
  const writing = new Set(routes.filter(({ method }) => method !== 'GET').map(actionOf))
  // In the order of the table, which decides between two requirements in one place.
  for (const route of routes) {
    const redirect = redirectAction(route, settings.base.path, instance)
    const action = actionOf(route)
    const own = redirect ?? ownOptions(action, route, instance, filling)
    if (own === undefined) continue
    if (action !== undefined && isGuarded(action)) guarded.add(route)
    const refusesSites = (action?.crossSite ?? settings.crossSite) === 'refuse'
    const check = isWriting(route.method) ? checkSite : checkRead
    registerRow({
      route,
      paths: tree.pathsOf(route),
      action: redirect ?? filling.derive(route, own, instance),
      said: own.schema,
      writes: writing.has(action),
      override: overrideUseOf(route, settings),
      readsMultipart: instance.hasContentTypeParser('multipart/form-data'),
      checkSite: refusesSites ? check : null,
      // A document describes what a client calls.
      describe: redirect === undefined ? describe : null
    }, instance, routeMistakes)
  }
}

/** The route options of an action, with the hooks that load the records of a row and judge an update. */
function ownOptions (
  action: ControllerAction | undefined, route: Route, scope: FastifyInstance,
  { loads, records, controllerMistakes }: Filling
): ActionRouteOptions | undefined {
  if (action === undefined) return undefined
  const { invalid, isLoading } = action
  const loading = isLoading ? loads.hooksOf(route) : {}
  const judging = hasOwnBody(action)
    ? {}
    : updateHooks(route, records, loads.missingFor(route, isLoading), controllerMistakes)
  const options = actionOptions(action, mergeOptions(loading, judging))
  const answering =
    invalid !== undefined && isWriting(route.method) ? withInvalid(invalid, options) : options
  return readOwnSchema(route, answering, scope, controllerMistakes)
}

async function loadActions (
  routes: readonly Route[], fastify: FastifyInstance, filling: Filling
): Promise<Actions> {
  const { settings, deadline, records, loads, controllerMistakes: mistakes } = filling
  const byController = rowsByController(routes)
  const names = [...byController.keys(), ...ownersWithoutRows(routes, filling)]
  const controllers = await loadControllers(names, {
    sources: settings.controllers,
    scope: fastify,
    deadline,
    mistakes
  })
  const found = new Map<string, ReadonlyMap<string, ControllerAction>>()
  for (const [name, controller] of controllers) {
    filling.controllers.set(name, controller)
    const actions = new Set(byController.get(name)?.map(({ action }) => action))
    try {
      const faults = [...misspeltOptions(controller, actions), ...misplacedRouteOptions(controller, actions)]
      for (const fault of faults) mistakes.at(name).add(fault)
      found.set(name, readActions(name, controller, [...actions], mistakes))
      loads.add(name, controller)
    } catch (error) {
      // A getter of the app's may throw.
      mistakes.at(name).add(messageOf(error), { cause: error })
    }
  }
  readRecords(controllers, records, {
    scope: fastify, unknown: settings.unknown, ajv: settings.ajv, mistakes
  })
  return found
}

/**
 * Controllers of parents with `only: 'none'`: their records and their `load` count, though no row names them.
 */
function ownersWithoutRows (routes: readonly Route[], { settings, controllers, named }: Filling): string[] {
  return [...reachedControllers(routes)].filter(
    (name) => !named.has(name) && !controllers.has(name) && hasController(name, settings.controllers)
  )
}

// Before Fastify gives up on the whole plugin, so that the error can name the controller.
function controllerDeadline ({ initialConfig }: FastifyInstance): number {
  const timeout = initialConfig.pluginTimeout as number
  return timeout === 0 ? Infinity : Date.now() + timeout * 0.8
}
