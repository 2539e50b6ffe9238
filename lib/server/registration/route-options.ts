/** A row's route options for Fastify: the row's own hooks, then those of its controller and its action. */

import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Properties } from '../../routes/objects.js'
import type { RouterPath } from '../../routes/router-paths.js'
import type { Route } from '../../../types/route.js'
import { mergeOptions, withoutBodySchema } from '../../controllers/controller-actions.js'
import type { ActionRouteOptions } from '../../controllers/controller-actions.js'
import { takeFormat } from '../../requests/formats/index.js'
import { nestBody } from '../../requests/errors/index.js'
import type { Layer } from '../../controllers/layers/index.js'
import {
  acceptForm, isForm, isMultipart, isOverride, missedOverrideError
} from '../../requests/methods/index.js'
import type { SiteCheck } from '../../requests/methods/index.js'
import type { OverrideUse } from '../../controllers/plugin-options.js'
import { noteNames, readParts } from '../../requests/request/index.js'
import { idCheck, paramsHook } from '../../requests/routing/index.js'

/** A row with its paths, and the action that answers them. */
export interface RowRegistration {
  readonly route: Route
  /** Its paths within the scope that the plugin is registered in. */
  readonly paths: readonly RouterPath[]
  readonly action: ActionRouteOptions
  /** Whether the action answers other methods than GET too, here or in another row. */
  readonly writes: boolean
  readonly override: OverrideUse
  /** Refuses requests or WebSockets of other sites; null where the row accepts them. */
  readonly checkSite: SiteCheck | null
  /** Whether its scope reads multipart forms. */
  readonly readsMultipart: boolean
  /** Those that describe it. */
  readonly layers: readonly Layer[]
}

/** One native route of a row. */
interface NativeRoute {
  readonly url: string
  readonly isExtended: boolean
  /** Whether another path of the row came before. */
  readonly isFurther: boolean
}

export function routeOptions (registration: RowRegistration, native: NativeRoute): RouteOptions {
  const { route, writes, layers } = registration
  const { url, isFurther } = native
  const { method } = route
  const action = method === 'GET' && writes ? withoutBodySchema(registration.action) : registration.action
  const options = mergeOptions(rowHooks(registration, native), action)
  for (const { describe } of layers) {
    if (describe === undefined) continue
    options.schema = describe({ route, isFurther, schema: options.schema as Properties | undefined })
  }
  if (Object.keys(route.conditions).length > 0) options.constraints = route.conditions
  // Fastify adds url and method to a copy. Named here, they give the configs of all rows one hidden class.
  const config = { resource: route, url, method }
  options.config = action.config === undefined ? config : { ...action.config, ...config }
  return Object.assign(options, { method, url, handler: action.handler })
}

/** The hooks of the row itself: only those that its methods need, since each costs time. */
function rowHooks (
  registration: RowRegistration, { isExtended }: NativeRoute
): Readonly<Record<string, unknown>> {
  const { route, override, checkSite, readsMultipart } = registration
  const onRequest: unknown[] = []
  if (route.params.length > 0) onRequest.push(idCheck(route))
  const complete = paramsHook(route)
  if (complete !== undefined) onRequest.push(complete)
  if (isExtended || route.format !== null) onRequest.push(takeFormat)
  if (checkSite !== null) onRequest.push(checkSite)
  if (override === 'on' && isOverride(route.method)) onRequest.push(acceptForm)
  const hooks: Record<string, unknown> = {}
  if (onRequest.length > 0) hooks.onRequest = onRequest
  if (route.method === 'GET') return hooks
  if (readsMultipart) hooks.preParsing = noteNames
  hooks.preValidation = FORM_HOOKS[override]
  return hooks
}

const FORM_HOOKS: Readonly<Record<OverrideUse, unknown>> = {
  on: createFormHook((request, reply) => missedOverrideError(request, reply, { takesOverride: true })),
  refused: createFormHook((request, reply) => missedOverrideError(request, reply, { takesOverride: false })),
  off: createFormHook(() => undefined)
}

/** Nests a form, unless it names a method that the plugin did not see in time. */
function createFormHook (
  findFault: (request: FastifyRequest, reply: FastifyReply) => Error | undefined
) {
  return function nestForm (
    request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void
  ): void {
    const { 'content-type': contentType } = request.headers
    if (!isForm(contentType)) {
      done()
      return
    }
    const nest = (names?: readonly string[]): Error | undefined =>
      findFault(request, reply) ?? nestBody(request, names)
    if (isMultipart(contentType)) readParts(request).then(nest).then(done, done)
    else done(nest())
  }
}
