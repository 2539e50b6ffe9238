/** The schemas that operations share: errors, and records as clients send and see them. */

import type { FastifyInstance } from 'fastify'
import type { RowFacts } from '../controllers/layers/index.js'
import { hasProblems } from '../requests/errors/index.js'
import { createCopies, createNames } from '../schemas/index.js'
import type { Names, Schema } from '../schemas/index.js'

const TEXT: Schema = { type: 'string' }
const NUMBER: Schema = { type: 'integer' }
const FIELDS: Schema = {
  type: 'object',
  description: 'Messages by field',
  additionalProperties: { type: 'array', items: TEXT }
}

const ERROR: Schema = {
  type: 'object',
  required: ['statusCode', 'error', 'message'],
  properties: { statusCode: NUMBER, code: TEXT, error: TEXT, message: TEXT, fields: FIELDS }
}

const PROBLEM: Schema = {
  type: 'object',
  required: ['type', 'status'],
  properties: { type: TEXT, title: TEXT, status: NUMBER, detail: TEXT, code: TEXT, fields: FIELDS }
}

type Defined<Name extends keyof RowFacts> = NonNullable<RowFacts[Name]>

/** What operations refer to. */
interface Shared {
  readonly ours: Names['ours']
  readonly errorOf: (description: string) => Schema
  /** The record as clients send it to a row. */
  readonly bodyOf: (sent: Defined<'sent'>) => Schema
  /** What a row answers with, as clients see it. */
  readonly answerOf: (answer: Defined<'answer'>) => Schema
}

/** They have a scope without routes, since validators and serializers read all schemas of their scope. */
export async function createShared (fastify: FastifyInstance): Promise<Shared> {
  let store = fastify
  await fastify.register(async function resourcesDocument (scope) {
    store = scope
  })
  const names = createNames(fastify, store)
  const { reference, body, patch } = createCopies(names)
  const isProblem = hasProblems(fastify)
  const [name, schema] = isProblem ? ['ProblemResponse', PROBLEM] as const : ['ErrorResponse', ERROR] as const
  // The app may have one of that name.
  const isNamed = fastify.getSchema(name) === undefined
  if (isNamed) names.add(name, schema)
  const error = isNamed ? { $ref: `${name}#` } : schema
  return {
    ours: names.ours,
    errorOf: (description) => isProblem
      ? { description, content: { 'application/problem+json': { schema: error } } }
      : { ...error, description },
    bodyOf: ({ node, isPartial }) => isPartial ? patch(node) : body(node),
    answerOf ({ node, isList }) {
      const schema = reference(node, 'output')
      return isList ? { type: 'array', items: schema } : schema
    }
  }
}
