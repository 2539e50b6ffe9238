/** The names of schemas that the plugin adds to an app, unique in its OpenAPI document. */

import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.js'
import { remember } from '../routes/objects.js'
import type { Schema } from './documents.js'

export type Names = ReturnType<typeof createNames>

/** A schema of ours. */
interface Added {
  readonly schema: Schema
  /** The name that it should have in a document. */
  readonly plainName: string
}

const documents = new WeakMap<object, Map<unknown, Added>>()

/** `store` is the scope that gets the schemas: a scope without routes gets those of a document. */
export function createNames (fastify: FastifyInstance, store = fastify) {
  const { swagger = {} } = fastify as unknown as { swagger?: object }
  const ours = remember(documents, swagger, () => new Map<unknown, Added>())
  return {
    ours: ours as ReadonlyMap<unknown, Added>,
    /** Adds a schema under its name, once. Throws FST_RESOURCES_OPTIONS where another one has that name. */
    add (name: string, schema: Schema, plainName = name): void {
      const known = ours.get(name)?.schema ?? fastify.getSchema(name) as Schema | undefined
      if (known !== undefined && !isDeepStrictEqual(jsonOf(name, known), jsonOf(name, schema))) {
        throw createError('FST_RESOURCES_OPTIONS', [[
          `two schemas have the name '${name}' in the OpenAPI document; give that of the record an $id of ` +
            'its own'
        ]])
      }
      if (store.getSchema(name) !== undefined) return
      ours.set(name, { schema, plainName })
      // The copy stands for the whole schema, which only a document that refers to it needs.
      const whole = fastify.getSchema(plainName) as Schema | undefined
      if (whole !== undefined) ours.set(plainName, { schema: whole, plainName })
      store.addSchema({ ...schema, $id: name })
    }
  }
}

/** Fastify stores copies without symbols, which TypeBox has. */
function jsonOf ($id: string, schema: Schema): unknown {
  return JSON.parse(JSON.stringify({ ...schema, $id }))
}

/** `PostInput`, or `https://example.org/postInput.json`. */
export function withSuffix (name: string, suffix: string): string {
  return name.replace(/(?:\.json)?$/, `${suffix}$&`)
}
