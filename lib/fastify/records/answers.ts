/** The answers of an action: their schema, and the hook that cleans them. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { show } from '../../text.js'
import { modelName } from '../../routes/inflector.js'
import { capitalize } from '../../routes/names.js'
import { isPlainObject } from '../../routes/objects.js'
import { remember } from '../../routes/remember.js'
import type { Route } from '../../../types/route.js'
import { resolve } from '../schemas/index.js'
import type { Node } from '../schemas/index.js'
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
        else done(null, clean(payload, shape, { isCopy: true, isForm: false, isPartial: !isSuccess, unknown: isSuccess ? [] : null }))
      },
      onError: noteFailure
    },
    ...remember(endless, of, isEndless) && { defaults: { serializerCompiler: () => JSON.stringify } }
  }
}

const MOST_STEPS = 20_000

const endless = new WeakMap<Node, boolean>()

/**
 * Whether fast-json-stringify would never finish: when it looks for circles, it follows every path of references without
 * a repetition. Schemas that refer to each other have exponentially many such paths.
 */
function isEndless (root: Node): boolean {
  const path = new Set<Node>()
  let steps = 0
  function follow (node: Node): void {
    steps += endless.get(node) === true ? MOST_STEPS : 1
    if (steps > MOST_STEPS || path.has(node)) return
    path.add(node)
    const target = resolve(node)
    if (target !== undefined) follow(target)
    for (const members of node.under.values()) members.forEach(follow)
    path.delete(node)
  }
  follow(root)
  return steps > MOST_STEPS
}

const failed = new WeakSet<FastifyRequest>()

/** An onError hook: an error handler sends what follows. */
async function noteFailure (request: FastifyRequest): Promise<void> {
  failed.add(request)
}
