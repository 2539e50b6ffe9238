/** Table to helpers: `postPath`, `postUrl`, `hashForPostPath`, `hashForPostUrl`, and the long forms. */

import { createError } from '../../errors.js'
import { readBase } from '../../routes/base-url.js'
import { helperNames, namesOf } from '../../routes/route-names.js'
import type { Properties } from '../../routes/objects.js'
import { readTable } from '../../routes/read.js'
import type { Route, RoutesJson } from '../../../types/route.js'
import type { Routes } from '../../../types/mapper.js'
import type { AnyUrlFor, UrlFor } from '../../../types/url-for.js'
import type { CreateUrlForOptions, UrlHash } from '../../../types/url-options.js'
import { PATH_OPTIONS, URL_OPTIONS, readUnfilled, refuseUnknownOptions } from './arguments.js'
import { givenId } from './id-checks.js'
import { checkVariables, quicken } from './join.js'
import { createLongForms } from './long-forms.js'
import type { CallLongForm } from './long-forms.js'
import type { OriginSource } from './origin.js'
import { buildUrl, createTargets, settingsWithoutApp } from './target.js'
import type { Target, TargetOf, UrlSettings } from './target.js'

type Args = readonly unknown[]

const kOrigin = Symbol('fastify-resources.origin')

// Shared by every copy of the package, since templates and an app may each load their own.
const kFamily = Symbol.for('fastify-resources.family')

const kVariables = Symbol('fastify-resources.with')

type Callable = ((...args: Args) => string) & {
  [kOrigin]: OriginSource,
  [kVariables]: Properties | undefined
}

/** The data behind a family of helpers. */
export interface Family {
  readonly table: readonly Route[]
  readonly options: UrlSettings
}

interface HelperFamily {
  readonly urlFor: AnyUrlFor
  /** The same family with another origin; cheap, so that every request can have its own. */
  withOrigin: (origin: OriginSource, variables?: Properties) => AnyUrlFor
}

/**
 * The helpers of drawn routes, or of their JSON (`createUrlFor<typeof routes>(json)`), without Fastify.
 * `baseUrl` is an address, or a path alone (`/v1`), with which `…Url` helpers need the option `host`.
 *
 * Throws FST_RESOURCES_OPTIONS for unknown options and for routes that `draw` did not return. Throws
 * FST_RESOURCES_JSON_VERSION for JSON of another version. Throws FST_RESOURCES_BASE_URL for a `baseUrl` that
 * is neither an http(s) address nor a path, or whose path has empty or dot segments. The helpers throw
 * FST_RESOURCES_URL for arguments that cannot make a URL which the router would recognize.
 *
 * @example createUrlFor(routes, { baseUrl: 'https://example.org' }).postUrl(1) //
 * 'https://example.org/posts/1'
 */
export function createUrlFor<R extends Routes> (
  routes: R | RoutesJson, options: CreateUrlForOptions = {}
): UrlFor<R> {
  refuseUnknownOptions(options, ['baseUrl'])
  const base = readBase(options.baseUrl)
  return createFamily(readTable(routes), settingsWithoutApp(base.path), () => base.origin).urlFor as UrlFor<R>
}

/**
 * Makes the helpers at first use, and the parts of each at its first call: for thousands of routes they take
 * megabytes.
 */
