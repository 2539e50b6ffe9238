/** Table to the helper family: `postPath`, `postUrl`, `hashForPostPath`, `hashForPostUrl`, and the long forms. */

import { createError } from '../../errors.js'
import { unknownOption } from '../../text.js'
import { helperNames } from '../../routes/names.js'
import type { HelperNames } from '../../routes/names.js'
import type { Properties } from '../../routes/objects.js'
import type { RoutesJson } from '../../../types/json.js'
import type { Routes } from '../../../types/mapper.js'
import type { Route } from '../../../types/route.js'
import type { AnyUrlFor, UrlFor } from '../../../types/url-for.js'
import type { CreateUrlForOptions, UrlHash } from '../../../types/urls.js'
import { PATH_OPTIONS, URL_OPTIONS, readArguments } from './arguments.js'
import type { Arguments } from './arguments.js'
import { givenId, propertyOf } from './ids.js'
import { checkVariables, joinableRows } from './join.js'
import { createLongForms } from './long-forms.js'
import type { CallLongForm } from './long-forms.js'
import { readBase } from './origin.js'
import type { OriginSource } from './origin.js'
import { anySite, buildUrl, createTargets } from './target.js'
import type { Site, Target } from './target.js'
import { readUnfilled } from './variables.js'

type Args = readonly unknown[]

const kOrigin = Symbol('fastify-resources.origin')

// Shared by every copy of the package, since templates and an app may each load their own.
const kFamily = Symbol.for('fastify-resources.family')

const kVariables = Symbol('fastify-resources.with')

type Callable = ((...args: Args) => string) & { [kOrigin]: OriginSource, [kVariables]: Properties | undefined }

/** The data behind a family of helpers. */
export interface Family {
  readonly table: readonly Route[]
  readonly site: Site
}

interface HelperFamily {
  readonly urlFor: AnyUrlFor
  /** The same family with another origin; cheap, so that every request can have its own. */
  withOrigin: (origin: OriginSource, variables?: Properties) => AnyUrlFor
}

/**
 * The helpers of drawn routes, or of their JSON (`createUrlFor<typeof routes>(json)`), without Fastify. `baseUrl` is an
 * address, or a path alone (`/v1`), with which `…Url` helpers need the option `host`.
 *
 * Throws FST_RESOURCES_OPTIONS for unknown options and for routes that `draw` did not return, FST_RESOURCES_JSON_VERSION
 * for JSON of another version, FST_RESOURCES_BASE_URL for a `baseUrl` that is neither an http(s) address nor a path, or
 * whose path has empty or dot segments. The helpers throw FST_RESOURCES_URL for arguments that cannot make a URL which
 * the router would recognize.
 *
 * @example createUrlFor(routes, { baseUrl: 'https://example.org' }).postUrl(1) // 'https://example.org/posts/1'
 */
export function createUrlFor<R extends Routes> (routes: R | RoutesJson, options: CreateUrlForOptions = {}): UrlFor<R> {
  for (const name of Object.keys(options)) {
    if (name !== 'baseUrl') throw createError('FST_RESOURCES_OPTIONS', [[unknownOption(name, ['baseUrl'])]])
  }
  const base = readBase(options.baseUrl)
  return createFamily(joinableRows(routes), anySite(base.path), () => base.origin).urlFor as UrlFor<R>
}

/** Makes the helpers at first use, and the parts of each at its first call: for thousands of routes they take megabytes. */
export function createFamily (table: readonly Route[], site: Site, origin: OriginSource): HelperFamily {
  const targetOf = createTargets(table, site)
  let longForms: CallLongForm | undefined
  function createCallable (from: OriginSource, variables?: Properties): Callable {
    const callable = (...args: Args): string => (longForms ??= createLongForms(table, targetOf))(args, from, variables)
    callable[kOrigin] = from
    callable[kVariables] = variables
    return callable
  }
  function withVariables (this: Callable, given: Properties): AnyUrlFor {
    checkVariables(given, table)
    return family.withOrigin(this[kOrigin], { ...this[kVariables], ...given })
  }
  let urlFor: AnyUrlFor | undefined
  const family: HelperFamily = {
    get urlFor () {
      urlFor ??= defineHelpers(Object.defineProperty(createCallable(origin), 'with', { value: withVariables }), { table, site }, targetOf)
      return urlFor
    },
    withOrigin: (from, variables) => Object.setPrototypeOf(createCallable(from, variables), family.urlFor) as AnyUrlFor
  }
  return family
}

