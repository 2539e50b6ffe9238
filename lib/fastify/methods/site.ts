/** Whether a form comes from a page of another site. */

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import type { ResourcesError } from '../../errors.js'
import type { MethodOverride } from '../options.js'

/**
 * The refusal for a form from another site, by the first of these rules that fits: a trusted origin passes; where
 * `Sec-Fetch-Site` is there, it decides; without `Origin` no browser sent it; the host of the origin must be this
 * app's, which is the request's, or that of `baseUrl`.
 */
export function crossSiteError ({ headers, host }: FastifyRequest, { origins, hosts }: MethodOverride): ResourcesError | undefined {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin === undefined && site === undefined) return undefined
  if (isTrusted(origin, origins)) return undefined
  const own = [host, ...hosts]
  const passes = site === undefined ? own.some((host) => isHostOf(host, origin)) : !isOtherSite(site)
  return passes ? undefined : createError('FST_RESOURCES_CROSS_SITE', [origin, site === undefined ? undefined : String(site), own])
}

/** Whether the browser itself says so, which needs no host to compare with. */
export function isCrossSite ({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders, { origins }: MethodOverride): boolean {
  return site !== undefined && isOtherSite(site) && !isTrusted(origin, origins)
}

function isOtherSite (site: string | string[]): boolean {
  return site !== 'same-origin' && site !== 'none'
}

function isTrusted (origin: string | undefined, origins: readonly string[]): boolean {
  return origin !== undefined && origins.includes(origin.toLowerCase())
}

/** Compared as URLs of the origin's protocol, so that letter case and the default port do not count. */
function isHostOf (host: string, origin = ''): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: wanted } = new URL(origin)
  const url = `${protocol}//${host}`
  return wanted !== '' && URL.canParse(url) && new URL(url).host === wanted
}
