/** The options of @fastify/swagger that name components after their records. */

import type { RouteOptions } from 'fastify'
import { createError } from '../../errors.js'
import { isObject, isPlainObject } from '../../routes/objects.js'
import { globOf } from '../../routes/path.js'
import { show } from '../../text.js'
import { invalidOptions } from '../option-checks.js'
import type { OptionCheck, OptionChecks } from '../option-checks.js'
import type { Names, Schema } from '../schemas/index.js'
import { shapeComponents, styleQueries } from './components.js'
import type { Wishes } from './components.js'
import { kDerived } from './details.js'
import type { Details } from './responses.js'
import { inWordsOfVersion } from './versions.js'

interface Resolver {
  readonly buildLocalReference: (json: Schema, baseUri: unknown, fragment: unknown, index: number) => string
}

interface Given {
  readonly schema?: Schema & { readonly [kDerived]?: Details }
  readonly url: string
  readonly route: Pick<RouteOptions, 'config'>
}

interface Options {
  readonly refResolver?: Partial<Resolver>
  readonly transform?: ((given: Given) => unknown) | null
  readonly transformObject?: ((given: Document) => Schema) | null
}

type Document = { readonly openapiObject: Schema } | { readonly swaggerObject: Schema }

/** The options that `openapiOptions` adds; @fastify/swagger's own types are wider. */
interface Added {
  readonly refResolver: Resolver
  readonly transform: (given: any) => any
  readonly transformObject: (given: any) => any
}

const CALLBACK: OptionCheck = ['a function', (value) => value === null || typeof value === 'function']

const CHECKS: OptionChecks = {
  refResolver: ['an object', isObject],
  transform: CALLBACK,
  transformObject: CALLBACK
}

/**
 * The options of @fastify/swagger that make each record a component under its name: `Post`, and `PostInput`
 * and `PostPatch` where a client sends something else. The app's own transforms run as well, before these.
 * Throws FST_RESOURCES_OPTIONS for options that are no object, and for a transform that is no function.
 *
 * @example await app.register(swagger, openapiOptions({ openapi: { info: { title: 'Posts', version: '1' } }
 * }))
 */
export function openapiOptions<O extends object> (options: O = {} as O): Omit<O, keyof Added> & Added {
  const mistakes = isPlainObject(options)
    ? invalidOptions(options, CHECKS)
    : [`expected an object, got ${show(options)}`]
  if (mistakes.length > 0) {
    throw createError('FST_RESOURCES_OPTIONS', [mistakes.map((mistake) => `openapiOptions: ${mistake}`)])
  }
  const { refResolver, transform, transformObject } = options as Options
  const rows = new Set<unknown>()
  const ids = new Map<string, unknown>()
  let wishes: Names['wishes'] = new Map()
  return {
    ...options,
    refResolver: { buildLocalReference: createNamer(ids), ...refResolver },
    transform (given: Given) {
      const derived = given.schema?.[kDerived]
      if (derived !== undefined) {
        rows.add(given.schema?.operationId)
        wishes = derived.wishes
      }
      const url = nameGlob(given)
      return transform?.({ ...given, url }) ?? { schema: given.schema, url }
    },
    transformObject (given: Document) {
      const shaped = (document: Schema): Schema =>
        styleQueries(shapeComponents(document, componentWishes(ids, wishes)), rows)
      const document =
        'openapiObject' in given
          ? { openapiObject: inWordsOfVersion(shaped(given.openapiObject)) }
          : given
      return transformObject?.(document) ?? Object.values(document)[0]
    }
  }
}

/**
 * Finds the names of the plugin's components. @fastify/swagger moves the definitions of `Post` to `Post-Tag`.
 */
function componentWishes (ids: ReadonlyMap<string, unknown>, wishes: Names['wishes']): Wishes {
  const owners = [...ids.keys()].toSorted((one, other) => other.length - one.length)
  return function wishesOf (component) {
    const owner = owners.find((name) => component === name || component.startsWith(`${name}-`)) ?? ''
    const rest = component.slice(owner.length)
    return wishes.get(ids.get(owner))?.map((wish) => wordOf(wish) + rest)
  }
}

/** The URL with a glob under the name of its parameter. */
function nameGlob ({ url, route: { config } }: Given): string {
  const glob = globOf(config?.resource?.path ?? '')
  return glob === undefined ? url : url.replace(/\*$/, `:${glob}`)
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
function wordOf (id: string): string {
  const [word] = /[^/#]*(?=#?$)/.exec(id) as RegExpExecArray
  return word.replace(/\.json$/, '').replaceAll(/[^\w.-]+/g, '_')
}
