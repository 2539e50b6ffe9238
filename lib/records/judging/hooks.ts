/** The hooks in which a library judges what clients send, after texts are read. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_DEPTH } from '../../urls/query.js'
import { isPlainObject } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import { replaceBody } from '../../requests/errors/index.js'
import { isForm, isMultipart } from '../../requests/methods/index.js'
import type { Place } from '../../schemas/index.js'
import { after, isPromise } from './judge.js'
import type { Judged, Library, RecordJudge, Soon } from './judge.js'
import { attachOrReturn, invalidInput, sentFaults } from './part-errors.js'
import type { RequestPart } from './part-errors.js'

/**
 * A preHandler hook for requests that are valid so far. It replaces a part of a request, or the record in a
 * body, by what the library makes of it.
 */
function validationHook (
  { part, record }: { readonly part: RequestPart, readonly record?: string },
  check: (sent: unknown, request: FastifyRequest) => Soon<Judged>
) {
  const key = part === 'querystring' ? 'query' : part

  function judge (request: FastifyRequest): Soon<Judged> {
    const sent = record === undefined ? request[key] : (request.body as Properties)[record]
    return check(withWebFiles(request, sent), request)
  }

  function settle (request: FastifyRequest, { value, faults }: Judged): void {
    if (faults !== undefined) {
      const error = invalidInput(part, record === undefined ? faults : sentFaults(request, record, faults))
      if (attachOrReturn(request, error) !== undefined) throw error
    } else if (part === 'body') {
      replaceBody(request, record === undefined ? value : { ...request.body as Properties, [record]: value })
    } else {
      Object.assign(request, { [key]: value })
    }
  }

  /** Calls back where nothing waits, else gives a promise. */
  return function validateByLibrary (
    request: FastifyRequest, _reply: FastifyReply, done: () => void
  ): Promise<void> | undefined {
    const judged = request.validationError === undefined ? judge(request) : undefined
    if (isPromise(judged)) return judged.then((one) => { settle(request, one) })
    if (judged !== undefined) settle(request, judged)
    done()
    return undefined
  }
}

export function partHook (part: RequestPart, { validate }: Library) {
  return validationHook({ part }, validate)
}

export function newRecordHook (record: string, { judgeNew }: RecordJudge) {
  return validationHook({ part: 'body', record }, (sent, { headers }) =>
    judgeNew(sent, isForm(headers['content-type'])))
}

/** Gives a loaded record as a client sends it; null where nothing loads one. */
type LoadedForm = (loaded: unknown) => Soon<Properties | null>

/** Judges what was sent over the loaded record, since most rules are of the whole one. */
export function changedRecordHook (
  record: string, { judgeChanged }: RecordJudge, place: Place, formOf: LoadedForm
) {
  return validationHook({ part: 'body', record }, (value, request) => {
    const sent = value as Properties
    const judged = after(formOf(request.record), (loaded) => judgeChanged(sent, loaded))
    return after(judged, (one) => sentOf(one, sent, place))
  })
}

/** An action gets the values that were sent, and those under names that the schema does not have. */
function sentOf (judged: Judged, sent: Properties, { fields }: Place): Judged {
  const { value } = judged
  if (!isPlainObject(value)) return judged
  const handedOn = Object.entries(value).filter(([name]) => Object.hasOwn(sent, name) || !fields.has(name))
  return { ...judged, value: Object.fromEntries(handedOn) }
}

/**
 * Files of a form as those of the web, which libraries know. Only a multipart form has files, at places that
 * a name can reach.
 */
function withWebFiles ({ headers }: FastifyRequest, value: unknown): unknown {
  return isMultipart(headers['content-type'] ?? '') ? withFiles(value, MAX_DEPTH) : value
}

/** JSON in a field of a multipart form has no files, and may be nested very deep. */
function withFiles (value: unknown, depth: number): unknown {
  if (value instanceof Uint8Array) return fileOf(value)
  if (depth === 0) return value
  if (Array.isArray(value)) return value.map((item) => withFiles(item, depth - 1))
  return isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withFiles(inner, depth - 1)]))
    : value
}

/** A file of the web with these bytes. */
export function fileOf (
  bytes: Uint8Array & { readonly filename?: string, readonly mimetype?: string }
): File {
  const { filename = '', mimetype = '' } = bytes
  return new File([bytes], filename, { type: mimetype })
}
