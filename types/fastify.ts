/** What the plugin adds to Fastify's own types. */

import type { ListingOptions } from './listing.js'
import type { Route } from './route.js'
import type { UrlFor } from './urls.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** The URL helpers of this scope's routes. */
    urlFor: UrlFor
    /** The listing of this scope's routes. */
    printResources: (options?: ListingOptions) => string
  }

  interface FastifyRequest {
    /** The URL helpers, whose `…Url` forms take protocol and host from this request where no `baseUrl` is set. */
    urlFor: UrlFor
  }

  interface FastifyContextConfig {
    /** The row that this route stands for; its `path` is a label for metrics. */
    resource?: Route
  }
}
