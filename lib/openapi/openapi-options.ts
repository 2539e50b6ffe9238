/** The options of @fastify/swagger that name components after their records. */

import type { RouteOptions } from 'fastify'
import { createError } from '../errors.js'
import { isObject, isPlainObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import { show } from '../text.js'
import { invalidOptions } from '../controllers/option-checks.js'
import type { OptionCheck, OptionChecks } from '../controllers/option-checks.js'

interface Resolver {
  readonly buildLocalReference: (
    json: Properties, baseUri: unknown, fragment: unknown, index: number
  ) => string
}

/** A route, as @fastify/swagger shows it. */
export interface DocumentedRoute {
  readonly schema?: Properties | undefined
  readonly url: string
  readonly route: Pick<RouteOptions, 'config'>
  /** The document so far. */
  readonly openapiObject?: Properties
}

/** What a document shows of it. */
type ShownRoute = Pick<DocumentedRoute, 'schema' | 'url'>

interface Options {
  readonly refResolver?: Partial<Resolver>
  readonly transform?: ((route: DocumentedRoute) => unknown) | null
  readonly transformObject?: ((document: AppDocument) => Properties) | null
}

type AppDocument = { readonly openapiObject: Properties } | { readonly swaggerObject: Properties }

/** What shapes a document of the app. */
export interface Shaper {
  readonly noteRoute: (route: DocumentedRoute) => ShownRoute
  readonly shape: (document: AppDocument) => AppDocument
}

/** Takes the `$id` of the schema of each component, by its name. */
type CreateShaper = (ids: ReadonlyMap<string, unknown>) => Shaper

/** Shapes nothing: that of an app without trees. */
const NO_SHAPER: Shaper = { noteRoute: (route) => route, shape: (document) => document }

// Code alone, which is loaded after these options are made.
let createShaper: CreateShaper = () => NO_SHAPER

/** The layer of documents brings what shapes them, before the first document is asked for. */
export function provideShaper (create: CreateShaper): void {
  createShaper = create
}

const CALLBACK: OptionCheck = ['a function', (value) => value === null || typeof value === 'function']

const CHECKS: OptionChecks = {
  refResolver: ['an object', isObject],
  transform: CALLBACK,
  transformObject: CALLBACK
}

/**
 * The options of @fastify/swagger that make each record a component under its name: `Post`, and `PostInput`
 * and `PostPatch` are what a client sends. The app's own transforms run as well, before these.
 * Throws FST_RESOURCES_OPTIONS for options that are no object, and for a transform that is no function.
 *
 * @example await app.register(swagger, openapiOptions({ openapi: { info: { title: 'Posts', version: '1' } }
 * }))
 */
export function openapiOptions<O extends object> (options: O = {} as O): O {
  const mistakes = isPlainObject(options)
    ? invalidOptions(options, CHECKS)
    : [`expected an object, got ${show(options)}`]
  if (mistakes.length > 0) {
    throw createError('FST_RESOURCES_OPTIONS', [mistakes.map((mistake) => `openapiOptions: ${mistake}`)])
  }
  const { refResolver, transform, transformObject } = options as Options
  const ids = new Map<string, unknown>()
  let made: Shaper | undefined
  const shaper = (): Shaper => (made ??= createShaper(ids))
  return {
    ...options,
    refResolver: { buildLocalReference: createNamer(ids), ...refResolver },
    transform (route: DocumentedRoute) {
      const { schema, url } = shaper().noteRoute(route)
      return transform?.({ ...route, schema, url }) ?? { schema, url }
    },
    transformObject (document: AppDocument) {
      const shaped = shaper().shape(document)
      return transformObject?.(shaped) ?? Object.values(shaped)[0]
    }
  }
}

/** Components have the name of the `$id` of their schema, or of the last part of a URL; `ids` gets both. */
function createNamer (ids: Map<string, unknown>): Resolver['buildLocalReference'] {
  return function buildLocalReference ({ $id }, _baseUri, _fragment, index) {
    // Each document begins anew.
    if (index === 0) ids.clear()
    const word = wordOf(String($id))
    const name = word === '' ? `def-${index}` : word
    let free = name
    for (let number = 2; ids.has(free); number++) free = name + String(number)
    ids.set(free, $id)
    return free
  }
}

/** The last part of an `$id`, in the characters that a component may have. */
export function wordOf (id: string): string {
  const [word] = /[^/#]*(?=#?$)/.exec(id) as RegExpExecArray
  return word.replace(/\.json$/, '').replaceAll(/[^\w.-]+/g, '_')
}
