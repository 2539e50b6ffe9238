/** What an app registers, so that `urlFor` is typed everywhere in it. */

import type { DeclarationOf } from './mapper.js'
import type { RowsOf } from './rows.js'
import type { AnyUrlFor, Helpers } from './url-for.js'

/**
 * The routes of an app, under any keys:
 *
 *     declare module 'fastify-resources' {
 *       interface FastifyResources { app: typeof routes }
 *     }
 */
export interface FastifyResources {}

/** The helpers of everything registered; with nothing registered, any helper's name is allowed. */
export type RegisteredUrlFor =
  [keyof FastifyResources] extends [never] ? AnyUrlFor : Helpers<RowsOf<DeclarationOf<FastifyResources[keyof FastifyResources]>>>
