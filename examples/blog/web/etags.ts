/** Pages and JSON have an ETag, by which clients ask whether they have changed. */

import etag from '@fastify/etag'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

export const etags = fp(async function etags (fastify) {
  fastify.addHook('onSend', ignoreCondition)
  await fastify.register(etag, { weak: true })
})

/** An error is no 304, and neither is the answer to a write, as RFC 9110 (13.2.1) says. */
function ignoreCondition (
  request: FastifyRequest, { statusCode }: FastifyReply, _payload: unknown, done: () => void
): void {
  if (!isRead(request) || statusCode >= 300) delete request.headers['if-none-match']
  done()
}

/** Whether it is a GET, or asks for the headers of one. */
export function isRead ({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}
