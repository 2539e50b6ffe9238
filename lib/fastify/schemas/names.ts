/** The names of schemas that the plugin adds to an app, unique in its OpenAPI document. */

import type { FastifyInstance } from 'fastify'
import { remember } from '../../routes/objects.js'
import type { Schema } from './documents.js'

export type Names = ReturnType<typeof createNames>

// One per OpenAPI document, which knows the schemas of all scopes. Without one, per app and its children.
const documents = new WeakMap<object, Known>()

interface Known {
  readonly owners: Map<string, unknown>
  readonly added: Set<unknown>
  /** The scopes that schemas of a name were added to. */
  readonly scopes: Map<string, FastifyInstance[]>
}

const { isPrototypeOf } = Object.prototype

export function createNames (fastify: FastifyInstance) {
  const { swagger = fastify.initialConfig } = fastify as unknown as { swagger?: object }
  const { owners, added, scopes } = remember(documents, swagger, (): Known => ({
    owners: new Map(), added: new Set(), scopes: new Map()
  }))
  const isTaken = (name: string): boolean =>
    fastify.getSchema(name) !== undefined || fastify.getSchema(`${name}#`) !== undefined
  // Fastify gives a schema to the scopes within too, which must not have one of that name.
  const isTakenWithin = (name: string): boolean =>
    !isTaken(name) && scopes.get(name)?.some((scope) => isPrototypeOf.call(fastify, scope)) === true
  const isFree = (name: string, owner: unknown): boolean =>
    owners.has(name) ? owners.get(name) === owner && !isTakenWithin(name) : !isTaken(name)
  return {
    /** The names of all schemas that were added. */
    added: added as ReadonlySet<unknown>,
    /** The wish, else the wish with a number. The same owner always gets the same name. */
    claim (wish: string, owner: unknown): string {
      let name = wish
      for (let number = 2; !isFree(name, owner); number++) name = `${wish}${number}`
      owners.set(name, owner)
      return name
    },
    /** Adds a schema under its name, once. */
    add (name: string, schema: () => Schema): void {
      if (isTaken(name)) return
      fastify.addSchema({ ...schema(), $id: name })
      added.add(name)
      remember(scopes, name, (): FastifyInstance[] => []).push(fastify)
    }
  }
}
