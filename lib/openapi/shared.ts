/** The schemas that operations share: Fastify's error, and records as clients send and see them. */

import type { FastifyInstance } from 'fastify'
import type { RowFacts } from '../controllers/layers/index.js'
import { createCopies, createNames } from '../schemas/index.js'
import type { Names, Schema } from '../schemas/index.js'

const ERROR: Schema = {
  type: 'object',
  required: ['statusCode', 'error', 'message'],
  properties: {
    statusCode: { type: 'integer' },
    code: { type: 'string' },
    error: { type: 'string' },
    message: { type: 'string' },
    fields: {
      type: 'object',
      description: 'Messages by field',
      additionalProperties: { type: 'array', items: { type: 'string' } }
    }
  }
}

type Defined<Name extends keyof RowFacts> = NonNullable<RowFacts[Name]>

/** What operations refer to. */
interface Shared {
  readonly ours: Names['ours']
  readonly error: Schema
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
  // The app may have one of that name.
  const isNamed = fastify.getSchema('ErrorResponse') === undefined
  if (isNamed) names.add('ErrorResponse', ERROR)
  return {
    ours: names.ours,
    error: isNamed ? { $ref: 'ErrorResponse#' } : ERROR,
    bodyOf: ({ node, isPartial }) => isPartial ? patch(node) : body(node),
    answerOf ({ node, isList }) {
      const schema = reference(node, 'output')
      return isList ? { type: 'array', items: schema } : schema
    }
  }
}
