/** Table to helpers: `postPath`, `postUrl`, `hashForPostPath`, `hashForPostUrl`, and the long forms. */

import { createError } from '../errors.js'
import { readBase } from '../routes/base-url.js'
import { camelize, capitalize, helperNames, rowsByName } from '../routes/route-names.js'
import type { Properties } from '../routes/objects.js'
import { readTable } from '../routes/read.js'
import type { Route, RoutesJson } from '../../types/route.js'
import type { Routes } from '../../types/mapper.js'
import type { AnyUrlFor, UrlFor } from '../../types/url-for.js'
import type { CreateUrlForOptions, UrlHash } from '../../types/url-options.js'
import { PATH_OPTIONS, URL_OPTIONS, readUnfilled, refuseUnknownOptions } from './arguments.js'
import { givenId } from './id-checks.js'
import { checkVariables, createTargets, quicken } from './join.js'
import type { Target, TargetOf } from './join.js'
import { createLongForms } from './long-forms.js'
import type { CallLongForm } from './long-forms.js'
import type { OriginSource } from './origin.js'
import { buildUrl } from './target.js'
import type { UrlSettings } from './target.js'

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
  readonly targetOf: TargetOf
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
  const settings = { basePath: base.path, formsNameMethods: false }
  return createFamily(readTable(routes), settings, () => base.origin).urlFor as UrlFor<R>
}

export function createFamily (
  table: readonly Route[], options: UrlSettings, origin: OriginSource
): HelperFamily {
  const targetOf = createTargets(options)
  let longForms: CallLongForm | undefined
  let names: ReadonlyMap<string, string> | undefined
  function createCallable (base: object, from: OriginSource, variables?: Properties): AnyUrlFor {
    const callable = (...args: Args): string =>
      (longForms ??= createLongForms(table, targetOf))(args, from, variables)
    callable[kOrigin] = from
    callable[kVariables] = variables
    return Object.setPrototypeOf(callable, base) as AnyUrlFor
  }
  function create (helper: string | symbol, caller: Callable): unknown {
    const rows = rowsByName(table)
    names ??= new Map([...rows.keys()].map((name) => [capitalize(camelize(name)), name]))
    const stem = String(helper).replace(/(?:Path|Url)$/, '')
    const name = names.get(capitalize(stem)) ?? names.get(stem.replace(/^hashFor/, ''))
    return name && createHelper(helper, name, targetOf(rows.get(name) as Route), caller)
  }
  const base = Object.create(Function.prototype, {
    // fastify.getDecorator() binds functions, and a bound copy would lose the helpers.
    bind: {
      value (this: unknown) {
        return this
      }
    },
    with: {
      value (this: Callable, filled: Properties) {
        checkVariables(filled, table)
        return withOrigin(this[kOrigin], { ...this[kVariables], ...filled })
      }
    },
    [kFamily]: { value: { table, options, targetOf } satisfies Family }
  }) as object
  // Each helper is made at its first use: those of thousands of routes take long, and megabytes.
  const helpers = new Proxy(base, {
    has: (_, helper) => helper in base || create(helper, urlFor as unknown as Callable) !== undefined,
    get (_, helper, caller: Callable) {
      const made = create(helper, caller)
      if (made === undefined) return Reflect.get(base, helper, caller) as unknown
      // The app and its requests share what depends on neither an origin nor variables.
      const isShared = caller[kVariables] === undefined && !String(helper).endsWith('Url')
      Reflect.defineProperty(isShared ? urlFor : caller, helper, { value: made })
      return made
    }
  })
  const urlFor = createCallable(helpers, origin)
  const withOrigin: HelperFamily['withOrigin'] = (from, variables) =>
    createCallable(variables === undefined ? urlFor : helpers, from, variables)
  return { urlFor, withOrigin }
}

/** Undefined for a value that is not a family of helpers. */
export function familyOf (urlFor: unknown): Family | undefined {
  return (urlFor as Partial<Record<symbol, Family>> | null | undefined)?.[kFamily]
}

/** The variables that `with` filled in. */
export function filledVariables (urlFor: object): Properties {
  return (urlFor as Partial<Callable>)[kVariables] ?? {}
}

const anyOrigin: OriginSource = () => ({ protocol: 'http', host: 'localhost' })

/**
 * The helper throws FST_RESOURCES_URL with every fault of the call. Undefined if the name has none that is
 * called so.
 */
function createHelper (
  helper: string | symbol, name: string, target: Target,
  { [kOrigin]: origin, [kVariables]: variables }: Callable
): unknown {
  const { controller, action, params, defaults } = target.route
  const { path, url, hashForPath, hashForUrl } = helperNames(name)
  const onlyPath = helper === path || helper === hashForPath
  const from = helper === url ? origin : anyOrigin
  const build = (...args: Args): string => {
    const faults: string[] = []
    const read = readUnfilled(params, variables, args, onlyPath ? PATH_OPTIONS : URL_OPTIONS, faults)
    const built = buildUrl(target, read, onlyPath ? null : from, faults)
    if (faults.length > 0) throw createError('FST_RESOURCES_URL', [String(helper), faults])
    return built
  }
  if (helper === path && variables === undefined) return quicken(target.route, target, build)
  if (helper === path || helper === url) return build
  if (helper !== hashForPath && helper !== hashForUrl) return undefined
  // The argument from which `urlFor(hash)` makes the same URL; checked at once, since an app may keep a hash.
  return (...args: Args): UrlHash => {
    build(...args)
    const { ids, options } = readUnfilled(params, variables, args, URL_OPTIONS, [])
    const byName = Object.fromEntries(
      params.map(({ name, property }, position) => [name, givenId(ids[position], property)])
    )
    return { useRoute: name, controller, action, ...defaults, ...byName, ...options, onlyPath }
  }
}
