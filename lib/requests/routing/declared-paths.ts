/** Finds the declared row of a URL, for unmatched requests and forms: its matcher grows by what they ask. */

import { unescape } from 'node:querystring'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import findMyWay from 'find-my-way'
import { answeredPaths } from '../../routes/endpoints.js'
import { addWhenAsked } from '../../routes/rows-by-word.js'
import type { Method, Route } from '../../../types/route.js'
import { stateOf } from '../../controllers/state.js'
import type {
  DeclaredRow, FindMethod, FoundMethod, MatchedRow, Registration, RequestMethod
} from '../../controllers/state.js'
import { areIds, readIdRules } from './params-hook.js'
import { routerOptionsOf } from './router-options.js'

type Router = findMyWay.Instance<findMyWay.HTTPVersion.V1>

/** Its types lack QUERY, but it takes every method of Node. */
type RouterMethod = findMyWay.HTTPMethod

/** A row of our own router. */
interface Entry extends DeclaredRow {
  /** Whether it answers only under a condition of the app's own strategies. */
  readonly isConditional: boolean
}

/** A request, raw or Fastify's. */
interface RequestHead {
  /** Node.js types that of a raw one for answers too, which have none. */
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** Adds the rows of a registration to those of its app. */
export function declareRows (fastify: FastifyInstance, registration: Registration): void {
  const state = stateOf(fastify)
  state.registrations.push(registration)
  state.hasVersions ||= registration.table.some(({ conditions }) => conditions.version !== undefined)
  state.find = null
}

/**
 * The row that answers a method at the URL and for the host of a request, with the parameters that the router
 * matched. Undefined if no tree declares the method there, or if one of the app's own routes answers.
 */
export function findRow (
  fastify: FastifyInstance, method: RequestMethod, asked: RequestHead
): MatchedRow | undefined {
  const { match } = findOf(fastify)(method, asked.url as string, constraintsOf(fastify, asked.headers))
  return match?.areIds === true ? match : undefined
}

/** What answers a method at a URL. Custom constraint strategies are not evaluated. */
export interface MethodAnswer {
  readonly method: string
  readonly row: DeclaredRow | undefined
  readonly isAnswered: boolean
}

/** What answers each method that the app supports, or some. */
export function findAnswers (
  fastify: FastifyInstance, { url = '', headers }: RequestHead,
  methods: readonly string[] = fastify.supportedMethods
): MethodAnswer[] {
  const find = findOf(fastify)
  const constraints = constraintsOf(fastify, headers)
  // The routers would read the query for each method.
  const path = url.replace(/^(\/[^?]*)\?.*/s, '$1')
  return methods.map((method) => {
    const { match, isAnswered } = find(method, path, constraints)
    return { method, row: match?.areIds === true ? match.row : undefined, isAnswered }
  })
}

function findOf (fastify: FastifyInstance): FindMethod {
  const state = stateOf(fastify)
  return (state.find ??= createFind(fastify, state.registrations))
}

/** The values of a request for Fastify's own constraints. */
function constraintsOf (
  fastify: FastifyInstance, headers: IncomingHttpHeaders
): Record<string, string> {
  const version = stateOf(fastify).hasVersions ? headers['accept-version'] : undefined
  return { host: headers.host ?? headers[':authority'], version } as Record<string, string>
}

/** The rows that may have a URL go into the matcher when the first request asks for it. */
function createFind (fastify: FastifyInstance, registrations: readonly Registration[]): FindMethod {
  const options = routerOptionsOf(fastify)
  // Fastify itself has already refused unsafe patterns.
  const router = findMyWay({ ...options, allowUnsafeRegex: true })
  const table = registrations.flatMap(({ table }) => table)
  // Two registrations may share a row: the first has it. Most apps have one, with many rows.
  const [first, further] = [registrations.slice(0, 1), registrations.slice(1)]
  const owners = new Map(further.toReversed().flatMap((one) => one.table.map((row) => [row, one])))
  for (const row of first.flatMap(({ table }) => table)) owners.delete(row)
  const ownerOf = (row: Route): Registration => owners.get(row) ?? first[0] as Registration
  const ask = addWhenAsked(table, (rows) => addRows(router, rows, ownerOf))
  let asked: string | undefined
  return function find (method, url, constraints): FoundMethod {
    // Of one URL several methods are asked for.
    if (url !== asked) ask(firstSegment(url, options))
    asked = url
    const declared = method === 'HEAD' ? 'GET' : method
    const found = router.find(declared as RouterMethod, url, constraints)
    const reached = fastify.findRoute({ method: method as Method, url, constraints })
    const match = found !== null && isOurs(found, reached) ? readMatch(found, url) : undefined
    // For an id that is too long the router gives the answer of a 414, which has no query.
    return { isAnswered: reached?.searchParams !== undefined && match?.areIds !== false, match }
  }
}

type FoundRoute = findMyWay.FindResult<findMyWay.HTTPVersion.V1>

/**
 * Fastify does not say whose a route is, but different routes mostly give different parameters;
 * strayOverrideError covers the rest. Values for the app's own strategies are unknown here, so no row under
 * such a condition is found.
 */
function isOurs ({ store, params }: FoundRoute, reached: Pick<FoundRoute, 'params'> | null): boolean {
  return reached === null ? (store as Entry).isConditional : isEqual(reached.params, params)
}

function readMatch ({ store, params }: FoundRoute, url: string): MatchedRow {
  const row = store as Entry
  return { row, params, areIds: areIds(params, url, readIdRules(row.route)) }
}

function isEqual (one: FoundRoute['params'], other: typeof one): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

/** What comes after it, such as a query, does no harm. */
function firstSegment (url: string, { ignoreDuplicateSlashes }: ReturnType<typeof routerOptionsOf>): string {
  const path = url.replace(/^\w+:\/\/[^/?]*/, '')
  const [, segment = ''] = path.split(ignoreDuplicateSlashes ? /\/+/ : '/', 2)
  return unescape(segment)
}

function addRows (
  router: Router, rows: readonly Route[], ownerOf: (route: Route) => Registration
): void {
  const pathsOf = answeredPaths(rows)
  for (const route of rows) {
    const { overrideOf, isHidden } = ownerOf(route)
    const { host, version, ...others } = route.conditions
    const constraints = {
      ...(host !== undefined && { host }),
      ...(version !== undefined && { version })
    } as Record<string, string>
    const isConditional = Object.keys(others).length > 0
    const override = overrideOf(route)
    const row: Entry = { route, override, isHidden: isHidden(route), isConditional }
    for (const { url } of pathsOf(route)) {
      const known = router.findRoute(route.method as RouterMethod, url, constraints)
      // The same path may exist under another condition of the app's own strategies. The handler is never
      // called.
      if (known === null) router.on(route.method as RouterMethod, url, { constraints }, Boolean, { ...row })
      else if (!isConditional) Object.assign(known.store as Entry, row)
    }
  }
}
