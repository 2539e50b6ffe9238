/** `invalid`: a form that comes back with its values and its messages. */

import type { FastifyError, FastifyRequest } from 'fastify'
import type { AnswerInvalid } from '../controllers/index.js'
import { prefersPage } from '../formats/index.js'
import type { ErrorHandler, RowPart } from '../layers/index.js'
import { isForm, isWriting } from '../methods/index.js'
import { cleanAgain } from '../requests/index.js'
import { isPlainObject } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import type { FormErrors } from '../../../types/form-errors.js'
import { fieldsOf, sendFieldErrors } from './field-errors.js'
import { shownValues } from './values.js'

/**
 * The part of a row whose invalid forms `invalid` answers: after the guards, the loaded record and the hooks
 * of the action. Whatever else is invalid fails before them, as it does in Fastify. An action that attaches
 * the validation itself asks for it.
 */
export function partOfInvalid (invalid: AnswerInvalid, attaches: boolean): RowPart {
  const wrapErrors = (next: ErrorHandler | undefined): ErrorHandler => answerErrors(invalid, next)
  return attaches
    ? { wrapErrors }
    : {
        first: { attachValidation: true, preHandler: refuseOthers },
        last: { preHandler: refuseForm },
        wrapErrors
      }
}

async function refuseOthers (request: FastifyRequest): Promise<void> {
  if (!isOfForm(request.validationError ?? {}, request) || !isSent(request)) await refuseForm(request)
}

async function refuseForm ({ validationError }: FastifyRequest): Promise<void> {
  if (validationError !== undefined) throw validationError
}

/** Whether a page sent the form, by a body or by the query of a GET. */
function isSent (request: FastifyRequest): boolean {
  return isWriting(request.method) ? isForm(request.headers['content-type']) : prefersPage(request)
}

function answerErrors (invalid: AnswerInvalid, next: ErrorHandler | undefined): ErrorHandler {
  return function answerInvalid (failure, request, reply) {
    const error = failure as FastifyError
    const errors = isOfForm(error, request) ? fieldsOf(error, request) : undefined
    if (errors !== undefined && isSent(request)) {
      reply.code(error.validation === undefined ? error.statusCode ?? 422 : 422)
      if (error.validation === undefined) warnOfLostMessages(request, errors)
      cleanAgain(reply)
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
    if (errors !== undefined) Object.assign(error, { fields: errors })
    if (next !== undefined) return next(error, request, reply)
    // A handler of the app may have a form of its own.
    if (errors !== undefined && request.server.errorHandler.name === 'defaultErrorHandler') {
      return sendFieldErrors(error, request, reply)
    }
    // A text that is thrown here would be a 200 with that text.
    return Promise.reject(error)
  }
}

/** A message under the name of a property, `title` for `post[title]`, which no template asks for. */
function warnOfLostMessages ({ body, log }: FastifyRequest, errors: FormErrors): void {
  const sent = Object(body) as Properties
  for (const name of Object.keys(errors).filter((name) => !Object.hasOwn(sent, name))) {
    const key = Object.keys(sent).find((key) => isPlainObject(sent[key]) && Object.hasOwn(sent[key], name))
    if (key !== undefined) {
      log.warn(`fastify-resources: fieldError('${name}'): the name of the field is '${key}[${name}]'`)
    }
  }
}

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
