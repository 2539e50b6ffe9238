/** The names of schemas that the plugin adds to an app, unique in its OpenAPI document. */

import type { FastifyInstance } from 'fastify'
import { remember } from '../routes/objects.js'
import type { Schema } from './documents.js'

export type Names = ReturnType<typeof createNames>

// One per OpenAPI document, which knows the schemas of all scopes. Without one, per app and its children.
const documents = new WeakMap<object, Known>()

interface Known {
  readonly owners: Map<string, unknown>
  readonly preferredNames: Map<unknown, readonly string[]>
}

function knownOf (fastify: FastifyInstance): Known {
  const { swagger = fastify.initialConfig } = fastify as unknown as { swagger?: object }
  return remember(documents, swagger, () => ({ owners: new Map(), preferredNames: new Map() }))
}

/** `store` is the scope that gets the schemas: a scope without routes gets those of a document. */
export function createNames (fastify: FastifyInstance, store = fastify) {
  const { owners, preferredNames } = knownOf(fastify)
  const isTaken = (name: string): boolean =>
    fastify.getSchema(name) !== undefined || fastify.getSchema(`${name}#`) !== undefined
  const isFree = (name: string, owner: unknown): boolean =>
    owners.has(name) ? owners.get(name) === owner : !isTaken(name)
  return {
    /** The names that a document should have, best first, for each schema that was added or replaced. */
    preferredNames: preferredNames as ReadonlyMap<unknown, readonly string[]>,
    /** The preferred name, else that name with a number. The same owner always gets the same name. */
    reserve (preferred: string, owner: unknown): string {
      let name = preferred
      for (let number = 2; !isFree(name, owner); number++) name = withSuffix(preferred, String(number))
      owners.set(name, owner)
      return name
    },
    /** Adds a schema under its name, once. */
    add (name: string, schema: () => Schema, preferred: readonly string[] = [name]): void {
      if (isTaken(name) || store.getSchema(name) !== undefined) return
      store.addSchema({ ...schema(), $id: name })
      remember(preferredNames, name, () => preferred)
    },
    /** Counts a schema of the app as ours, since another one describes it in documents. */
    replace (name: string): void {
      preferredNames.set(name, [name])
    }
  }
}

/** `PostInput`, or `https://example.org/postInput.json`. */
export function withSuffix (name: string, suffix: string): string {
  return name.replace(/(?:\.json)?$/, `${suffix}$&`)
}
