/** What the plugin adds to Fastify's own types. */

import type {} from 'fastify'
import type { ListingOptions } from './listing.js'
import type { RegisteredUrlFor } from './registry.js'
import type { Route } from './route.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** The URL helpers of this scope's routes. */
    urlFor: RegisteredUrlFor
    /** The listing of this scope's routes. */
    printResources: (options?: ListingOptions) => string
  }

  interface FastifyRequest {
    /** The URL helpers, whose `…Url` forms take protocol and host from this request where no `baseUrl` is set. */
    urlFor: RegisteredUrlFor
    /** The method of the wire: POST where a form named another in `_method`, else as `method`. */
    originalMethod: string
  }

  interface FastifyContextConfig {
    /** The row that this route stands for; its `path` is a label for metrics. */
    resource?: Route
  }
}
