/** Loads the controllers of all scopes, then registers their rows. */

import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.js'
import { messageOf } from '../text.js'
import { rowsByController } from '../routes/answer.js'
import { Mistakes } from '../routes/mistakes.js'
import { reachedControllers } from '../routes/owners.js'
import type { CrossSite } from '../../types/controllers.js'
import type { Route } from '../../types/route.js'
import { misplacedRouteOptions } from '../controllers/action-options.js'
import { isGuarded, mergeOptions, readActions } from '../controllers/controller-actions.js'
import { hasController, loadControllers } from '../controllers/load-controllers.js'
import { misspeltOptions } from '../controllers/option-names.js'
import type { ActionRouteOptions, ControllerAction } from '../controllers/controller-actions.js'
import type { Controller } from '../controllers/load-controllers.js'
import { formsOf, invalidOf, partOfInvalid } from '../requests/errors/index.js'
import { settleRow } from '../controllers/layers/index.js'
import type { FormRecord, Layer, Registering, RowPart } from '../controllers/layers/index.js'
import { isWriting, siteCheck, socketCheck } from '../requests/methods/index.js'
import type { SiteCheck } from '../requests/methods/index.js'
import { overrideUseOf } from '../controllers/plugin-options.js'
import type { Settings } from '../controllers/plugin-options.js'
import { registerRow } from './registration/index.js'
import type { RowRegistration } from './registration/index.js'
import { redirectAction } from '../requests/routing/index.js'
import { routesOf } from '../controllers/scopes.js'
import type { TreeScope } from '../controllers/scopes.js'
import type { Tree } from '../controllers/tree.js'
import { layersFor, openapiFor } from './used-layers.js'

/** What all scopes of one registration share while they are filled. */
interface Filling extends Registering {
  readonly tree: Tree
  readonly deadline: number
  /** All that are loaded, by name. */
  readonly controllers: Map<string, Controller>
  readonly checkSite: SiteCheck
  readonly checkSocket: SiteCheck
  /** The controllers that rows name. */
  readonly named: ReadonlySet<string>
  /** The rows that have a guard of their own, or one of their scope. */
  readonly guarded: Set<Route>
  /** What rows do with requests of other sites, where they could refuse one. */
  readonly crossSites: Set<CrossSite>
  readonly routeMistakes: Mistakes
}

/** By name. */
type Actions = ReadonlyMap<string, ControllerAction>

/** A scope that is set up, with what answers its routes. */
interface LoadedScope {
  readonly instance: FastifyInstance
  readonly routes: readonly Route[]
  readonly controllers: ReadonlyMap<string, Controller>
  /** By controller. */
  readonly actions: ReadonlyMap<string, Actions>
}

/**
 * Gives the loaded controllers, and the guarded rows. Throws FST_RESOURCES_CONTROLLERS or FST_RESOURCES_ROUTE
 * with every mistake, and whatever a `scopes` function throws.
 */
export async function fillScopes (
  tree: Tree, settings: Settings, fastify: FastifyInstance
): Promise<Pick<Filling, 'controllers' | 'guarded'>> {
  const { table } = tree
  const filling: Filling = {
    fastify,
    tree,
    table,
    settings,
    deadline: controllerDeadline(fastify),
    controllers: new Map(),
    checkSite: siteCheck(settings),
    checkSocket: socketCheck(settings),
    named: new Set(table.map(({ controller }) => controller)),
    guarded: new Set(tree.scope.inner.flatMap(routesOf)),
    crossSites: new Set(),
    mistakes: new Mistakes(),
    routeMistakes: new Mistakes()
  }
  const openapi = await openapiFor(filling)
  // A row may have ids of other scopes' records, so all scopes load first.
  const scopes = await loadScopes(fastify, tree.scope, filling)
  const actions = scopes.flatMap((scope) => [...scope.actions.values()]).flatMap((all) => [...all.values()])
  const layers = [...await layersFor(filling, actions), ...openapi === null ? [] : [openapi]]
  for (const { instance, controllers } of scopes) {
    for (const layer of layers) layer.readControllers?.(instance, controllers)
  }
  for (const scope of scopes) fillScope(scope, layers, filling)
  filling.mistakes.throwIfAny('FST_RESOURCES_CONTROLLERS')
  if (settings.origins.length > 0 && [...filling.crossSites].join() === 'allow') {
    throw createError('FST_RESOURCES_OPTIONS', [[IDLE_ORIGINS]])
  }
  filling.routeMistakes.throwIfAny('FST_RESOURCES_ROUTE')
  return filling
}

