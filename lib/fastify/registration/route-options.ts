/** A row's route options for Fastify: the row's own hooks, then those of its controller and its action. */

import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Way } from '../../routes/sites.js'
import type { Method, Route } from '../../../types/route.js'
import { mergeOptions, withoutBodySchema } from '../controllers/index.js'
import type { ActionOptions } from '../controllers/index.js'
import { nestBody } from '../forms/index.js'
import { isForm, isOverride, missedOverrideError, refuseForeignForm } from '../methods/index.js'
import { hide } from '../openapi/index.js'
import type { Describe } from '../openapi/index.js'
import type { OverrideUse } from '../options.js'
import { deprecationSender, takeFormat } from '../requests/index.js'
import { idCheck, paramsHook } from '../routing/index.js'

/** A row with its paths, their methods, and the action that answers them. */
export interface Registration {
  readonly route: Route
  /** Its paths within the scope that the plugin is registered in. */
  readonly ways: readonly Way[]
  readonly action: ActionOptions
  /** The schema that the action has itself. */
  readonly said: unknown
  /** Whether the action answers other methods than GET too, here or in another row. */
  readonly writes: boolean
  readonly override: OverrideUse
  /** Null without an OpenAPI document. */
  readonly describe: Describe | null
}

/** One native route of a row. */
export interface NativeRoute {
  readonly url: string
  readonly methods: readonly [Method, ...Method[]]
  readonly isExtended: boolean
  /** Whether its operation already has a path in an OpenAPI document. */
  readonly isOther: boolean
}

export function routeOptions (registration: Registration, native: NativeRoute): RouteOptions {
  const { route, writes, describe } = registration
  const { url, methods, isOther } = native
  const [first, ...others] = methods
  const action = first === 'GET' && writes ? withoutBodySchema(registration.action) : registration.action
  const method = others.length === 0 ? first : [...methods]
  const options = mergeOptions(rowHooks(registration, native), withLastHooks(action, route))
  if (describe !== null) options.schema = (isOther ? hide : describe)(route, first, action.schema, registration.said)
  if (Object.keys(route.conditions).length > 0) options.constraints = route.conditions
  // Fastify adds url and method to a copy. Named here, they give the configs of all rows one hidden class.
  const config = { ...action.config as object, resource: route, url, method } as FastifyContextConfig
  return Object.assign(options, { method, url, config })
}

/** The hooks of the row itself: only those that its methods need, since each costs time. */
function rowHooks (registration: Registration, { methods, isExtended }: NativeRoute): Partial<ActionOptions> {
  const { route, override } = registration
  const onRequest = [
    idCheck(route),
    paramsHook(route),
    isExtended || route.format !== null ? takeFormat : undefined,
    override === 'on' && methods.some(isOverride) ? refuseForeignForm : undefined
  ].filter((hook) => hook !== undefined)
  return {
    ...onRequest.length > 0 && { onRequest },
    ...methods[0] !== 'GET' && { preValidation: bodyHook(registration, methods) }
  }
}

/** After the action's own hooks, whose headers take precedence. */
function withLastHooks (action: ActionOptions, { deprecated }: Route): ActionOptions {
  return deprecated === null ? action : { ...mergeOptions(action, { onSend: deprecationSender(deprecated) }), handler: action.handler }
}

function bodyHook ({ override }: Registration, methods: readonly Method[]): FormHook {
  if (override === 'off' || !methods.includes('POST')) return nestOther
  return override === 'on' ? nestOverridable : nestPosted
}

type FormHook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

const nestOverridable = createFormHook({ takesOverride: true })
const nestPosted = createFormHook({ takesOverride: false })
const nestOther = createFormHook(null)

/** Nests a form. With options, refuses one that names another method but would run as a POST. */
function createFormHook (options: Parameters<typeof missedOverrideError>[2] | null): FormHook {
  return function nestForm (request, reply, done) {
    if (isForm(request.headers['content-type'])) done((options === null ? undefined : missedOverrideError(request, reply, options)) ?? nestBody(request))
    else done()
  }
}
