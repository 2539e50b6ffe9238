/** Describes each route for @fastify/swagger: an id, a tag, a summary, and data to complete it later. */

import type { FastifyInstance } from 'fastify'
import { camelize, capitalize, underscore } from '../../routes/names.js'
import { isObject, isPlainObject, remember } from '../../routes/objects.js'
import type { Method, Route } from '../../../types/route.js'
import type { Controller } from '../controllers/index.js'
import { factsOf } from '../records/index.js'
import type { Records } from '../records/index.js'
import { mediaTypeOf } from '../requests/index.js'
import type { Schema } from '../schemas/index.js'
import { completeLater, hasSuccess, withDetails } from './details.js'
import { createShared } from './shared.js'

/** Adds a description to the schema of a route. What the app describes itself, `own`, stays. */
export type Describe = (route: Route, method: Method, schema: unknown, own: unknown) => Schema

// The operations in use, by id, in one document.
const documents = new WeakMap<object, Map<string, readonly Route[]>>()

interface Described {
  readonly table: readonly Route[]
  readonly prefix: string
  /** By name, after they are loaded. */
  readonly controllers: ReadonlyMap<string, Controller>
  readonly records: Records
  readonly hidesPages: boolean
}

/** Null without a document. @fastify/swagger must be registered first. */
export async function createDescribe (
  fastify: FastifyInstance, { table, prefix, controllers, records, hidesPages }: Described
): Promise<Describe | null> {
  const { swagger } = fastify as unknown as { swagger?: object }
  if (swagger === undefined) return null
  const taken = remember(documents, swagger, () => new Map<string, readonly Route[]>())
  completeLater(fastify)
  const { wishes, error, bodyOf, answerOf } = await createShared(fastify)
  const nameOf = nameFinder(table)
  const summarized = new Set<string>()
  const prefixWords = prefix
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('_')

  /**
   * The first route has the plain name. Names of another tree begin with its prefix, names of further methods
   * end with the method.
   */
  function takeId (id: string, method: Method): string {
    const owner = taken.get(id)
    const own =
      owner === undefined || owner === table || prefixWords === ''
        ? id
        : camelize(prefixWords) + capitalize(id)
    let free = own
    for (let number = 1; taken.has(free); number++) {
      free = own + (number === 1 ? methodWord(method) : String(number))
    }
    taken.set(free, table)
    return free
  }

  return function describe (route, method, given, own) {
    // A path has it from OpenAPI 3.2 on. Before, it makes the whole document invalid.
    if (method === 'QUERY') return hideRoute(route, method, given, own)
    const schema = given as Schema | undefined
    const facts = factsOf(schema)
    const said = isPlainObject(own) ? own : {}
    const {
      responses,
      wrap,
      load,
      [route.action]: action
    } = controllers.get(route.controller) as Controller
    const record = records.get(route.controller)
    const isLoading = load !== undefined && !(isObject(action) && action.load === false)
    const name = nameOf(route)
    const words =
      name === undefined
        ? underscore(`${route.action}_${route.controller.replaceAll('/', '_')}`)
        : operationWords(route, name)
    const id = typeof schema?.operationId === 'string' ? schema.operationId : camelize(words)
    const operationId = takeId(id, method)
    const further = summarized.has(words) ? ` (${method})` : ''
    summarized.add(words)
    const described = {
      tags: [route.controller],
      summary: capitalize(words.replaceAll('_', ' ')) + further,
      ...(route.deprecated !== null && { deprecated: true }),
      ...schema,
      operationId
    }
    return withDetails(described, {
      route,
      method,
      own: said,
      error,
      hidesPages,
      isPromised: responses === true || (isObject(responses) && responses[route.action] !== false),
      wishes,
      isBare: wrap === false,
      takesFiles: facts.takesFiles,
      mediaTypes: route.formats.map((format) => mediaTypeOf(format, fastify)),
      isMissable:
        route.params.length > 0 || (route.resource.place === 'member' && isLoading) ||
        (route.action === 'show' && record !== undefined),
      record:
        record === undefined || facts.body === undefined || said.body !== undefined
          ? undefined
          : bodyOf(route, record),
      answer:
        record === undefined || !hasSuccess(schema?.response) || hasSuccess(said.response)
          ? undefined
          : answerOf(route, record)
    })
  }
}

/** At the end of the id of a further method. */
function methodWord (method: Method): string {
  return capitalize(method.toLowerCase())
}

/** Hides a path that leads to an operation that is already described. */
export const hideRoute: Describe = (_route, _method, schema) => ({ ...schema as Schema, hide: true })

/**
 * Finds the name of a row's path where the row itself has none; rows of the same controller come first.
 * Undefined if the path has no name.
 */
function nameFinder (table: readonly Route[]): (route: Route) => string | undefined {
  const names = new Map<string, string>()
  for (const { name, path, controller } of table) {
    for (const key of [`${controller} ${path}`, path]) {
      if (name !== '' && !names.has(key)) names.set(key, name)
    }
  }
  return ({ name, path, controller }) =>
    name === '' ? (names.get(`${controller} ${path}`) ?? names.get(path)) : name
}

/**
 * `list_posts`, `create_post`, `show_post`, `update_post`, `destroy_post`; other operations have the name of
 * their route.
 */
function operationWords ({ action, resource: { plural, singular } }: Route, name: string): string {
  const stem = name.endsWith(`${singular}_index`) ? name.slice(0, -'_index'.length) : name
  const noun = [plural, singular].find((noun) => stem === noun || stem.endsWith(`_${noun}`))
  if (noun === undefined) return name
  const prefix = stem.slice(0, -noun.length)
  switch (action) {
    case 'index': return `list_${stem}`
    case 'create': return `create_${prefix}${singular}`
    case 'show':
    case 'update':
    case 'destroy': return `${action}_${stem}`
    default: return name
  }
}
