/** Who writes the answers of a record: Fastify, or a serializer compiler of the app that takes its schema. */

import { createRequire } from 'node:module'
import type { FastifySerializerCompiler } from 'fastify'
import type { Schema } from '../../schemas/index.js'

const require = createRequire(import.meta.url)

type Compiler = FastifySerializerCompiler<unknown>

const PROBE: Schema = { type: 'object', properties: { probe: { type: 'string' } } }

/**
 * A compiler for a row whose answers have a schema of the plugin; undefined where its own one takes JSON
 * Schemas. That of fastify-type-provider-zod takes none, so it compiles the row's other schemas alone.
 */
export function serializerFor (written: Schema, compiler: unknown): Compiler | undefined {
  if (typeof compiler !== 'function' || takesJsonSchemas(compiler as Compiler)) return undefined
  const compileOthers = compiler as Compiler
  return (route) => route.schema === written ? compileByFastify(written) : compileOthers(route)
}

/** It may refuse a schema at once, or with the first answer. */
function takesJsonSchemas (compile: Compiler): boolean {
  try {
    compile({ schema: PROBE, method: 'GET', url: '/', httpStatus: '200' })({ probe: 'text' })
    return true
  } catch {
    return false
  }
}

/** Fastify brings the package, and no instance gives its serializer once the app has another one. */
function compileByFastify (schema: Schema): (answer: unknown) => string {
  const requireOfFastify = createRequire(require.resolve('fastify'))
  const { SerializerSelector } = requireOfFastify('@fastify/fast-json-stringify-compiler') as {
    readonly SerializerSelector: () => (schemas: object, options: object) => FastifySerializerCompiler<Schema>
  }
  return SerializerSelector()({}, {})({ schema, method: '', url: '' })
}