/** Undefined for a value that is not a family of helpers. */
export function familyOf (urlFor: unknown): Family | undefined {
  return (urlFor as Partial<Record<symbol, Family>> | null | undefined)?.[kFamily]
}

/** The variables that `with` filled in. */
export function filledVariables (urlFor: object): Properties {
  return (urlFor as Partial<Callable>)[kVariables] ?? {}
}

function defineHelpers (urlFor: object, family: Family, targetOf: (route: Route) => Target): AnyUrlFor {
  // fastify.getDecorator() binds functions, and a bound copy would lose the helpers.
  Object.defineProperty(urlFor, 'bind', { value (this: unknown) { return this } })
  Object.defineProperty(urlFor, kFamily, { value: family })
  for (const route of family.table) {
    if (route.helper !== null) defineFour(urlFor, route, helperNames(route.helper), targetOf)
  }
  return urlFor as AnyUrlFor
}

function defineFour (urlFor: object, route: Route, { path, url, hashForPath, hashForUrl }: HelperNames, targetOf: (route: Route) => Target): void {
  let known: Target | undefined
  const target = (): Target => (known ??= targetOf(route))
  // The app, its requests and the results of `with` share the helpers. Each has its own origin and variables.
  const define = (name: string, get: (this: Callable) => (...args: Args) => unknown): void => { Object.defineProperty(urlFor, name, { get, enumerable: true }) }
  const plainPath = (...args: Args): string => callHelper(path, target(), args, null)
  define(path, function () {
    const variables = this[kVariables]
    return variables ? (...args) => callHelper(path, target(), args, null, variables) : plainPath
  })
  define(url, function () {
    const { [kOrigin]: origin, [kVariables]: variables } = this
    return (...args) => callHelper(url, target(), args, origin, variables)
  })
  for (const [name, origin] of [[hashForPath, null], [hashForUrl, anyOrigin]] as const) {
    define(name, function () {
      const variables = this[kVariables]
      return (...args) => createHash(name, target(), args, origin, variables)
    })
  }
}

/** A path, or a URL where there is an origin; throws FST_RESOURCES_URL with every fault of the call. */
function callHelper (helper: string, target: Target, args: Args, origin: OriginSource | null, variables?: Properties): string {
  const faults: string[] = []
  const built = buildUrl(target, read(target, args, origin === null ? PATH_OPTIONS : URL_OPTIONS, variables, faults), origin, faults)
  if (faults.length > 0) throw createError('FST_RESOURCES_URL', [helper, faults])
  return built
}

function read ({ route: { params } }: Target, args: Args, known: ReadonlySet<string>, variables: Properties | undefined, faults: string[]): Arguments {
  return variables ? readUnfilled(params, variables, args, known, faults) : readArguments(params, args, known, faults)
}

const anyOrigin: OriginSource = () => ({ protocol: 'http', host: 'localhost' })

/** The argument from which `urlFor(hash)` makes the same URL; checked at once, since an app may keep a hash. */
function createHash (helper: string, target: Target, args: Args, origin: OriginSource | null, variables: Properties | undefined): UrlHash {
  callHelper(helper, target, args, origin, variables)
  const { name, controller, action, params, defaults } = target.route
  const { ids, options } = read(target, args, URL_OPTIONS, variables, [])
  const given = Object.fromEntries(params.map((variable, position) => [variable, givenId(ids[position], propertyOf(target.route, variable))]))
  return { useRoute: name, controller, action, ...defaults, ...given, ...options, onlyPath: origin === null }
}
