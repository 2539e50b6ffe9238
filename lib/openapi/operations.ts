/** Describes each route for @fastify/swagger: an id, a tag, a summary, and data to complete it later. */

import { createError } from '../errors.js'
import { show } from '../text.js'
import { camelize, capitalize, underscore } from '../routes/route-names.js'
import { isObject, remember } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import type { Method, Route } from '../../types/route.js'
import { factsOf } from '../controllers/layers/index.js'
import type { Layer, LayerRoute, LayerRow, Registering } from '../controllers/layers/index.js'
import { isSecurity } from '../controllers/plugin-options.js'
import type { Settings } from '../controllers/plugin-options.js'
import { provideShaper } from './openapi-options.js'
import { mediaTypesOf } from '../requests/formats/index.js'
import { invalidOf } from '../requests/errors/index.js'
import type { Schema } from '../schemas/index.js'
import { completeLater, hasSuccess, kUnlessKnown, withDetails } from './details.js'
import { createShaper } from './document.js'
import { createShared } from './shared.js'

// The operations in use, by id, in one document.
const documents = new WeakMap<object, Map<string, readonly Route[]>>()

/** Those of its first registration; operations of another address have their own. */
const serversOfDocuments = new WeakMap<object, ReturnType<typeof serversOf>>()

/** The rows in the document of @fastify/swagger, which must be registered first. */
export async function createOpenapiLayer ({ fastify, table, settings }: Registering): Promise<Layer> {
  const { swagger } = fastify as unknown as { readonly swagger: object }
  const securityOf = securityFinder(settings.security, table)
  const servers = serversOf(settings)
  const ofDocument = remember(serversOfDocuments, swagger, () => servers)
  const taken = remember(documents, swagger, () => new Map<string, readonly Route[]>())
  provideShaper(createShaper)
  completeLater(fastify)
  const { ours, errorOf, bodyOf, answerOf } = await createShared(fastify)
  const nameOf = nameFinder(table)
  const summarized = new Set<string>()
  const prefixWords = (fastify.prefix + settings.prefix)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('_')

  /**
   * The first route has the plain name. Names of another tree begin with its prefix, names of further methods
   * end with the method.
   */
  function takeId (id: string, method: Method): string {
    const owner = taken.get(id)
    const preferred =
      owner === undefined || owner === table || prefixWords === ''
        ? id
        : camelize(prefixWords) + capitalize(id)
    let free = preferred
    for (let number = 1; taken.has(free); number++) {
      free = preferred + (number === 1 ? methodWord(method) : String(number))
    }
    taken.set(free, table)
    return free
  }

  const actions = new Map<Route, LayerRow>()

  function describe ({ route: row, isFurther, schema }: LayerRoute): Schema {
    const { method } = row
    if (isFurther) return { ...schema, hide: true }
    const facts = factsOf(schema)
    const formats = facts.formats ?? row.formats
    const route = { ...row, formats }
    const own = facts.own ?? {}
    const name = nameOf(route)
    const words =
      name === undefined
        ? underscore(`${route.action}_${route.controller.replaceAll('/', '_')}`)
        : operationWords(route, name)
    const { scope, action, options: { config } } = actions.get(row) as LayerRow
    // Most versions hide it, so it leaves the plain id to another method.
    const isQuery = method === 'QUERY'
    const derived = camelize(words) + (isQuery ? methodWord(method) : '')
    const operationId = takeId(typeof schema?.operationId === 'string' ? schema.operationId : derived, method)
    const further = isQuery || summarized.has(words) ? ` (${method})` : ''
    if (!isQuery) summarized.add(words)
    const security = securityOf(row)
    const described = {
      tags: [route.controller],
      summary: capitalize(words.replaceAll('_', ' ')) + further,
      ...(security !== undefined && { security }),
      ...(servers[0].url !== ofDocument[0].url && { servers }),
      ...(isQuery && { hide: kUnlessKnown }),
      ...schema,
      operationId
    }
    return withDetails(described, {
      route,
      method,
      own,
      errorOf,
      isPromised: facts.isPromised === true,
      ours,
      servers: ofDocument,
      isBare: facts.isBare === true,
      version: facts.version,
      takesFiles: facts.takesFiles === true,
      mediaTypes: formats.map((format) => mediaTypesOf(format, fastify)[0] as string),
      answersInvalid: invalidOf(action, method) !== undefined,
      isLimited: scope.hasPlugin('@fastify/rate-limit') && isObject(Object(config).rateLimit),
      isMissable:
        route.params.length > 0 || (route.resource.place === 'member' && facts.isLoading === true) ||
        facts.isMissable === true,
      hasFreeAnswers: facts.hasFreeAnswers === true,
      record: facts.sent && bodyOf(facts.sent),
      answer: facts.answer === undefined || hasSuccess(own.response) ? undefined : answerOf(facts.answer)
    })
  }

  return {
    partOf (row) {
      actions.set(row.route, row)
      return {}
    },
    describe
  }
}

/** What readers of the document must know of who may ask for a row. */
function securityFinder (
  security: Settings['security'], table: readonly Route[]
): (row: Route) => unknown {
  if (typeof security === 'function') {
    return (row) => {
      const found: unknown = security(row)
      if (found === undefined || isSecurity(found)) return found
      const expected = 'a list such as [{ bearer: [] }], or undefined, from the function'
      throw createError('FST_RESOURCES_OPTIONS', [[`security: expected ${expected}, got ${show(found)}`]])
    }
  }
  const lists: Properties = Array.isArray(security) ? { '': security } : { ...security }
  const mistakes = Object.keys(lists)
    .filter((namespace) => !table.some(({ controller }) => isWithin(namespace, controller)))
    .map((namespace) => `security: no row is in the namespace ${show(namespace)}`)
  if (mistakes.length > 0) throw createError('FST_RESOURCES_OPTIONS', [mistakes])
  return ({ controller }) => {
    const [namespace] = Object.keys(lists).filter((one) => isWithin(one, controller))
      .toSorted((one, other) => other.length - one.length)
    return namespace === undefined ? undefined : lists[namespace]
  }
}

/** The address of the rows, if proxies put a path before it. */
function serversOf ({ base: { origin, path } }: Settings): readonly [{ readonly url: string }] {
  return [{ url: path === '' || origin === null ? '/' : `${origin.protocol}://${origin.host}${path}` }]
}

function isWithin (namespace: string, controller: string): boolean {
  return namespace === '' || controller.startsWith(`${namespace}/`)
}

/** At the end of the id of a further method. */
function methodWord (method: Method): string {
  return capitalize(method.toLowerCase())
}

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
