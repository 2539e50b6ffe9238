/** What comes after the rows and does not reach them: an error handler, and plugins that look at routes. */

import type { FastifyInstance } from 'fastify'

type IsThere = (scope: FastifyInstance) => boolean

const PLUGINS: ReadonlyArray<readonly [plugin: string, isThere: IsThere]> = [
  ['@fastify/swagger', (scope) => scope.hasDecorator('swagger')],
  ['@fastify/rate-limit', (scope) => scope.hasDecorator('rateLimit')],
  ['@fastify/websocket', (scope) => scope.hasDecorator('websocketServer')],
  ['@fastify/compress', (scope) => scope.hasReplyDecorator('compress')]
]

/** A warning for each that is there when the app is ready, and was not when the rows came. */
export function warnOfLateSetup (fastify: FastifyInstance): void {
  const missing = PLUGINS.filter(([, isThere]) => !isThere(fastify))
  const { errorHandler } = fastify
  fastify.addHook('onReady', async function findLateSetup () {
    if (fastify.errorHandler !== errorHandler) {
      fastify.log.warn(
        'fastify-resources: setErrorHandler came after the rows, so it answers none of their errors; ' +
          'call it before'
      )
    }
    for (const [plugin] of missing.filter(([, isThere]) => isThere(fastify))) {
      fastify.log.warn(
        `fastify-resources: ${plugin} came after the rows, so it does not see them; register it before, and await it`
      )
    }
  })
}
