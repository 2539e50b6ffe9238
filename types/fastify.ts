/** What the plugin adds to Fastify's own types. */

import type {} from 'fastify'
import type { ListingOptions } from './listing.js'
import type { Recognized } from './recognized.js'
import type { OfRegisteredScope, RegisteredUrlFor } from './registry.js'
import type { Route } from './route.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** The URL helpers of this scope's routes; see `FastifyResources` for where none may be. */
    urlFor: OfRegisteredScope<RegisteredUrlFor>
    /** The listing of this scope's routes. */
    printResources: OfRegisteredScope<(options?: ListingOptions) => string>
    /**
     * The row of this app's trees that a request for a path or an address would reach, with its ids, or null:
     * `app.recognize('/posts/1', 'PUT')`. `method` is GET by default. Of an address the host counts too, for conditions.
     * Throws FST_RESOURCES_URL for what is neither.
     */
    recognize: OfRegisteredScope<(url: string, method?: string) => Recognized | null>
  }

  interface FastifyRequest {
    /** The URL helpers, whose `…Url` forms take protocol and host from this request where no `baseUrl` is set. */
    urlFor: RegisteredUrlFor
    /** The method of the wire: POST where a form named another in `_method`, else as `method`. */
    originalMethod: string
    /** The format that the path ends in, else the one that `respondTo` has chosen, else null. */
    readonly format: string | null
    /** What the controller's `load` found for the row's id; null in rows without one. */
    record: any
    /** What the `load` of the parents' controllers found, by their names: `parents.post`. */
    parents: any
  }

  interface FastifyReply {
    /**
     * Calls the function of the format that the request asks for, by the extension of its path, else by
     * `Accept`, and gives what that gives: `return reply.respondTo({ html: () => page, json: () => post })`.
     * Sets Content-Type, and Vary where Accept decided.
     *
     * Throws FST_RESOURCES_NOT_ACCEPTABLE (406) where no format fits, FST_RESOURCES_FORMATS for what is no format.
     */
    respondTo: <B extends Readonly<Record<string, () => unknown>>>(branches: B) => ReturnType<B[keyof B]>
  }

  interface FastifyContextConfig {
    /** The row that this route stands for; its `path` is a label for metrics. */
    resource?: Route
  }
}
