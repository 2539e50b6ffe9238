/** Table to the helper family: `postPath`, `postUrl`, `hashForPostPath`, `hashForPostUrl`, and the long forms. */

import { createError } from '../../errors.js'
import { unknownOption } from '../../text.js'
import { helperNames } from '../../routes/names.js'
import type { HelperNames } from '../../routes/names.js'
import type { RoutesJson } from '../../../types/json.js'
import type { Routes } from '../../../types/mapper.js'
import type { Route } from '../../../types/route.js'
import type { AnyUrlFor, UrlFor } from '../../../types/url-for.js'
import type { CreateUrlForOptions, UrlHash } from '../../../types/urls.js'
import { PATH_OPTIONS, URL_OPTIONS, readArguments } from './arguments.js'
import { givenId, propertyOf } from './ids.js'
import { joinableRows } from './join.js'
import { createLongForms } from './long-forms.js'
import type { CallLongForm } from './long-forms.js'
import { readBase } from './origin.js'
import type { OriginSource } from './origin.js'
import { buildUrl, createTargets } from './target.js'
import type { Site, Target } from './target.js'

type Args = readonly unknown[]

const kOrigin = Symbol('fastify-resources.origin')

// Shared by every copy of the package, since templates and an app may each load their own.
const kFamily = Symbol.for('fastify-resources.family')

type Callable = ((...args: Args) => string) & { [kOrigin]: OriginSource }

/** What a family of helpers stands for. */
export interface Family {
  readonly table: readonly Route[]
  readonly site: Site
}

interface HelperFamily {
  readonly urlFor: AnyUrlFor
  /** The same family with another origin; cheap, so that every request can have its own. */
  withOrigin: (origin: OriginSource) => AnyUrlFor
}

/**
 * The helpers of drawn routes, or of their JSON (`createUrlFor<typeof routes>(json)`), without Fastify. `baseUrl` is an
 * address, or a path alone (`/v1`), with which `…Url` helpers need the option `host`.
 *
 * Throws FST_RESOURCES_OPTIONS for what was not drawn and for unknown options, FST_RESOURCES_JSON_VERSION for JSON of
 * another version, FST_RESOURCES_BASE_URL for a `baseUrl` that is neither an http(s) address nor a path, or whose path
 * has empty or dot segments. The helpers throw FST_RESOURCES_URL for arguments that cannot make a URL which the router
 * would recognise.
 *
 * @example createUrlFor(routes, { baseUrl: 'https://example.org' }).postUrl(1) // 'https://example.org/posts/1'
 */
export function createUrlFor<R extends Routes> (routes: R | RoutesJson, options: CreateUrlForOptions = {}): UrlFor<R> {
  for (const name of Object.keys(options)) {
    if (name !== 'baseUrl') throw createError('FST_RESOURCES_OPTIONS', [[unknownOption(name, ['baseUrl'])]])
  }
  const base = readBase(options.baseUrl)
  return createFamily(joinableRows(routes), { basePath: base.path, caseSensitive: true, maxParamLength: Infinity, formsNameMethods: false }, () => base.origin).urlFor as UrlFor<R>
}

/** The helpers are made at first use, and what a helper needs with its first call: for thousands of routes it is megabytes. */
export function createFamily (table: readonly Route[], site: Site, origin: OriginSource): HelperFamily {
  const targetOf = createTargets(table, site)
  let longForms: CallLongForm | undefined
  function createCallable (from: OriginSource): Callable {
    const callable = (...args: Args): string => (longForms ??= createLongForms(table, targetOf))(args, from)
    callable[kOrigin] = from
    return callable
  }
  let urlFor: AnyUrlFor | undefined
  const family: HelperFamily = {
    get urlFor () {
      urlFor ??= defineHelpers(createCallable(origin), { table, site }, targetOf)
      return urlFor
    },
    withOrigin: (from) => Object.setPrototypeOf(createCallable(from), family.urlFor) as AnyUrlFor
  }
  return family
}

/** Undefined for what is no family of helpers. */
export function familyOf (urlFor: unknown): Family | undefined {
  return (urlFor as Partial<Record<symbol, Family>> | null | undefined)?.[kFamily]
}

function defineHelpers (urlFor: object, family: Family, targetOf: (route: Route) => Target): AnyUrlFor {
  // fastify.getDecorator() binds what is a function, and the helpers would be lost with a copy.
  Object.defineProperty(urlFor, 'bind', { value (this: unknown) { return this } })
  Object.defineProperty(urlFor, kFamily, { value: family })
  for (const route of family.table) {
    if (route.helper !== null) defineFour(urlFor, route, helperNames(route.helper), targetOf)
  }
  return urlFor as AnyUrlFor
}

function defineFour (urlFor: object, route: Route, { path, url, hashForPath, hashForUrl }: HelperNames, targetOf: (route: Route) => Target): void {
  let target: Target | undefined
  const define = (name: string, property: PropertyDescriptor): void => { Object.defineProperty(urlFor, name, { ...property, enumerable: true }) }
  define(path, {
    value (...args: Args) {
      target ??= targetOf(route)
      return callHelper(path, target, args, null)
    }
  })
  define(url, {
    // The app and its requests share the helper, and each has its own origin.
    get (this: Callable) {
      target ??= targetOf(route)
      const known = target
      const origin = this[kOrigin]
      return (...args: Args) => callHelper(url, known, args, origin)
    }
  })
  define(hashForPath, { value: (...args: Args) => createHash(hashForPath, targetOf(route), args, null) })
  define(hashForUrl, { value: (...args: Args) => createHash(hashForUrl, targetOf(route), args, anyOrigin) })
}

/** A path, or a URL where there is an origin; throws FST_RESOURCES_URL with every fault of the call. */
function callHelper (helper: string, target: Target, args: Args, origin: OriginSource | null): string {
  const faults: string[] = []
  const built = buildUrl(target, readArguments(target.route.params, args, origin === null ? PATH_OPTIONS : URL_OPTIONS, faults), origin, faults)
  if (faults.length > 0) throw createError('FST_RESOURCES_URL', [helper, faults])
  return built
}

const anyOrigin: OriginSource = () => ({ protocol: 'http', host: 'localhost' })

/** What `urlFor(hash)` makes the same URL of; checked at once, since a hash may be kept. */
function createHash (helper: string, target: Target, args: Args, origin: OriginSource | null): UrlHash {
  callHelper(helper, target, args, origin)
  const { name, controller, action, params } = target.route
  const { ids, options } = readArguments(params, args, URL_OPTIONS, [])
  const given = Object.fromEntries(params.map((variable, position) => [variable, givenId(ids[position], propertyOf(target.route, variable))]))
  return { useRoute: name, controller, action, ...given, ...options, onlyPath: origin === null }
}
