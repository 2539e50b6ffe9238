/** The options of the plugin. */

import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { RegisteredApp } from './registered-app.js'
import type { AnyController, CrossSite } from './controllers.js'
import type { ValidationFault } from './form-errors.js'
import type { Mapper, Routes } from './mapper.js'
import type { Route } from './route.js'

/** An `object`, so that a variable with the controllers of another tree passes: no name need be in common. */
type ControllersByName =
  & { readonly [C in keyof RegisteredApp['controlled']]?: AnyController }
  & object
  & Unregistered<Exclude<keyof RegisteredApp['controllers'], keyof RegisteredApp['controlled']>>

type Unregistered<C> =
  [C] extends [never]
    ? unknown
    : { readonly [K in C & string]: `FastifyResources has '${K}', but the routes have no such controller` }

export interface ResourcesPluginOptions {
  /** The result of `draw`, or its block. Without routes, a registration only parses forms. */
  readonly routes?: Routes | ((map: Mapper<never, 'top'>) => unknown) | undefined
  /**
   * Controllers by the names in the listing (`posts`, `admin/users`): objects, instances, or functions that
   * return them. Or the folder of their files (`posts.js`, `admin/users.js`) as a `file:` URL or an absolute
   * path. If `FastifyResources` has routes, the types of a literal know the names of their controllers alone.
   */
  readonly controllers?: ControllersByName | URL | string | undefined
  /**
   * Sets up an encapsulated scope for all routes whose controller is in that namespace:
   * `{ admin: async (scope) => … }`.
   */
  readonly scopes?: Readonly<Record<string, (scope: FastifyInstance) => unknown>>
  /** The address of the app, or a function of the request that returns it (then without a path). */
  readonly baseUrl?: string | ((request: FastifyRequest) => string) | undefined
  /** A prefix of all paths, after the prefix of the scope. */
  // Fastify's own type of it takes no undefined.
  readonly prefix?: string
  /**
   * Whether wrong methods of declared paths get a 405. Such an answer comes before the hooks of a child
   * scope. Default: true at the root, and false in a child scope, which may have a guard. Rows in `scopes`,
   * and rows whose action or controller has request hooks, never get one.
   */
  readonly methodNotAllowed?: boolean | undefined
  /**
   * Whether a form may name its method in a field `_method` (PUT, PATCH or DELETE). `timeout` is the time for
   * the first bytes of a form, in milliseconds (default 10,000); a later form stays a POST. Its
   * `trustedOrigins` add to those of the plugin. Default: true, except for trees drawn with `api: true`.
   */
  readonly methodOverride?: boolean | undefined | {
    readonly trustedOrigins?: readonly string[] | undefined
    readonly timeout?: number | undefined
  }
  /**
   * Whether rows that write refuse requests of other sites that need no preflight: POST, PUT, PATCH and
   * DELETE without a Content-Type, or with that of a form or of plain text. Whether GET rows refuse their
   * WebSockets. The same option of an action, or in a controller's `routeOptions`, takes precedence. Default:
   * `'refuse'`, with FST_RESOURCES_CROSS_SITE (403).
   */
  readonly crossSite?: CrossSite | undefined
  /** Other sites whose requests pass, such as `https://a.org` or `capacitor://localhost`. Default: none. */
  readonly trustedOrigins?: readonly string[] | undefined
  /**
   * Whether to register `@fastify/formbody` if the app has no parser for forms. Use false if the app
   * registers its own later. Default: true.
   */
  readonly forms?: boolean | undefined
  /**
   * Other words for what is wrong with a field, by its `keyword` and `params`, wherever this scope shows
   * them: `invalid`, `sendFieldErrors`. Undefined keeps the default. Example:
   * `({ keyword }) => keyword === 'required' ? 'fehlt' : undefined`. The request is the second argument.
   */
  readonly words?: Words | undefined
  /**
   * Whether all errors of the scope are problems (RFC 9457, `application/problem+json`), also in the OpenAPI
   * document: what is invalid, what a handler throws, a broken body, 404, 405, 413, 415. A path that Fastify
   * cannot read is no part of a scope. A 5xx has no `detail` and no `code`. A function may give or throw
   * another error, such as `fieldError` where a database refuses a value. The scope is the root or has a
   * prefix, and has no error handler of the app. A not-found handler that is set before stays.
   * `createClient` takes `{ problems: true }` as its third type. Default: false.
   */
  readonly problems?: boolean | ErrorChange | undefined
  /**
   * Media types of formats that the plugin does not know, or knows by another:
   * `{ turbo_stream: 'text/vnd.turbo-stream.html' }`. They hold for the whole app.
   */
  readonly mediaTypes?: Readonly<Record<string, string>> | undefined
  /**
   * The `security` of operations in the OpenAPI document of @fastify/swagger: `[{ bearer: [] }]`, or such
   * lists by namespace, `''` for all others, or a function of the row. That of a controller or an action
   * takes precedence.
   */
  readonly security?:
    Security | Readonly<Record<string, Security>> | ((row: Route) => Security | undefined) | undefined
  /**
   * Options and plugins of the validator of records, as Fastify's own option `ajv` has them: Fastify tells no
   * plugin its own. Formats of ajv-formats are there without it. Records are never converted, so
   * `coerceTypes`, `removeAdditional`, `useDefaults` and `allErrors` are an error.
   */
  readonly ajv?: AjvSettings | undefined
}

/** Other words for a fault, in the language of the request. */
export type Words = (fault: ValidationFault, request: FastifyRequest) => string | undefined

/** Gives the error to answer, where that differs from what was thrown. */
export type ErrorChange = (error: FastifyError, request: FastifyRequest) => unknown

/** Options and plugins of Ajv. */
export interface AjvSettings {
  readonly customOptions?: object | undefined
  /** Functions of an Ajv instance, or such with their options: `[[ajvKeywords, ['transform']]]`. */
  readonly plugins?: ReadonlyArray<Function | readonly [plugin: Function, options?: unknown]> | undefined
}

/** One of these requirements is enough: scopes by the names of security schemes. */
type Security = ReadonlyArray<Readonly<Record<string, readonly string[]>>>
