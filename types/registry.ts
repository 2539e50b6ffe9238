/** What an app registers, so that `urlFor` is typed everywhere in it. */

import type { DeclarationOf } from './mapper.js'
import type { RowsOf } from './rows.js'
import type { AnyUrlFor, Helpers } from './url-for.js'

/**
 * The routes of an app: `app` is the tree that is registered at its root, and other keys those of child scopes.
 *
 *     declare module 'fastify-resources' {
 *       interface FastifyResources { app: typeof routes }
 *     }
 *
 * With other keys only, the root has no helpers of its own: `app.urlFor` and `app.printResources` may be undefined.
 */
export interface FastifyResources {}

/** The helpers of everything registered; with nothing registered, any helper's name is allowed. */
export type RegisteredUrlFor =
  [keyof FastifyResources] extends [never] ? AnyUrlFor : Helpers<RowsOf<DeclarationOf<FastifyResources[keyof FastifyResources]>>>

/** What an instance has, which the root has only where a tree is registered there. */
export type OfRegisteredScope<T> =
  [keyof FastifyResources] extends [never] ? T : 'app' extends keyof FastifyResources ? T : T | undefined
