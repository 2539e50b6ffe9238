/** Whether a form comes from a page of another site. */

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import type { ResourcesError } from '../../errors.js'
import type { MethodOverride } from '../options.js'

/**
 * The error for a form from another site. The first rule that applies decides. A trusted origin passes.
 * `Sec-Fetch-Site` decides if present. Without `Origin`, no browser sent the form, and it passes. Otherwise the host of
 * the origin must be that of the request or of `baseUrl`.
 */
export function crossSiteError (request: FastifyRequest, { origins, hosts }: MethodOverride): ResourcesError | undefined {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined && site === undefined) return undefined
  if (isTrusted(origin, origins)) return undefined
  const own = [request.host, ...hosts]
  const passes = site === undefined ? own.some((host) => isHostOf(host, origin)) : !isOtherSite(site)
  return passes ? undefined : createError('FST_RESOURCES_CROSS_SITE', [origin, site === undefined ? undefined : String(site), own])
}

/** Whether `Sec-Fetch-Site` names another site; this needs no host to compare with. */
export function isCrossSite ({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders, { origins }: MethodOverride): boolean {
  return site !== undefined && isOtherSite(site) && !isTrusted(origin, origins)
}

function isOtherSite (site: string | string[]): boolean {
  return site !== 'same-origin' && site !== 'none'
}

function isTrusted (origin: string | undefined, origins: readonly string[]): boolean {
  return origin !== undefined && origins.includes(origin.toLowerCase())
}

/** Compares URLs with the origin's protocol, so that letter case and the default port do not matter. */
function isHostOf (host: string, origin = ''): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: wanted } = new URL(origin)
  const url = `${protocol}//${host}`
  return wanted !== '' && URL.canParse(url) && new URL(url).host === wanted
}
