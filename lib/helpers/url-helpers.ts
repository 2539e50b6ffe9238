/** Table to the helper family: `postPath`, `postUrl`, `hashForPostPath`, `hashForPostUrl`, and the long forms. */

import { createError } from '../errors.js'
import { helperNames } from '../routes/names.js'
import type { Routes } from '../../types/mapper.js'
import type { Route } from '../../types/route.js'
import type { AnyUrlFor, UrlFor } from '../../types/url-for.js'
import type { CreateUrlForOptions, UrlHash } from '../../types/urls.js'
import { createLongForms } from './long-forms.js'
import { readBaseUrl } from './origin.js'
import type { OriginSource } from './origin.js'
import { compilePlainPath } from './plain-path.js'
import { buildPath, buildUrl, createTargets } from './target.js'
import type { Site, Target } from './target.js'
import { readId, readIds, readOptions } from './url-arguments.js'

type Args = readonly unknown[]

const kOrigin = Symbol('fastify-resources.origin')

interface Bound { readonly [kOrigin]: OriginSource }

export interface HelperFamily {
  readonly urlFor: AnyUrlFor
  /** The same family with another origin; cheap, so that every request can have its own. */
  withOrigin: (origin: OriginSource) => AnyUrlFor
}

/**
 * The helpers of drawn routes, without Fastify.
 *
 * Throws FST_RESOURCES_BASE_URL for a `baseUrl` that is no http(s) address; its helpers throw
 * FST_RESOURCES_URL for arguments that cannot make a URL which the router would recognise.
 *
 * @example createUrlFor(routes, { baseUrl: 'https://example.org' }).postUrl(1) // 'https://example.org/posts/1'
 */
export function createUrlFor<R extends Routes> (routes: R, options: CreateUrlForOptions = {}): UrlFor<R> {
  const base = options.baseUrl === undefined ? { origin: null, path: '' } : readBaseUrl(options.baseUrl)
  return createFamily(routes.table, { basePath: base.path, maxParamLength: Infinity }, () => base.origin).urlFor as UrlFor<R>
}

/** Compiles every helper once; what a request adds is its origin. */
export function createFamily (table: readonly Route[], site: Site, origin: OriginSource): HelperFamily {
  const targetOf = createTargets(table, site)
  const callLongForm = createLongForms(table, targetOf)
  const urlFor = (...args: Args): string => callLongForm(args, origin)
  // fastify.getDecorator() binds what is a function, and the helpers would be lost with a copy.
  Object.defineProperty(urlFor, 'bind', { value (this: unknown) { return this } })
  // Stands between a request's own function and the app's helpers, of which only those for URLs differ.
  const requestUrlFor = Object.create(urlFor) as object
  for (const route of table) {
    if (route.helper === null) continue
    const names = helperNames(route.helper)
    const target = targetOf(route)
    const plainPath = compilePlainPath(target)
    const most = route.params.length + 1
    const callUrl = (args: Args, from: OriginSource): string => {
      const path = args.length <= most ? plainPath(...args) : ''
      const known = path === '' ? null : from()
      return known === null ? buildWith(names.url, target, args, from) : `${known.protocol}://${known.host}${path}`
    }
    Object.assign(urlFor, {
      [names.path]: (...args: Args) => (args.length <= most && plainPath(...args)) || buildWith(names.path, target, args),
      [names.url]: (...args: Args) => callUrl(args, origin),
      [names.hashForPath]: (...args: Args) => createHash(names.hashForPath, target, args, true),
      [names.hashForUrl]: (...args: Args) => createHash(names.hashForUrl, target, args, false)
    })
    Object.defineProperty(requestUrlFor, names.url, {
      get (this: Bound) { return (...args: Args) => callUrl(args, this[kOrigin]) }
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

/** The long way, with every fault of the call in one error. */
function buildWith (helper: string, target: Target, args: Args, origin?: OriginSource): string {
  const faults: string[] = []
  const { ids, rest } = readIds(target.route, args)
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
  const { ids, rest } = readIds(target.route, args)
  const given = Object.fromEntries(params.map((variable, position) => [variable, readId(ids[position])]))
  return { useRoute: name, controller, action, ...given, ...readOptions(target.route, rest, []), onlyPath }
}
