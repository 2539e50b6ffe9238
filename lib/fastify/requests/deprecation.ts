/** The headers of a deprecated row's answers: Deprecation (RFC 9745), Sunset (RFC 8594), and a link to more about it. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteDeprecation } from '../../../types/route.js'

/** An onSend hook; a Deprecation or Sunset of the app's own stays, and its links are kept beside ours. */
export function deprecationSender ({ since, sunset, link }: RouteDeprecation) {
  // The field must have a date: where none is told, one long gone says what counts, that it is deprecated.
  const deprecation = `@${since === null ? 0 : Math.floor(Date.parse(since) / 1000)}`
  const gone = sunset === null ? undefined : new Date(sunset).toUTCString()
  const linkField = link === null ? undefined : `<${link}>; rel="deprecation"`
  return async function sendDeprecation (_request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!reply.hasHeader('deprecation')) reply.header('deprecation', deprecation)
    if (gone !== undefined && !reply.hasHeader('sunset')) reply.header('sunset', gone)
    if (linkField !== undefined) reply.header('link', [reply.getHeader('link') ?? [], linkField].flat().join(', '))
  }
}
