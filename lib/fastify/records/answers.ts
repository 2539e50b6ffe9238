/** The answers of an action: their schema, and the hook that cleans them. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { show } from '../../text.js'
import { modelName } from '../../routes/inflector.js'
import { capitalize } from '../../routes/names.js'
import { isPlainObject } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import { isEndless } from '../schemas/index.js'
import { clean } from './clean.js'
import type { ControllerRecord, Part } from './record.js'
import type { ShapeOf } from './shapes.js'

type Done = (error: Error | null, payload?: unknown) => void

/** What a row answers with: own member actions answer with the record. */
export function deriveAnswer (route: Route, { node, copies, read, answers = {} }: ControllerRecord, shapeOf: ShapeOf): Part {
  const { controller, action, resource: { place } } = route
  const answer = answers[action] ?? (place === 'member' && 'show' in answers ? 'record' : false)
  if (answer === false) return {}
  const of = isPlainObject(answer) ? read(answer, modelName(controller) + capitalize(action)) : node
  const schema = copies.reference(of, 'seen')
  const shape = shapeOf([{ node: of, guards: [] }])
  return {
    schema: { '2xx': answer === 'list' ? { type: 'array', items: schema } : schema },
    hooks: {
      /** Removes `writeOnly` properties and, for a success, unknown ones, on a copy. What the app's error handler sends stays. */
      preSerialization: function cleanAnswer (request: FastifyRequest, { statusCode }: FastifyReply, payload: unknown, done: Done): void {
        const isSuccess = statusCode >= 200 && statusCode < 300
        const isOther = isSuccess && typeof answer === 'string' && Array.isArray(payload) !== (answer === 'list')
        if (failed.has(request)) done(null, payload)
        else if (isOther) done(createError('FST_RESOURCES_ANSWER', [controller, action, answer, show(payload)]))
        else done(null, clean(payload, shape, { texts: null, partial: isSuccess ? 'no' : 'all', unknown: isSuccess ? 'remove' : null }))
      },
      onError: noteFailure
    },
    ...isEndless(of) && { defaults: { serializerCompiler: () => JSON.stringify } }
  }
}

const failed = new WeakSet<FastifyRequest>()

/** An onError hook: an error handler sends what follows. */
async function noteFailure (request: FastifyRequest): Promise<void> {
  failed.add(request)
}
