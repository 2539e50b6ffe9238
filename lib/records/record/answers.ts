/** The answers of an action: their schema, the hooks that clean them, and the promised statuses. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { modelName } from '../../routes/inflector.js'
import { capitalize } from '../../routes/route-names.js'
import { isObject, isPlainObject } from '../../routes/objects.js'
import { isOfRecord, ownVariable } from '../../routes/owners.js'
import type { Route } from '../../../types/route.js'
import { dropNulls, dropNullsInItems, hide } from '../texts/index.js'
import type { Hiding, Lack } from '../texts/index.js'
import { mergeOptions } from '../../controllers/controller-actions.js'
import type { PartOptions, RowPart } from '../../controllers/layers/index.js'
import { noteAction, progressOf, refuseMissing } from '../../requests/request/index.js'
import { bundle, factsInside, isEndless, kindsOf } from '../../schemas/index.js'
import type { Kinds, Node, Schema } from '../../schemas/index.js'
import type { ControllerRecord } from './record.js'
import { saysStatus } from './declared-answers.js'
import type { LocationOf } from './location.js'
import { promisedStatus } from './promised-status.js'
import { serializerFor } from './serializers.js'

type Done = (error: Error | null, payload?: unknown) => void

/** Methods whose answers may be heads alone. */
const BODILESS = ['HEAD', 'OPTIONS']

/** Actions whose answers are usually none of the record's. */
const OTHERS = ['new', 'edit', 'destroy']

/**
 * What an action of a row answers with: own actions of a record answer with it. Undefined where nothing says
 * so.
 */
function answerOf (route: Route, { answers }: ControllerRecord): unknown {
  if (answers === false) return false
  if (answers === null) return undefined
  return answers[route.action] ?? (isOfRecord(route) && !OTHERS.includes(route.action) ? 'record' : undefined)
}

interface AnswerRow {
  /** The schema of answers that the action has itself, by status. */
  readonly own: unknown
  /** The serializer compiler of the action or the app; undefined for Fastify's. */
  readonly compiler: unknown
  readonly locatorOf: (route: Route) => LocationOf
}

export function deriveAnswer (
  route: Route, record: ControllerRecord, { own, compiler, locatorOf }: AnswerRow
): RowPart {
  const answer = answerOf(route, record)
  if (answer === false) return {}
  const { controller, action } = route
  const node = isPlainObject(answer)
    ? record.read(answer, modelName(controller) + capitalize(action))
    : record.seen
  const status = record.answers === null ? {} : promisedStatus(route, own, locatorOf)
  const isMissable = route.action === 'show' && (record.hasRecord || ownVariable(route) !== null)
  const missed = isMissable ? missing(route) : {}
  const hooks = mergeOptions(missed, status, answerCleaner(route, { answer, node, record, own }))
  const hasHooks = Object.keys(hooks).length > 0
  // A serializer of the app's own may read another kind of schema.
  const isDescribed = answer !== undefined && (own === undefined || isPlainObject(own))
  const written = isDescribed ? writtenSchema(answer, node) : undefined
  const serializerCompiler = written && serializerFor(written, compiler)
  return {
    ...(isDescribed && {
      schema: { response: { '2xx': written, ...own } }
    }),
    facts: { isMissable, ...(isDescribed && { answer: { node, isList: answer === 'list' } }) },
    ...(hasHooks && {
      last: { ...hooks, onError: noteFailure, ...(serializerCompiler && { serializerCompiler }) },
      wrapHandler: (handler) => noteAction(handler, Object.keys(status).length > 0)
    })
  }
}

const ENDLESS =
  'responses: its schemas refer to each other in too many ways, so no serializer would be compiled soon; ' +
    'refer to fewer of them, or give responses: false'

/** In place, since a serializer compiles all schemas of its scope. */
function writtenSchema (answer: unknown, node: Node): Schema {
  if (isEndless(node)) throw new Error(ENDLESS)
  return bundle('seen', ({ whole }) =>
    answer === 'list' ? { type: 'array', items: whole(node) } : whole(node))
}

interface Cleaning {
  readonly answer: unknown
  readonly node: Node
  readonly record: ControllerRecord
  readonly own: unknown
}

/** What the record marks as hidden, or another schema of its answer; undefined where nothing is. */
function createHiding ({ sent, seen, placeOf }: ControllerRecord, answer: Node): Hiding | undefined {
  const found = [sent, seen, answer].map(factsInside)
  if (!found.some(({ isHiding }) => isHiding)) return undefined
  const names = new Set(found.flatMap(({ hidden }) => [...hidden]))
  return { names, record: placeOf(shownNode({ sent, seen })) }
}

/** Without a record, the `input` stands for it. */
export function shownNode ({ sent, seen }: Pick<ControllerRecord, 'sent' | 'seen'>): Node {
  return factsInside(seen).all.size === 0 ? sent : seen
}