export function createFamily (
  table: readonly Route[], options: UrlSettings, origin: OriginSource
): HelperFamily {
  const targetOf = createTargets(table, options)
  let longForms: CallLongForm | undefined
  function createCallable (from: OriginSource, variables?: Properties): Callable {
    const callable = (...args: Args): string =>
      (longForms ??= createLongForms(table, targetOf))(args, from, variables)
    callable[kOrigin] = from
    callable[kVariables] = variables
    return callable
  }
  function withVariables (this: Callable, variables: Properties): AnyUrlFor {
    checkVariables(variables, table)
    return family.withOrigin(this[kOrigin], { ...this[kVariables], ...variables })
  }
  const roots: AnyUrlFor[] = []
  const rootOf = (isFilled: boolean): AnyUrlFor =>
    (roots[Number(isFilled)] ??= defineHelpers(
      Object.defineProperty(createCallable(origin), 'with', { value: withVariables }),
      { table, options },
      targetOf,
      isFilled
    ))
  const family: HelperFamily = {
    get urlFor () {
      return rootOf(false)
    },
    withOrigin: (from, variables) =>
      Object.setPrototypeOf(createCallable(from, variables), rootOf(variables !== undefined)) as AnyUrlFor
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

/** `isFilled` makes the helpers of the results of `with`, each of which has its own variables. */
function defineHelpers (
  urlFor: object, family: Family, targetOf: TargetOf, isFilled: boolean
): AnyUrlFor {
  // fastify.getDecorator() binds functions, and a bound copy would lose the helpers.
  Object.defineProperty(urlFor, 'bind', {
    value (this: unknown) {
      return this
    }
  })
  Object.defineProperty(urlFor, kFamily, { value: family })
  for (const route of family.table) {
    for (const name of namesOf(route)) defineFour(urlFor, { route, name }, targetOf, isFilled)
  }
  return urlFor as AnyUrlFor
}

/** A row by one of its names. */
interface NamedRow {
  readonly route: Route
  readonly name: string
}

type CreateHelper = (
  helper: string, target: () => Target, origin: OriginSource | null, variables: Properties | undefined
) => (...args: Args) => unknown

function defineFour (
  urlFor: object, { route, name }: NamedRow, targetOf: TargetOf, isFilled: boolean
): void {
  const { path, url, hashForPath, hashForUrl } = helperNames(name)
  let known: Target | undefined
  const target = (): Target => (known ??= targetOf(route, true))
  // The app, its requests and the results of `with` share the helpers. Without an origin given, it is that of
  // each.
  const define = (helper: string, create: CreateHelper, origin?: OriginSource | null): void => {
    Object.defineProperty(urlFor, helper, {
      enumerable: true,
      // A getter takes longer.
      ...(isFilled || origin === undefined
        ? {
            get (this: Callable) {
              return create(helper, target, origin === undefined ? this[kOrigin] : origin, this[kVariables])
            }
          }
        : { value: create(helper, target, origin, undefined) })
    })
  }
  const createPathHelper: CreateHelper = (helper, target, origin, variables) => {
    const build = createHelper(helper, target, origin, variables)
    return variables === undefined ? quicken(route, target, build) : build
  }
  define(path, createPathHelper, null)
  define(url, createHelper)
  define(hashForPath, createHashOf(name), null)
  define(hashForUrl, createHashOf(name), anyOrigin)
}

/**
 * The helper of a path, or of a URL where there is an origin. It throws FST_RESOURCES_URL with every fault of
 * the call.
 */
function createHelper (
  helper: string, target: () => Target, origin: OriginSource | null, variables: Properties | undefined
): (...args: Args) => string {
  const known = origin === null ? PATH_OPTIONS : URL_OPTIONS
  return (...args) => {
    const faults: string[] = []
    const built = target()
    const url = buildUrl(
      built,
      readUnfilled(built.route.params, variables, args, known, faults),
      origin,
      faults
    )
    if (faults.length > 0) throw createError('FST_RESOURCES_URL', [helper, faults])
    return url
  }
}

const anyOrigin: OriginSource = () => ({ protocol: 'http', host: 'localhost' })

/**
 * The argument from which `urlFor(hash)` makes the same URL; checked at once, since an app may keep a hash.
 */
function createHashOf (name: string): (...params: Parameters<CreateHelper>) => (...args: Args) => UrlHash {
  return (helper, target, origin, variables) => (...args) => {
    createHelper(helper, target, origin, variables)(...args)
    const { route } = target()
    const { controller, action, params, defaults } = route
    const { ids, options } = readUnfilled(params, variables, args, URL_OPTIONS, [])
    const byName = Object.fromEntries(
      params.map(({ name, property }, position) => [name, givenId(ids[position], property)])
    )
    return {
      useRoute: name,
      controller,
      action,
      ...defaults,
      ...byName,
      ...options,
      onlyPath: origin === null
    }
  }
}
