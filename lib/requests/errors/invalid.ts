/** `invalid`: a form that comes back with its values and its messages. */

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Properties } from '../../routes/objects.js'
import type { AnswerInvalid, ControllerAction } from '../../controllers/controller-actions.js'
import { answersPage } from '../formats/index.js'
import type { ErrorHandler, RowPart } from '../../controllers/layers/index.js'
import { isForm, isWriting } from '../methods/index.js'
import { progressOf } from '../request/index.js'
import { fieldsOf, nameFields } from './field-errors.js'
import { hasDefaultHandler, sendByDefault } from './send-errors.js'
import { shownValues } from './values.js'

/**
 * What answers the invalid forms of a row. That of a controller shows the form of its record, which no query
 * and no deletion sends.
 */
export function invalidOf (
  { invalid, hasOwnInvalid }: ControllerAction, method: string
): AnswerInvalid | undefined {
  return hasOwnInvalid || (isWriting(method) && method !== 'DELETE') ? invalid : undefined
}

/**
 * The part of a row that gives errors their `fields`. `invalid` answers its invalid forms after the guards,
 * the loaded record and the hooks of the action. Whatever else is invalid fails before them, as it does in
 * Fastify. An action that attaches the validation itself asks for it.
 */
export function partOfInvalid (invalid: AnswerInvalid | undefined, attaches: boolean): RowPart {
  if (invalid === undefined) {
    return { wrapErrors: (next) => next === undefined ? answerPlainly : answerErrors(next) }
  }
  return {
    ...(!attaches && {
      first: { attachValidation: true, preHandler: refuseOthers }, last: { preHandler: refuseForm }
    }),
    wrapErrors: (next) => answerErrors(next, invalid)
  }
}

async function refuseOthers (request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { validationError } = request
  if (validationError === undefined) return
  if (!isOfForm(validationError, request) || !isSent(request, reply)) throw validationError
}

async function refuseForm ({ validationError }: FastifyRequest): Promise<void> {
  if (validationError !== undefined) throw validationError
}

/** Whether a page sent the form, by a body or by the query of a GET. */
function isSent (request: FastifyRequest, reply: FastifyReply): boolean {
  return isWriting(request.method) ? isForm(request.headers['content-type']) : answersPage(request, reply)
}

function answerErrors (next: ErrorHandler | undefined, invalid?: AnswerInvalid): ErrorHandler {
  return function answerInvalid (failure, request, reply) {
    const error = nameFields(failure, request) as FastifyError
    const errors = isOfForm(Object(error) as FastifyError, request) ? fieldsOf(error) : undefined
    if (errors !== undefined && invalid !== undefined && isSent(request, reply)) {
      const { statusCode = 422, validation } = error
      reply.code(validation !== undefined && statusCode === 400 ? 422 : statusCode)
      // The controller itself answers.
      progressOf(reply).hasFailed = false
      // A bug is no fault of the form.
      const fail = (failure: unknown): never => {
        reply.code(200)
        throw failure
      }
      try {
        const values = isWriting(request.method) ? shownValues(request) : request.query as Properties
        const answer = invalid(request, reply, { values, errors })
        return answer instanceof Promise ? answer.catch(fail) : answer
      } catch (failure) {
        return fail(failure)
      }
    }
    if (next !== undefined) return next(error, request, reply)
    // A handler of the app may have a form of its own.
    const isOfFastify = hasDefaultHandler(request.server)
    // A text that is thrown here would be a 200 with that text.
    return (isOfFastify ? sendByDefault(error, request, reply) : undefined) ?? Promise.reject(error)
  }
}

/** Most rows share it. */
const answerPlainly = answerErrors(undefined)

interface Refusal {
  readonly validation?: unknown
  readonly validationContext?: string
}

/** Of all parts that Fastify validates, a form has only one. */
function isOfForm (
  { validation, validationContext }: Refusal, { method }: FastifyRequest
): boolean {
  return validation === undefined || validationContext === (isWriting(method) ? 'body' : 'querystring')
}