/**
 * The hooks that hide names of an answer on a copy, and refuse one that is missing. What the app's error
 * handler sends stays.
 */
function answerCleaner (
  { controller, action }: Route, { answer, node, record, own }: Cleaning
): PartOptions {
  const hiding = createHiding(record, node)
  if (answer === undefined && hiding === undefined) return {}
  const place = record.placeOf(node)
  const kinds = kindsOf(node)
  const isShaped = (status: number): boolean =>
    answer !== undefined && status >= 200 && status < 300 && ![204, 205].includes(status) &&
    !saysStatus(own, status)
  const expected = typeof answer === 'string' ? answer : null

  function refuseOther (payload: unknown): Error {
    return createError('FST_RESOURCES_ANSWER', [controller, action, expected ?? 'value', kindOf(payload)])
  }

  function refuseLack ({ path, value, types }: Lack): Error {
    if (path.length === 0) return refuseOther(value)
    const [found, place, expected] = [kindOf(value), path.join('.'), types.join(' or ')]
    return createError('FST_RESOURCES_ANSWER_VALUE', [controller, action, found, place, expected])
  }

  function cleanDeclared (payload: unknown): unknown {
    if (expected !== null && !isKind(payload, expected, kinds)) throw refuseOther(payload)
    const shown = hiding === undefined ? payload : hide(payload, hiding, place, 'serializer')
    return expected === 'list'
      ? dropNullsInItems(shown as unknown[], place, refuseLack)
      : dropNulls(shown, place, refuseLack)
  }

  function cleanOther (payload: unknown): unknown {
    return hiding === undefined ? payload : hide(payload, hiding, hiding.record, 'any')
  }

  function cleanAnswer (
    _request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done
  ): void {
    if (progressOf(reply).hasFailed) {
      done(null, payload)
      return
    }
    let cleaned: unknown
    try {
      cleaned = isShaped(reply.statusCode) ? cleanDeclared(payload) : cleanOther(payload)
    } catch (error) {
      done(error as Error)
      return
    }
    done(null, cleaned)
  }

  /** A schema writes nothing of an answer that is undefined, so no serialization would refuse it. */
  function refuseEmpty (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
    const { hasRun, hasFailed } = progressOf(reply)
    const isMissing =
      payload === undefined && hasRun && !hasFailed && isShaped(reply.statusCode) &&
      !BODILESS.includes(request.method)
    done(isMissing ? refuseOther(payload) : null, payload)
  }

  return { preSerialization: cleanAnswer, ...(answer !== undefined && { onSend: refuseEmpty }) }
}

/** The client gets the message, so it tells no value and no name. */
function kindOf (value: unknown): string {
  if (!Array.isArray(value)) return itemKind(value)
  const kinds = [...new Set(value.map(itemKind))].slice(0, 5)
  return value.length === 0 ? 'an empty list' : `a list with ${kinds.join(', ')}`
}

function itemKind (value: unknown): string {
  if (value === '') return 'an empty text'
  if (value === undefined || value === null) return String(value)
  if (typeof value !== 'object') return `a ${typeof value}`
  if (Array.isArray(value)) return 'a list'
  // A property of the value itself may be data.
  const { constructor } = Object(Object.getPrototypeOf(value)) as object
  const name = isPlainObject(value) || typeof constructor !== 'function' ? '' : constructor.name
  return name === '' ? 'an object' : `an instance of ${name}`
}

/** Whether a value is a list of records, or one record. */
function isKind (value: unknown, expected: string, kinds: Kinds): boolean {
  if (expected === 'list') return Array.isArray(value)
  return value === null ? kinds.has('null') && !kinds.has('any') : isObject(value)
}

/**
 * An onError hook: an error handler decides about what follows, and what failed has no path. A thrown value
 * that is no error is an answer.
 */
async function noteFailure (_request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<void> {
  const progress = progressOf(reply)
  progress.hasStatus = true
  progress.hasFailed ||= error instanceof Error
  if (!progress.isCreated) return
  progress.isCreated = false
  reply.code(200)
  reply.removeHeader('location')
}

/** The hooks of a `show` that returns nothing. */
function missing (route: Route) {
  const variable = ownVariable(route)

  function refuseNothing (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
    const isPresent = payload !== undefined && payload !== null
    if (isPresent || reply.statusCode !== 200 || !progressOf(reply).hasRun) {
      done(null, payload)
      return
    }
    const id = variable === null ? undefined : (request.params as Record<string, unknown>)[variable]
    const error = refuseMissing(request, reply, route.resource.singular, id)
    // The not-found handler takes over, so done is not called.
    if (error !== undefined) done(error)
  }

  return { preSerialization: refuseNothing, onSend: refuseNothing }
}
