/** Plugins that look at routes while those are registered, and so see no row that came before them. */

import type { FastifyInstance } from 'fastify'

type IsThere = (scope: FastifyInstance) => boolean

const PLUGINS: ReadonlyArray<readonly [plugin: string, isThere: IsThere]> = [
  ['@fastify/swagger', (scope) => scope.hasDecorator('swagger')],
  ['@fastify/rate-limit', (scope) => scope.hasDecorator('rateLimit')],
  ['@fastify/websocket', (scope) => scope.hasDecorator('websocketServer')],
  ['@fastify/compress', (scope) => scope.hasReplyDecorator('compress')]
]

/** A warning for each of them that is there when the app is ready, and was not when the rows came. */
export function warnOfLatePlugins (fastify: FastifyInstance): void {
  const missing = PLUGINS.filter(([, isThere]) => !isThere(fastify))
  fastify.addHook('onReady', async function findLatePlugins () {
    for (const [plugin] of missing.filter(([, isThere]) => isThere(fastify))) {
      fastify.log.warn(
        `fastify-resources: ${plugin} came after the rows, so it does not see them; register it before, and await it`
      )
    }
  })
}
