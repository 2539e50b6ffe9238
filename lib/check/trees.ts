/** The rows of all trees of an app. */

import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.js'
import type { Route } from '../../types/route.js'
import { stateOf } from '../controllers/state.js'

/** The rows of a ready app; throws FST_RESOURCES_OPTIONS if `call` got an app without any. */
export async function readAppTable (app: FastifyInstance, call: string): Promise<readonly Route[]> {
  await app.ready()
  const { registrations } = stateOf(app)
  if (registrations.length === 0) {
    throw createError('FST_RESOURCES_OPTIONS', [
      [
        `${call}: expected an app with trees of this copy of fastify-resources (npm ls fastify-resources ` +
          'shows others)'
      ]
    ])
  }
  return registrations.flatMap(({ table }) => table)
}
