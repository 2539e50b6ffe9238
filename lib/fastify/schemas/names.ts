/** The names of schemas that the plugin adds to an app, unique in its OpenAPI document. */

import type { FastifyInstance } from 'fastify'
import { remember } from '../../routes/objects.js'
import type { Schema } from './documents.js'

export type Names = ReturnType<typeof createNames>

// One per OpenAPI document, which knows the schemas of all scopes. Without one, per app and its children.
const documents = new WeakMap<object, { owners: Map<string, unknown>, added: Set<unknown> }>()

export function createNames (fastify: FastifyInstance) {
  const { swagger = fastify.initialConfig } = fastify as unknown as { swagger?: object }
  const { owners, added } = remember(documents, swagger, () => ({ owners: new Map(), added: new Set() }))
  const isTaken = (name: string): boolean =>
    fastify.getSchema(name) !== undefined || fastify.getSchema(`${name}#`) !== undefined
  return {
    /** The names of all schemas that were added. */
    added: added as ReadonlySet<unknown>,
    /** The wish, else the wish with a number. The same owner always gets the same name. */
    claim (wish: string, owner: unknown): string {
      let name = wish
      for (let number = 2; owners.has(name) ? owners.get(name) !== owner : isTaken(name); number++) {
        name = `${wish}${number}`
      }
      owners.set(name, owner)
      return name
    },
    /** Adds a schema under its name, once. */
    add (name: string, schema: () => Schema): void {
      if (isTaken(name)) return
      fastify.addSchema({ ...schema(), $id: name })
      added.add(name)
    }
  }
}
