/** The root of an app: a child scope inherits from its parent. */

import type { FastifyInstance } from 'fastify'

export function isRoot (fastify: FastifyInstance): boolean {
  return !('initialConfig' in (Object.getPrototypeOf(fastify) as object))
}

export function rootInstanceOf (fastify: FastifyInstance): FastifyInstance {
  return isRoot(fastify) ? fastify : rootInstanceOf(Object.getPrototypeOf(fastify) as FastifyInstance)
}
