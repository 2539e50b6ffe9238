/** Table to the helper family: `postPath`, `postUrl`, `hashForPostPath`, `hashForPostUrl`, and the long forms. */

import { createError } from '../../errors.js'
import { unknownOption } from '../../text.js'
import { helperNames } from '../../routes/names.js'
import type { HelperNames } from '../../routes/names.js'
import { readRoutes } from '../../routes/table.js'
import type { Routes } from '../../../types/mapper.js'
import type { Route } from '../../../types/route.js'
import type { AnyUrlFor, UrlFor } from '../../../types/url-for.js'
import type { CreateUrlForOptions, UrlHash } from '../../../types/urls.js'
import { createLongForms } from './long-forms.js'
import type { CallLongForm } from './long-forms.js'
import { readBaseUrl } from './origin.js'
import type { OriginSource } from './origin.js'
import { compilePlainPath } from './plain-path.js'
import type { BuildPath } from './plain-path.js'
import { buildPath, buildUrl, createTargets } from './target.js'
import type { Site, Target } from './target.js'
import { readId, readIds, readOptions } from './arguments.js'

type Args = readonly unknown[]

const kOrigin = Symbol('fastify-resources.origin')

// Shared by every copy of the package, since templates and an app may each load their own.
const kFamily = Symbol.for('fastify-resources.family')

interface Bound { readonly [kOrigin]: OriginSource }

/** What a family of helpers stands for. */
export interface Family {
  readonly table: readonly Route[]
  readonly site: Site
}

export interface HelperFamily {
  readonly urlFor: AnyUrlFor
  /** The same family with another origin; cheap, so that every request can have its own. */
  withOrigin: (origin: OriginSource) => AnyUrlFor
}

/**
 * The helpers of drawn routes, without Fastify.
 *
 * Throws FST_RESOURCES_OPTIONS for what was not drawn and for unknown options, FST_RESOURCES_BASE_URL for
 * a `baseUrl` that is no http(s) address. The helpers throw FST_RESOURCES_URL for arguments that cannot
 * make a URL which the router would recognise.
 *
 * @example createUrlFor(routes, { baseUrl: 'https://example.org' }).postUrl(1) // 'https://example.org/posts/1'
 */
export function createUrlFor<R extends Routes> (routes: R, options: CreateUrlForOptions = {}): UrlFor<R> {
  for (const name of Object.keys(options)) {
    if (name !== 'baseUrl') throw createError('FST_RESOURCES_OPTIONS', [[unknownOption(name, ['baseUrl'])]])
  }
  const base = options.baseUrl === undefined ? { origin: null, path: '' } : readBaseUrl(options.baseUrl)
  return createFamily(readRoutes(routes).table, { basePath: base.path, caseSensitive: true, maxParamLength: Infinity, formsNameMethods: false }, () => base.origin).urlFor as UrlFor<R>
}

/** Each helper is compiled once, when it is first asked for; what a request adds is its origin. */
export function createFamily (table: readonly Route[], site: Site, origin: OriginSource): HelperFamily {
  const targetOf = createTargets(table, site)
  // Their indexes take a megabyte for 7,000 routes, and many apps never ask for them.
  let longForms: CallLongForm | undefined
  const callLongForm: CallLongForm = (args, from) => (longForms ??= createLongForms(table, targetOf))(args, from)
  const urlFor = (...args: Args): string => callLongForm(args, origin)
  // fastify.getDecorator() binds what is a function, and the helpers would be lost with a copy.
  Object.defineProperty(urlFor, 'bind', { value (this: unknown) { return this } })
  Object.defineProperty(urlFor, kFamily, { value: { table, site } satisfies Family })
  // Stands between a request's own function and the app's helpers, of which only those for URLs differ.
  const requestUrlFor = Object.create(urlFor) as object
  for (const route of table) {
    if (route.helper === null) continue
    const names = helperNames(route.helper)
    for (const name of Object.values(names)) {
      Object.defineProperty(urlFor, name, {
        configurable: true,
        enumerable: true,
        get () {
          const helpers = createHelpers(names, targetOf(route), origin)
          for (const [name, value] of Object.entries(helpers)) Object.defineProperty(urlFor, name, { value, enumerable: true })
          return helpers[name]
        }
      })
    }
    Object.defineProperty(requestUrlFor, names.url, {
      get (this: Bound) { return createUrlHelper(names.url, targetOf(route), this[kOrigin]) }
    })
  }
  return {
    urlFor: urlFor as AnyUrlFor,
    withOrigin (from) {
      const bound = (...args: Args): string => callLongForm(args, from)
      bound[kOrigin] = from
      return Object.setPrototypeOf(bound, requestUrlFor) as AnyUrlFor
    }
  }
}

/** Undefined for what is no family of helpers. */
export function familyOf (urlFor: unknown): Family | undefined {
  return (urlFor as Partial<Record<symbol, Family>> | null | undefined)?.[kFamily]
}

function createHelpers (names: HelperNames, target: Target, origin: OriginSource): Record<string, (...args: Args) => unknown> {
  return {
    [names.path]: compilePlainPath(target, (...args) => buildWith(names.path, target, args)),
    [names.url]: createUrlHelper(names.url, target, origin),
    [names.hashForPath]: (...args) => createHash(names.hashForPath, target, args, true),
    [names.hashForUrl]: (...args) => createHash(names.hashForUrl, target, args, false)
  }
}

function createUrlHelper (name: string, target: Target, origin: OriginSource): BuildPath {
  const plainPath = compilePlainPath(target, () => '')
  return (...args) => {
    const path = plainPath(...args)
    const known = path === '' ? null : origin()
    return known === null ? buildWith(name, target, args, origin) : `${known.protocol}://${known.host}${path}`
  }
}

/** The long way, with every fault of the call in one error. */
function buildWith (helper: string, target: Target, args: Args, origin?: OriginSource): string {
  const faults: string[] = []
  const { ids, rest } = readIds(target.route, args, faults)
  const options = readOptions(target.route, rest, faults)
  const built = origin === undefined
    ? buildPath(target, ids, options, faults)
    : buildUrl(target, ids, options, origin(), faults)
  if (faults.length > 0) throw createError('FST_RESOURCES_URL', [helper, faults])
  return built
}

const ANY_ORIGIN: OriginSource = () => ({ protocol: 'http', host: 'localhost' })

/** What `urlFor(hash)` makes the same URL of; checked at once, since a hash may be kept. */
function createHash (helper: string, target: Target, args: Args, onlyPath: boolean): UrlHash {
  buildWith(helper, target, args, onlyPath ? undefined : ANY_ORIGIN)
  const { name, controller, action, params } = target.route
  const { ids, rest } = readIds(target.route, args, [])
  const given = Object.fromEntries(params.map((variable, position) => [variable, readId(ids[position])]))
  return { useRoute: name, controller, action, ...given, ...readOptions(target.route, rest, []), onlyPath }
}
