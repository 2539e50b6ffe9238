/** What the app's @fastify/swagger shows of each route: an id, a tag and a summary. */

import type { FastifyInstance, RouteOptions } from 'fastify'
import { camelize, capitalize } from '../routes/names.js'
import type { Method, Route } from '../../types/route.js'
import { validatorFault } from './records/index.js'
import type { Schema } from './schemas/index.js'
import { isObject } from '../routes/objects.js'

/** The schema of a route with what describes it; what the app says itself stays. */
export type Describe = (route: Route, method: Method, schema: unknown) => Schema

// An id is taken in one document, which is that of one registration of @fastify/swagger.
const documents = new WeakMap<object, Map<string, readonly Route[]>>()

/** Null where no document is made; @fastify/swagger must be registered before. */
export function createDescribe (fastify: FastifyInstance, table: readonly Route[], prefix: string): Describe | null {
  const { swagger } = fastify as unknown as { swagger?: object }
  if (swagger === undefined) return null
  const taken = documents.get(swagger) ?? new Map<string, readonly Route[]>()
  documents.set(swagger, taken)
  describePatterns(fastify)
  const nameOf = nameFinder(table)
  const prefixWords = prefix.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '').join('_')

  /** The first route of the name has it plain; another tree's begin with its prefix, further methods end with theirs. */
  function takeId (id: string, method: Method): string {
    const owner = taken.get(id)
    const own = owner === undefined || owner === table || prefixWords === '' ? id : camelize(prefixWords) + capitalize(id)
    let free = own
    for (let number = 1; taken.has(free); number++) free = own + (number === 1 ? capitalize(method.toLowerCase()) : String(number))
    taken.set(free, table)
    return free
  }

  return function describe (route, method, given) {
    const schema = given as Schema | undefined
    const words = operationWords(route, nameOf(route))
    const id = typeof schema?.operationId === 'string' ? schema.operationId : camelize(words)
    return { tags: [route.controller], summary: capitalize(words.replaceAll('_', ' ')), ...route.deprecated !== null && { deprecated: true }, ...schema, operationId: takeId(id, method) }
  }
}

/**
 * Requirements as patterns of a document, once validators are made: the router has checked them, and a validator of
 * another kind would not read them.
 */
function describePatterns (fastify: FastifyInstance): void {
  const described: RouteOptions[] = []
  fastify.addHook('onRoute', (options) => { if (options.config?.resource !== undefined) described.push(options) })
  fastify.addHook('onReady', async function describeRequirements () {
    for (const options of described) {
      const { params, requirements } = options.config?.resource as Route
      const { params: given, ...schema } = options.schema as Schema
      const properties = given === undefined ? {} : isObject(given) && isObject(given.properties) ? given.properties : null
      // What an app writes for another reader of schemas is its own.
      if (Object.keys(requirements).length === 0 || properties === null || validatorFault(options.validatorCompiler ?? fastify.validatorCompiler) !== undefined) continue
      options.schema = { ...schema, params: { ...given as Schema, type: 'object', properties: Object.fromEntries(params.map((variable) => [variable, withPattern(properties[variable] as Schema | undefined ?? { type: 'string' }, requirements[variable])])) } }
    }
  })
}

function withPattern (schema: Schema, requirement: string | undefined): Schema {
  if (requirement === undefined || schema.type !== 'string') return schema
  const pattern = requirement.includes('|') ? `^(?:${requirement})$` : `^${requirement}$`
  return isPattern(pattern) ? { type: 'string', pattern, ...schema } : schema
}

/** Documents hold Unicode patterns, where less may be written. */
function isPattern (source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== ''
  } catch {
    return false
  }
}

/** For a path that is another way to what is described already. */
export const hide: Describe = (_route, _method, schema) => ({ ...schema as Schema, hide: true })

/** The name of a row's path, where the row itself shows none; of its own controller's rows before others. */
function nameFinder (table: readonly Route[]): (route: Route) => string {
  const names = new Map<string, string>()
  for (const { name, path, controller } of table) {
    for (const key of [`${controller} ${path}`, path]) {
      if (name !== '' && !names.has(key)) names.set(key, name)
    }
  }
  return ({ name, path, controller }) => name === '' ? names.get(`${controller} ${path}`) ?? names.get(path) as string : name
}

/** `list_posts`, `create_post`, `show_post`, `update_post`, `destroy_post`; of all other routes the name says it. */
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
