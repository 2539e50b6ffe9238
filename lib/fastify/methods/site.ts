/** Whether a form comes from a page of another site. */

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import type { ResourcesError } from '../../errors.js'
import type { MethodOverride } from '../options.js'

/** The error for a form from another site. */
export function crossSiteError (request: FastifyRequest, policy: MethodOverride): ResourcesError | undefined {
  const { headers, host } = request
  if (!isForeign(headers, host, policy)) return undefined
  const { origin, 'sec-fetch-site': site } = headers
  return createError('FST_RESOURCES_CROSS_SITE', [origin, site === undefined ? undefined : String(site), [host, ...policy.hosts]])
}

/**
 * Whether a form comes from another site. The first rule that applies decides. A trusted origin passes. `Sec-Fetch-Site`
 * decides if present. Without `Origin`, no browser sent the form, and it passes. Otherwise the host of the origin must
 * be that of the request or of `baseUrl`.
 */
export function isForeign ({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders, host: string | undefined, { origins, hosts }: MethodOverride): boolean {
  if (origin !== undefined && origins.includes(origin.toLowerCase())) return false
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin !== undefined && ![host, ...hosts].some((own) => isHostOf(own, origin))
}

/** Compares URLs with the origin's protocol, so that letter case and the default port do not matter. */
function isHostOf (host: string | undefined, origin: string): boolean {
  if (host === undefined || !URL.canParse(origin)) return false
  const { protocol, host: wanted } = new URL(origin)
  const url = `${protocol}//${host}`
  return wanted !== '' && URL.canParse(url) && new URL(url).host === wanted
}
