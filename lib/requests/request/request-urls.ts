/** `urlFor` on the app and on requests, and where a request's URLs begin. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { show } from '../../text.js'
import { createFamily } from '../../urls/family.js'
import { isHost } from '../../urls/origin.js'
import type { UrlSettings } from '../../urls/target.js'
import { readBaseUrl } from '../../routes/base-url.js'
import type { Origin } from '../../routes/base-url.js'
import type { Route } from '../../../types/route.js'
import type { AnyUrlFor } from '../../../types/url-for.js'
import type { Settings } from '../../controllers/plugin-options.js'
import { routerOptionsOf } from '../routing/index.js'

// The helpers of a scope, by request: `request.urlFor` uses the instance that its route belongs to.
const kUrlForRequest = Symbol('fastify-resources.urlForRequest')

type UrlForRequest = (request: FastifyRequest) => AnyUrlFor

/** Whether this instance itself has helpers, not only an outer one. */
export function hasUrls (fastify: FastifyInstance): boolean {
  return Object.hasOwn(fastify, kUrlForRequest)
}

interface UrlsOf extends Pick<Settings, 'baseUrl' | 'base' | 'methodOverride'> {
  readonly formOf: NonNullable<UrlSettings['formOf']>
}

export function decorateUrls (
  fastify: FastifyInstance, table: readonly Route[], { baseUrl, base, methodOverride, formOf }: UrlsOf
): void {
  const settings = {
    basePath: base.path,
    ...routerOptionsOf(fastify),
    formsNameMethods: methodOverride?.api === true,
    formOf
  }
  const family = createFamily(table, settings, () => base.origin)
  const urlForRequest: UrlForRequest =
    typeof baseUrl === 'string'
      ? () => family.urlFor
      : (request) => family.withOrigin(() => requestOrigin(request, baseUrl))

  if (!(kUrlForRequest in fastify)) fastify.decorateRequest('urlFor', { getter: getUrlFor })
  fastify.decorate(kUrlForRequest, urlForRequest)
  fastify.decorate('urlFor', { getter: () => family.urlFor })
}

function getUrlFor (this: FastifyRequest): AnyUrlFor {
  return (this.server as unknown as { [kUrlForRequest]: UrlForRequest })[kUrlForRequest](this)
}

/**
 * By a `baseUrl` function, else by Fastify's `protocol` and `host`, which honour `trustProxy`. Throws
 * FST_RESOURCES_HOST (400) for an invalid host, FST_RESOURCES_BASE_URL for an invalid base.
 */
function requestOrigin (
  request: FastifyRequest, baseUrl: Exclude<Settings['baseUrl'], string>
): Origin {
  if (baseUrl !== undefined) return originOnly(baseUrl(request))
  const { host } = request
  const protocol = request.protocol.toLowerCase()
  if (/^https?$/.test(protocol) && isHost(host)) return { protocol, host }
  throw createError('FST_RESOURCES_HOST', [
    `the request has an invalid host: ${show(`${protocol}://${host}`)}`
  ])
}

// Path helpers of the app would need the path too, but they have no request to ask.
function originOnly (baseUrl: unknown): Origin {
  const { origin, path } = readBaseUrl(baseUrl)
  if (path === '') return origin
  throw createError('FST_RESOURCES_BASE_URL', [path, 'function'])
}
