/** Refuses what a page of another site sends without a preflight. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import type { SitePolicy } from '../options.js'
import { stateOf } from '../state.js'

/** The media types that a page of any site may send without a preflight, by the Fetch standard. */
const SIMPLE_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']

/** A media type, without its parameters. */
const MEDIA_TYPE = /^\s*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)\s*(?:;|$)/

export type SiteCheck = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/**
 * The onRequest hook of rows that write. Fails with FST_RESOURCES_CROSS_SITE for a request of another site
 * that needs no preflight. All other requests of pages are the matter of CORS.
 */
export function siteCheck (policy: SitePolicy): SiteCheck {
  return function refuseForeign (request, _reply, done) {
    if (needsPreflight(request.headers['content-type']) || !isForeign(request, policy)) {
      done()
      return
    }
    logRefusal(request, policy)
    done(createError('FST_RESOURCES_CROSS_SITE', []))
  }
}

/**
 * A `fetch` without a body sends no Content-Type, and asks for none. What no standard knows counts as such.
 */
function needsPreflight (contentType: string | undefined): boolean {
  if (contentType === undefined) return false
  const type = contentType === 'application/json' ? contentType : MEDIA_TYPE.exec(contentType)?.[1]
  return type !== undefined && !SIMPLE_TYPES.includes(type.toLowerCase())
}

/**
 * Whether a request comes from another site. The first rule that applies decides. A trusted origin passes.
 * `Sec-Fetch-Site` decides if present. Without `Origin`, no browser sent the request, and it passes.
 * Otherwise the host of the origin must be that of the request or of `baseUrl`.
 */
function isForeign (request: FastifyRequest, { origins, hosts }: SitePolicy): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && origins.includes(origin.toLowerCase())) return false
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin !== undefined && ![request.host, ...hosts].some((own) => isHostOf(own, origin))
}

/** Compares URLs with the origin's protocol, so that letter case and the default port do not matter. */
function isHostOf (host: string | undefined, origin: string): boolean {
  if (host === undefined || !URL.canParse(origin)) return false
  const { protocol, host: wanted } = new URL(origin)
  const url = `${protocol}//${host}`
  return wanted !== '' && URL.canParse(url) && new URL(url).host === wanted
}

const FIXES =
  "to accept them, add the origin to trustedOrigins, or set crossSite: 'allow' for the action; " +
  "behind a proxy that changes Host, set baseUrl or Fastify's trustProxy"

const NULL_ORIGIN =
  "a browser sends Origin 'null' and no Sec-Fetch-Site from your own pages over plain http, " +
  "where their Referrer-Policy is no-referrer; with helmet, set referrerPolicy: { policy: 'same-origin' }"

/** The answer has words for a visitor, the log those for a developer. */
function logRefusal (request: FastifyRequest, { hosts }: SitePolicy): void {
  const { headers: { origin, 'sec-fetch-site': site }, host, log, server } = request
  log.info(
    { origin, site, hosts: [host, ...hosts] },
    `fastify-resources: refused a request of another site; ${FIXES}`
  )
  const state = stateOf(server)
  if (origin !== 'null' || site !== undefined || state.hasWarned) return
  state.hasWarned = true
  log.warn(`fastify-resources: ${NULL_ORIGIN}`)
}
