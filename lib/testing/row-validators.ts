/** What the validators of an app say of a value. */

import Fastify from 'fastify'
import type { FastifyInstance, FastifySchema, FastifySchemaCompiler } from 'fastify'
import { documentSchemas } from '../tools.js'
import type { Schema } from '../tools.js'
import { replaceFiles } from './sample-files.js'
import type { Route } from '../../types/route.js'

export type Compiler = FastifySchemaCompiler<FastifySchema>

/** Gives what is wrong with a value, or undefined. */
export type Validator = (value: unknown) => string | undefined

/** What checks the values of a row. */
export interface CheckedRow {
  readonly method: string
  readonly route: Route
  readonly scope: FastifyInstance
  readonly schema: Schema
  /** That of the row itself. */
  readonly compiler: Compiler | undefined
}

/** Gives undefined where the compiler, or that of the row, is missing, or refuses the schema. */
export function validatorOf (
  { compiler: own, scope, method, route }: CheckedRow, httpPart: string, schema: unknown, compiler = own
): Validator | undefined {
  try {
    const compile = (compiler ?? scope.validatorCompiler) as Compiler
    const validate = compile({ schema: schema as FastifySchema, method, url: route.path, httpPart })
    // A copy, since it may change the value. A schema describes the bytes of a file as a text.
    return (value) => faultOf(validate, replaceFiles(value, ({ size }) => '.'.repeat(size)))
  } catch {
    return undefined
  }
}

/**
 * Fastify's compiler with the shared schemas of a scope, which may have none of its own. It takes a value as
 * it is: that of an app turns `"1"` into 1, and removes names. Undefined where only the app's own compiler
 * understands its schemas.
 */
export async function strictCompiler (scope: FastifyInstance): Promise<Compiler | undefined> {
  const asItIs = { coerceTypes: false, removeAdditional: false, useDefaults: false } as const
  // Documents have words of their own, such as `example`.
  const app = Fastify({ ajv: { customOptions: { ...asItIs, strict: false, logger: false } } })
  for (const schema of Object.values(documentSchemas(scope))) app.addSchema(schema)
  // Fastify makes a compiler for the first schema of a request.
  app.get('/', { schema: { querystring: {} } }, () => {})
  return await app.ready().then(() => app.validatorCompiler, () => undefined)
}

function faultOf (validate: ReturnType<Compiler>, value: unknown): string | undefined {
  try {
    const result: unknown = validate(value)
    const error: unknown = result === false ? validate.errors?.[0] : Object(result).error
    if (error === undefined || error === null) return undefined
    const { instancePath = '', message = 'it is invalid' } = error as Partial<Record<string, string>>
    return `${instancePath} ${message}`.trim()
  } catch (error) {
    return String(error)
  }
}
