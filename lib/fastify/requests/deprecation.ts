/** Headers of a deprecated row's answers: Deprecation (RFC 9745), Sunset (RFC 8594), and a link. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteDeprecation } from '../../../types/route.js'

/** An onSend hook; the app's own Deprecation and Sunset stay, and so do its links. */
export function deprecationSender ({ since, sunset, link }: RouteDeprecation) {
  // The header must have a date. Without `since` it is 1970, which still marks the route as deprecated.
  const deprecation = `@${since === null ? 0 : Math.floor(Date.parse(since) / 1000)}`
  const gone = sunset === null ? undefined : new Date(sunset).toUTCString()
  const linkField = link === null ? undefined : `<${link}>; rel="deprecation"`
  return async function sendDeprecation (_request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!reply.hasHeader('deprecation')) reply.header('deprecation', deprecation)
    if (gone !== undefined && !reply.hasHeader('sunset')) reply.header('sunset', gone)
    if (linkField !== undefined) {
      reply.header('link', [reply.getHeader('link') ?? [], linkField].flat().join(', '))
    }
  }
}
