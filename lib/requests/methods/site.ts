/** Refuses what a page of another site sends without a preflight, and WebSockets that it opens. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import type { SitePolicy } from '../../controllers/plugin-options.js'
import { stateOf } from '../../controllers/state.js'

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
    done(needsPreflight(request.headers['content-type']) ? undefined : foreignError(request, policy))
  }
}

/**
 * The onRequest hook of rows that read, under @fastify/websocket, which sets `request.ws`. A page of any site
 * may open a WebSocket without a preflight. A page may link to another, so all else passes.
 */
export function socketCheck (policy: SitePolicy): SiteCheck {
  return function refuseForeignSocket (request, _reply, done) {
    const { ws: isSocket }: { ws?: boolean } = request as object
    done(isSocket === true ? foreignError(request, policy) : undefined)
  }
}

function foreignError (request: FastifyRequest, policy: SitePolicy): Error | undefined {
  if (!isForeign(request, policy)) return undefined
  logRefusal(request, policy)
  return createError('FST_RESOURCES_CROSS_SITE', [])
}

/**
 * A `fetch` without a body sends no Content-Type, and asks for none. What no standard knows counts as such.
 */
function needsPreflight (contentType: string | undefined): boolean {
  if (contentType === undefined) return false
  const type = contentType === 'application/json' ? contentType : MEDIA_TYPE.exec(contentType)?.[1]
  return type !== undefined && !SIMPLE_TYPES.includes(type.toLowerCase())
}

/** What the pages of a website send as `Origin`, and pages without an origin of their own. */
const WEB_ORIGIN = /^(?:https?:\/\/|null$)/i

/**
 * Whether a request comes from another site. The first rule that applies decides. A trusted origin passes.
 * Other origins of apps and extensions do not. `Sec-Fetch-Site` decides if present. Without `Origin`, no
 * browser sent the request, and it passes. Otherwise the host of the origin must be that of the request or of
 * `baseUrl`.
 */
function isForeign (request: FastifyRequest, { origins, hosts }: SitePolicy): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && origins.includes(origin.toLowerCase())) return false
  if (origin !== undefined && !WEB_ORIGIN.test(origin)) return true
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin !== undefined && ![request.host, ...hosts].some((host) => isHostOf(host, origin))
}

/** Compares URLs with the origin's protocol, so that letter case and the default port do not matter. */
function isHostOf (host: string | undefined, origin: string): boolean {
  if (host === undefined || !URL.canParse(origin)) return false
  const { protocol, host: wanted } = new URL(origin)
  const url = `${protocol}//${host}`
  return URL.canParse(url) && new URL(url).host === wanted
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
