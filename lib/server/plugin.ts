/** The plugin: the architecture on one screen. */

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { createError } from '../errors.js'
import type { RowForm } from '../../types/field-facts.js'
import { actionRows } from '../routes/answer.js'
import { formatTableRows } from '../routes/listing.js'
import { reachedControllers } from '../routes/owners.js'
import type { Routes } from '../../types/mapper.js'
import type { ListingOptions } from '../../types/listing-options.js'
import type { ResourcesPluginOptions } from '../../types/plugin-settings.js'
import type { Route } from '../../types/route.js'
import { warnOfUnused } from '../controllers/load-controllers.js'
import { fillScopes } from './fill-scopes.js'
import { addMediaTypes, checkMediaTypes, decorateFormats } from '../requests/formats/index.js'
import { answerProblems, decorateWords, formsOf, parseForms } from '../requests/errors/index.js'
import { decorateOriginalMethod, guardRoot, isOverride, overrideMethods } from '../requests/methods/index.js'
import { overrideUseOf, readPluginOptions } from '../controllers/plugin-options.js'
import type { Settings } from '../controllers/plugin-options.js'
import { checkRoutes, warnOfLateSetup } from './registration/index.js'
import { decorateProgress, decorateRecords, decorateUrls, hasUrls } from '../requests/request/index.js'
import { createRecognize, declareRows } from '../requests/routing/index.js'
import { routesOf } from '../controllers/scopes.js'
import { stateOf } from '../controllers/state.js'
import { placeTree } from '../controllers/tree.js'
import type { Tree } from '../controllers/tree.js'

/**
 * Registers the routes of a drawn tree with the controllers that answer them. Decorates the scope
 * with `urlFor`, `printResources`, `recognize`, `request.urlFor`, `request.originalMethod`, `request.format`,
 * `request.record`, `request.parents` and `reply.respondTo`.
 *
 * Throws FST_RESOURCES_DECLARATION, FST_RESOURCES_OPTIONS, FST_RESOURCES_BASE_URL,
 * FST_RESOURCES_ALREADY_REGISTERED, FST_RESOURCES_FORMATS, FST_RESOURCES_STRATEGY, FST_RESOURCES_CONTROLLERS
 * or FST_RESOURCES_ROUTE, and whatever a `scopes` function throws.
 *
 * @example await app.register(resourcesPlugin, { routes, controllers: { posts } })
 */
export const resourcesPlugin = fp(registerResources, {
  name: 'fastify-resources',
  fastify: '>=5.7.1 <7 || >=6.0.0-alpha.0 <7'
})

async function registerResources (fastify: FastifyInstance, options: ResourcesPluginOptions): Promise<void> {
  if (hasUrls(fastify)) throw createError('FST_RESOURCES_ALREADY_REGISTERED', [])
  const settings = readPluginOptions(options, fastify)
  const { controllers } = settings
  const routes = await drawnRoutes(settings)
  if (settings.forms) await parseForms(fastify)
  decorateRequests(fastify)
  decorateWords(fastify, settings.words)
  answerProblems(fastify, settings.problems)
  if (routes === null) return

  const tree = placeTree(routes.table, settings, fastify)
  addMediaTypes(settings.mediaTypes, fastify)
  checkMediaTypes(tree.table, fastify)
  checkRoutes(tree, fastify)
  const formOf = (row: Route): RowForm | undefined => formsOf(fastify).get(row)
  decorateUrls(fastify, routesOf(tree.scope), { ...settings, formOf })
  fastify.decorate('printResources', (listing?: ListingOptions) => formatTableRows(tree.table, listing))
  fastify.decorate('recognize', createRecognize(fastify))
  guardMethods(tree, settings, fastify)
  const { controllers: loaded, guarded } = await fillScopes(tree, settings, fastify)
  declareRows(fastify, {
    table: routesOf(tree.scope),
    overrideOf: (route) => overrideUseOf(route, settings) === 'on' ? settings.methodOverride : null,
    isHidden: (route) => !settings.methodNotAllowed || guarded.has(route)
  })

  const answered = actionRows(tree.table)
  warnOfUnused(controllers, reachedControllers(answered), fastify)
  warnOfLateSetup(fastify)
  stateOf(fastify).assignments.push({
    table: answered,
    sources: controllers,
    controllers: loaded,
    base: settings.base
  })
}

/** The tree, which may come as the block that draws it; null without one. */
async function drawnRoutes ({ routes = null }: Settings): Promise<Routes | null> {
  if (typeof routes !== 'function') return routes
  const { draw } = await import('../draw/draw.js')
  return draw(routes as (map: unknown) => never)
}

/** All copies of the package share the name, and each has a value of its own. */
const kCopy = Symbol.for('fastify-resources.copy')
const COPY = Symbol('fastify-resources.copy')

/** What requests and replies have, unless a surrounding scope has added it. */
function decorateRequests (fastify: FastifyInstance): void {
  const { [kCopy]: copy } = fastify as { [kCopy]?: symbol }
  if (copy === COPY) return
  if (copy !== undefined) throw createError('FST_RESOURCES_STRATEGY', [])
  fastify.decorate(kCopy, COPY)
  decorateOriginalMethod(fastify)
  decorateFormats(fastify)
  decorateRecords(fastify)
  decorateProgress(fastify)
}

/** Prepares 405 and `_method`. */
function guardMethods ({ table }: Tree, settings: Settings, fastify: FastifyInstance): void {
  // For a tree without rows that such a form reaches, it would only cost time.
  const isOverriding = table.some(
    (route) => overrideUseOf(route, settings) === 'on' && isOverride(route.method)
  )
  if (isOverriding) overrideMethods(fastify)
  if (isOverriding || settings.methodNotAllowed) guardRoot(fastify)
}
