/** The plugin's additions to Fastify's own types. */

import type { } from 'fastify'
import type { ListingOptions } from './listing-options.js'
import type { Recognized, RequestHeaders, Route } from './route.js'
import type { OfRegisteredScope, RegisteredUrlFor } from './registry.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** The URL helpers of this scope's routes; `FastifyResources` describes where they may be undefined. */
    urlFor: OfRegisteredScope<RegisteredUrlFor>
    /** The listing of this scope's routes. */
    printResources: OfRegisteredScope<(options?: ListingOptions) => string>
    /**
     * The row of this app's trees that a request for a path or an address would reach, with its ids, or null:
     * `app.recognize('/posts/1', 'PUT')`. `method` is GET by default. The host of an address and `headers`
     * count for conditions: `{ 'accept-version': '1.0.0' }`. Throws FST_RESOURCES_URL for a URL that is
     * neither, and for other values that are no method or headers.
     */
    recognize: OfRegisteredScope<
      (url: string, method?: string, headers?: RequestHeaders) => Recognized | null
    >
  }

  interface FastifyRequest {
    /** The URL helpers. Without a `baseUrl` their `…Url` forms take protocol and host from this request. */
    urlFor: RegisteredUrlFor
    /**
     * The method that the client sent: POST where a form named another in `_method`, else the same as
     * `method`.
     */
    originalMethod: string
    /** The format in the extension of the path, else the one that `respondTo` chose, else null. */
    readonly format: string | null
    /** What the controller's `load` found for the row's id; null in rows without one. */
    record: any
    /** The version of the record that the client names, by the option `version`; null without one. */
    expectedVersion: any
    /** The parents that their controllers' `load` found, by name: `parents.post`. Empty where none loads. */
    parents: any
  }

  interface FastifyReply {
    /**
     * Chooses a function by the format that the request asks for: by the extension of its path, else by
     * `Accept`. Calls it and returns its result:
     * `return reply.respondTo({ html: () => page, json: () => post })`. Sets Content-Type, and Vary where
     * Accept decided. If no format fits and the status is an error, the first one answers.
     *
     * Throws FST_RESOURCES_NOT_ACCEPTABLE (406) if no format fits otherwise, FST_RESOURCES_FORMATS for an
     * unknown format.
     */
    respondTo: <B extends Readonly<Record<string, () => unknown>>>(branches: B) => ReturnType<B[keyof B]>
  }

  interface FastifyContextConfig {
    /** The row of this route; its `path` is a label for metrics. */
    resource?: Route
  }
}
