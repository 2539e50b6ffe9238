/** Errors as a validator tells them, for tests of what it finds. */

import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { validatorText } from '../../lib/forms/fault-words.js'

/** An error handler of an app: `body/post/title must be string` in place of the words for people. */
export async function sendValidatorText (
  error: FastifyError & { readonly fields?: unknown }, _request: FastifyRequest, reply: FastifyReply
): Promise<unknown> {
  const { statusCode = 500, code, validation, validationContext = 'body', fields } = error
  const isOfValidator = ['FST_ERR_VALIDATION', 'FST_RESOURCES_ID'].includes(code)
  const message = isOfValidator ? validatorText(validationContext, validation as never) : error.message
  const title = STATUS_CODES[statusCode]
  return await reply.code(statusCode).send({ statusCode, code, error: title, message, fields })
}
