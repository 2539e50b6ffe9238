/** The schema that an action has itself: Standard Schemas become JSON Schemas, and their own validation follows. */

import type { FastifyInstance } from 'fastify'
import { isPlainObject } from '../../routes/objects.js'
import { mergeOptions } from '../controllers/index.js'
import type { ActionOptions } from '../controllers/index.js'
import type { Report } from '../report.js'
import { isSchema, viewOf } from '../schemas/index.js'
import type { Schema, StandardSchema, Way } from '../schemas/index.js'
import { judgeOf, partJudge } from './judge.js'
import type { RequestPart } from './judge.js'

/** In the order in which Fastify validates them; `query` is its other name for `querystring`. */
const PARTS: ReadonlyArray<readonly [name: string, part: RequestPart]> =
  [['params', 'params'], ['body', 'body'], ['querystring', 'querystring'], ['query', 'querystring'], ['headers', 'headers']]

const judged = new WeakSet<Schema>()

/** Whether a library judges what this JSON Schema describes. */
export function isJudged (schema: unknown): boolean {
  return isPlainObject(schema) && judged.has(schema)
}

/**
 * Its parts as JSON Schemas, and the hooks that run the libraries' own validation first. A part stays as it is where the app
 * has a validator or a serializer of its own.
 */
export function readOwnSchema (where: string, own: ActionOptions, scope: FastifyInstance, report: Report): ActionOptions {
  const { schema } = own
  if (!isPlainObject(schema)) return own
  const isRead = (own.validatorCompiler ?? scope.validatorCompiler) === undefined
  const isWritten = (own.serializerCompiler ?? scope.serializerCompiler) === undefined
  const read = (name: string, given: Schema | StandardSchema, way: Way): Schema => {
    const { schema, faults } = viewOf(given, way, false)
    for (const fault of faults) report(`${where}: schema.${name}: ${fault}`)
    return schema
  }
  const found: Record<string, unknown> = {}
  const preHandler: unknown[] = []
  for (const [name, part] of isRead ? PARTS : []) {
    const given = schema[name]
    if (!isSchema(given)) continue
    const json = read(name, given, 'sent')
    const judge = judgeOf(given)
    found[name] = json
    if (judge === null) continue
    preHandler.push(partJudge(part, judge))
    if (part === 'body') judged.add(json)
  }
  if (isWritten && isPlainObject(schema.response)) {
    found.response = Object.fromEntries(Object.entries(schema.response).map(([status, given]) =>
      [status, isSchema(given) ? read(`response.${status}`, given, 'seen') : given]))
  }
  return mergeOptions(preHandler.length === 0 ? {} : { preHandler }, own, { schema: found }) as ActionOptions
}
