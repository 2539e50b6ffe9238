/** The types that an app registers, for use everywhere. */

import type { DeclarationOf, Routes } from './mapper.js'
import type { RowsOf } from './rows.js'
import type { AnyUrlFor, Helpers } from './url-for.js'

/**
 * The routes of an app: `app` is the tree that is registered at its root. Other keys are those of child
 * scopes, except for three keys that type its controllers.
 *
 *     declare module 'fastify-resources' {
 *       interface FastifyResources {
 *         app: typeof routes
 *         provider: TypeBoxTypeProvider     // reads schemas
 *         controllers: typeof controllers   // whose records are the parents of children
 *       }
 *     }
 *
 * `controllers` is the object that the plugin takes, of functions: `{ posts: () => posts }`. The compiler
 * reads what each returns when it needs it, so a controller may have its parents from there. Where two
 * resources are in each other's paths, `records: { posts: typeof Post }` has the schema of one.
 *
 * With keys of child scopes only, the root has no helpers of its own: `app.urlFor` and `app.printResources`
 * may be undefined.
 */
export interface FastifyResources {}

type RoutesKey = Exclude<keyof FastifyResources, 'provider' | 'records' | 'controllers'>

export type RegisteredRoutes = [RoutesKey] extends [never] ? Routes : FastifyResources[RoutesKey] & Routes

/** The helpers of everything registered; with nothing registered, any helper's name is allowed. */
export type RegisteredUrlFor = [RoutesKey] extends [never] ? AnyUrlFor : RegisteredHelpers

/** An interface, so that the compiler's messages name it instead of the tree. */
interface RegisteredHelpers extends Helpers<RowsOf<DeclarationOf<RegisteredRoutes>>> {}

/** A property of an instance that the root has only if a tree is registered there. */
export type OfRegisteredScope<T> =
  [RoutesKey] extends [never] ? T : 'app' extends RoutesKey ? T : T | undefined
