/** Routes to native Fastify routes. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { messageOf } from '../../text.js'
import { groupBy } from '../../routes/group-by.js'
import { joinPath, pathShape } from '../../routes/path.js'
import { routerPaths } from '../../routes/requirement.js'
import { hasConditionsOf } from '../../routes/table.js'
import type { Method, Route } from '../../../types/route.js'
import { mergeOptions } from '../controllers/index.js'
import type { ActionOptions } from '../controllers/index.js'
import { formPreparer, nestForm } from '../forms/index.js'
import { withExtension } from '../requests/index.js'
import type { Schema } from '../records/index.js'
import { isOverride, missedOverrideError, refuseForeignForm } from '../methods/index.js'
import type { OverrideUse } from '../options.js'
import { hide } from '../openapi.js'
import type { Describe } from '../openapi.js'
import type { Report } from '../report.js'
import { routerOptionsOf } from '../routing/index.js'

/** Paths whose variables take whole segments and have no pattern. */
const PLAIN_VARIABLES = /^(?:\/(?::\w+|[^:*/]*))*$/

// Of these Fastify says that it has a strategy only once a route has used it.
const BUILT_IN_CONDITIONS = ['host', 'version']

/** Reports what Fastify would not notice by itself: a path that the app has, a condition without a strategy. */
export function checkRoutes (
  table: readonly Route[], methodsOf: (route: Route) => readonly Method[], fastify: FastifyInstance, report: Report
): void {
  const { useSemicolonDelimiter } = routerOptionsOf(fastify)
  const unknown = new Set<string>()
  for (const route of table) {
    for (const name of Object.keys(route.conditions)) {
      if (!BUILT_IN_CONDITIONS.includes(name) && !fastify.hasConstraintStrategy(name)) unknown.add(name)
    }
    if (useSemicolonDelimiter && route.path.includes(';')) {
      report(`${route.path}: with useSemicolonDelimiter no path may hold a ';'`)
    }
    for (const url of [route.path, ...route.formats.map((format) => `${route.path}.${format}`)]) {
      for (const method of methodsOf(route)) {
        // The patterns of our variables hide from the router that both match the same.
        if (!fastify.hasRoute({ method, url, constraints: route.conditions })) continue
        report(`Method '${method}' already declared for route '${url}' by the app; leave one of the two out`)
      }
    }
  }
  for (const name of unknown) {
    report(`there is no constraint strategy for the condition '${name}'; fastify.addConstraintStrategy() adds one, before this plugin`)
  }
}

/**
 * Refuses what the app registers later where a row of ours would hide it, since the router tries a variable
 * with a pattern, as all of ours have, before a plain one; and what would hide the extension of a row.
 */
export function refuseHidden (table: readonly Route[], methodsOf: (route: Route) => readonly Method[], fastify: FastifyInstance): void {
  const sites = groupBy(table.filter(({ params, formats }) => params.length + formats.length > 0), ({ path }) => pathShape(path))
  fastify.addHook('onRoute', function refuseHiddenRoute ({ url, method, constraints = {}, config }) {
    if (config?.resource !== undefined) return
    const rowsAt = (path: string): readonly Route[] => (PLAIN_VARIABLES.test(path) ? sites.get(pathShape(path)) ?? [] : []).filter((route) =>
      methodsOf(route).some((one) => method.includes(one)) && hasConditionsOf({ conditions: constraints }, route))
    const dot = url.lastIndexOf('.')
    const hiding = rowsAt(url).find(({ params }) => params.length > 0)
    const hidden = rowsAt(url.slice(0, dot)).find(({ formats }) => formats.includes(url.slice(dot + 1)))
    const other = hiding ?? hidden
    if (other === undefined) return
    const clash = hiding === undefined ? `which answers '${url}' too` : `which would hide '${url}' of the app`
    throw createError('FST_RESOURCES_ROUTE', [[
      `Method '${String(method)}' already declared for route '${other.path}' by fastify-resources, ${clash}; leave one of the two out`
    ]])
  })
}

/** A row with the methods that it answers and what answers them. */
export interface Registration {
  readonly route: Route
  readonly methods: readonly Method[]
  readonly action: ActionOptions
  /** What answers GET, in place of `action`. */
  readonly getAction: ActionOptions
  /** The schema of the body that forms are prepared for. */
  readonly formSchema: Schema | undefined
  readonly override: OverrideUse
  /** Null where no document describes the routes. */
  readonly describe: Describe | null
}

/** Registers a row, and once more for its extensions where it has formats. */
export function registerRoute (registration: Registration, scope: FastifyInstance, report: Report): void {
  const { route, action, getAction, describe } = registration
  const [plain, ...extended] = routerPaths({ ...route, path: route.path.slice(joinPath(scope.prefix).length) || '/' })
  registerPath(plain, registration, scope, report)
  for (const url of extended) {
    registerPath(url, { ...registration, action: withExtension(action), getAction: withExtension(getAction), describe: describe && hide }, scope, report)
  }
}

/**
 * GET by itself where there are other methods, since Fastify refuses a body schema for it, and all by themselves
 * where each is described.
 */
function registerPath (url: string, registration: Registration, scope: FastifyInstance, report: Report): void {
  const { route, methods, action, describe } = registration
  const constraints = Object.keys(route.conditions).length === 0 ? {} : { constraints: route.conditions }
  const others = methods.filter((method) => method !== 'GET')
  for (const group of describe === null ? [methods.slice(0, methods.length - others.length), others] : methods.map((method) => [method])) {
    if (group.length === 0) continue
    const method = group.length === 1 ? group[0] as Method : group
    try {
      scope.route({ ...answerTo(group, registration, scope), method, url, config: { ...action.config as object, resource: route }, ...constraints })
    } catch (error) {
      report(refusalText(route, error), error)
    }
  }
}

function answerTo (methods: readonly Method[], registration: Registration, scope: FastifyInstance): ActionOptions {
  const { route, action, getAction, describe } = registration
  const answer = methods[0] === 'GET' ? mergeOptions({}, getAction) : mergeOptions(writingHooks(methods, registration, scope), action)
  return describe === null ? answer : { ...answer, schema: describe(route, methods[0] as Method, answer.schema) }
}

/** The hooks of what takes a body, before those of its controller; no more than its methods need, since each costs. */
function writingHooks (methods: readonly Method[], { formSchema, override }: Registration, scope: FastifyInstance): Partial<ActionOptions> {
  const prepare = formSchema === undefined ? nestForm : formPreparer(formSchema, (id) => scope.getSchema(id))
  return {
    ...override === 'on' && methods.some(isOverride) && { onRequest: refuseForeignForm },
    preValidation: override === 'off' || !methods.includes('POST')
      ? prepare
      : function preparePosted (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
        const error = missedOverrideError(scope, request, reply, override === 'on')
        if (error === undefined) prepare(request, reply, done)
        else done(error)
      }
  }
}

function refusalText (route: Route, error: unknown): string {
  const message = messageOf(error)
  const label = `${route.method} ${route.path}`
  if (!message.includes('is not safe')) return `${label}: ${message}`
  const requirements = Object.entries(route.requirements).map(([variable, source]) => `${variable}: /${source}/`).join(', ')
  return `${label}: the router refuses the requirement ${requirements} as unsafe (it cannot read it, or sees a repetition inside a repetition, or more than 25 of them); ` +
    'write it in another way, or set Fastify\'s routerOptions.allowUnsafeRegex'
}
