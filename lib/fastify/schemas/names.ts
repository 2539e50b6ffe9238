/** Under which names the app knows the schemas of records, and their copies. */

import type { FastifyInstance } from 'fastify'
import { singularizeName } from '../../routes/inflector.js'
import { camelize, capitalize, underscore } from '../../routes/names.js'
import type { Schema } from './json-schema.js'

export interface Names {
  /** The name that a document has in the app; a record's own is added under the name wished for. */
  nameOf: (document: Schema) => string
  /** A name for a copy of a document; it is new where the copy is still to be added. */
  claim: (document: Schema, suffix: string) => { readonly name: string, readonly isNew: boolean }
  add: (schema: Schema) => void
}

// By the one object that an app shares with its children, since a document of an API knows the schemas of all.
const apps = new WeakMap<object, Map<string, Schema>>()

/** `records` are the schemas by controller. */
export function createNames (fastify: FastifyInstance, records: ReadonlyMap<string, Schema>): Names {
  const taken = apps.get(fastify.initialConfig) ?? new Map<string, Schema>()
  apps.set(fastify.initialConfig, taken)
  const wishes = new Map([...records].toReversed().map(([controller, record]) => [record, modelName(controller)]))
  const isThere = (name: string): boolean => fastify.getSchema(name) !== undefined || fastify.getSchema(`${name}#`) !== undefined
  const wishOf = (document: Schema): string => idOf(document) ?? wishes.get(document) as string

  function claim (source: Schema, suffix: string): { name: string, isNew: boolean } {
    const wish = wishOf(source) + suffix
    let name = wish
    for (let number = 2; taken.has(name) ? taken.get(name) !== source : isThere(name); number++) name = `${wish}${number}`
    taken.set(name, source)
    return { name, isNew: !isThere(name) }
  }

  return {
    nameOf (document) {
      const id = idOf(document)
      const { name, isNew } = id === undefined ? claim(document, '') : { name: id, isNew: !isThere(id) }
      if (isNew) fastify.addSchema({ ...document, $id: name })
      return name
    },
    claim,
    add: (schema) => { fastify.addSchema(schema) }
  }
}

/** The `$id` of a schema, as references have it. */
export function idOf ({ $id }: Schema): string | undefined {
  return typeof $id === 'string' ? $id.replace(/#$/, '') : undefined
}

/** `admin/blogPosts` → `AdminBlogPost`. */
function modelName (controller: string): string {
  return singularizeName(controller).split('/').map((word) => capitalize(camelize(underscore(word)))).join('')
}
