/** What the plugin takes. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyController } from './controllers.js'
import type { Mapper, Routes } from './mapper.js'

export interface ResourcesPluginOptions {
  /**
   * What `draw` gave, or the block that it takes. Without them a registration at the root serves those in
   * child scopes: wrong methods get a 405 there too, and forms are parsed.
   */
  readonly routes?: Routes | ((map: Mapper<never, 'top'>) => unknown)
  /**
   * Objects, instances, or functions that give them, by the names that the listing shows (`posts`, `admin/users`), or the folder of their files
   * (`posts.js`, `admin/users.js`) as a `file:` URL or an absolute path.
   */
  readonly controllers?: Readonly<Record<string, AnyController>> | URL | string
  /** Sets up an encapsulated scope for all routes whose controller is in that namespace: `{ admin: async (scope) => … }`. */
  readonly scopes?: Readonly<Record<string, (scope: FastifyInstance) => unknown>>
  /** Where the app is reached, or a function of the request that gives it (then without a path). */
  readonly baseUrl?: string | ((request: FastifyRequest) => string)
  /** Stands before all paths, after the prefix of the scope. */
  readonly prefix?: string
  /** Whether wrong methods of declared paths get a 405; only at the root. Default: true. */
  readonly methodNotAllowed?: boolean
  /**
   * Whether a form may name its method in a field `_method` (PUT, PATCH or DELETE). `trustedOrigins` are those of
   * other sites whose forms may, such as `https://a.org`; `timeout` is how many milliseconds the beginning of a form
   * may take, by default 10,000: later it stays a POST. Default: true, but for trees drawn with `api: true`.
   */
  readonly methodOverride?: boolean | { readonly trustedOrigins?: readonly string[], readonly timeout?: number }
  /**
   * Whether to register `@fastify/formbody` where the app has no parser for forms yet; false for an app that registers
   * its own later. Default: true.
   */
  readonly forms?: boolean
  /**
   * Whether the OpenAPI document of @fastify/swagger shows actions that only answer with a page: `new`, `edit`, and
   * GET rows whose only format is html. Default: true.
   */
  readonly documentPages?: boolean
  /**
   * What comes of properties of a body that no schema of a record names: they are taken out, or a 400 lists them. A
   * controller's own `unknown` takes its place. Default: `'remove'`.
   */
  readonly unknown?: 'remove' | 'refuse'
}