/** The scopes, each before its inner scopes. */
async function loadScopes (
  instance: FastifyInstance, { routes, inner }: TreeScope, filling: Filling
): Promise<LoadedScope[]> {
  const loaded: LoadedScope[] = [
    { instance, routes, ...await loadActions(routes, instance, filling) }
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

const IDLE_ORIGINS =
  "trustedOrigins: each row accepts all sites, by crossSite: 'allow'; remove one of the two"

const IDLE_CROSS_SITE =
  'crossSite: its rows do not write, and its scope has no WebSockets, so it has no effect; remove it'

function fillScope (
  { instance, routes, actions }: LoadedScope, layers: readonly Layer[], filling: Filling
): void {
  const { tree, settings, checkSite, checkSocket, guarded, mistakes, routeMistakes } = filling
  const actionOf = ({ controller, action }: Route): ControllerAction | undefined =>
    actions.get(controller)?.get(action)
  const checkRead = instance.hasDecorator('websocketServer') ? checkSocket : null
  const writing = new Set(routes.filter(({ method }) => method !== 'GET').map(actionOf))
  for (const [name, ofController] of actions) {
    for (const [action, found] of ofController) {
      const isIdle = found.hasOwnCrossSite && !writing.has(found) && checkRead === null
      if (isIdle) mistakes.at(`${name}.${action}`).add(IDLE_CROSS_SITE)
    }
  }
  // In the order of the table, which decides between two requirements in one place.
  for (const route of routes) {
    const redirect = redirectAction(route, settings.base.path, instance)
    const action = actionOf(route)
    if (redirect === undefined && action === undefined) continue
    if (action !== undefined && isGuarded(action)) guarded.add(route)
    const crossSite = action?.crossSite ?? settings.crossSite
    const check = isWriting(route.method) ? checkSite : checkRead
    if (check !== null) filling.crossSites.add(crossSite)
    const registration: RowRegistration = {
      route,
      paths: tree.pathsOf(route),
      ...(redirect === undefined
        ? answerOf(route, action as ControllerAction, instance, layers)
        : { action: redirect, layers: [] }),
      writes: writing.has(action),
      override: overrideUseOf(route, settings),
      readsMultipart: instance.hasContentTypeParser('multipart/form-data'),
      checkSite: crossSite === 'refuse' ? check : null
    }
    registerRow(registration, instance, routeMistakes)
  }
}

/** What answers a row: its action, with the parts of layers around it. */
function answerOf (
  route: Route, action: ControllerAction, scope: FastifyInstance, layers: readonly Layer[]
): Pick<RowRegistration, 'action' | 'layers'> {
  const options = mergeOptions(action.shared, action.own) as ActionRouteOptions
  const parts: RowPart[] = layers.flatMap(({ partOf }) => partOf({ route, scope, action, options }))
  const forms = parts.flatMap(({ form }) => form ?? [])
  if (forms.length > 0) formsOf(scope).set(route, Object.assign({}, ...forms) as FormRecord)
  parts.push(partOfInvalid(invalidOf(action, route.method), options.attachValidation === true))
  return { action: settleRow(parts, action), layers }
}

async function loadActions (
  routes: readonly Route[], scope: FastifyInstance, filling: Filling
): Promise<Pick<LoadedScope, 'controllers' | 'actions'>> {
  const { settings: { controllers: sources }, deadline, mistakes } = filling
  const byController = rowsByController(routes)
  const names = [...byController.keys(), ...ownersWithoutRows(routes, filling)]
  const controllers = await loadControllers(names, { sources, scope, deadline, mistakes })
  const actions = new Map<string, Actions>()
  for (const [name, controller] of controllers) {
    filling.controllers.set(name, controller)
    const routed = new Set(byController.get(name)?.map(({ action }) => action))
    try {
      const faults = [...misspeltOptions(controller, routed), ...misplacedRouteOptions(controller, routed)]
      for (const fault of faults) mistakes.at(name).add(fault)
      actions.set(name, readActions(name, controller, [...routed], mistakes))
    } catch (error) {
      // A getter of the app's may throw.
      mistakes.at(name).add(messageOf(error), { cause: error })
    }
  }
  return { controllers, actions }
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
