/** An error handler whose answers a page can show beside its fields. */

import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { formErrors } from '../../helpers/forms/errors.js'

/**
 * Adds `fields`, the messages by field, to Fastify's answer to an invalid request: `app.setErrorHandler(sendFieldErrors)`.
 * Any other error goes to the outer handler. A handler of your own may call it for errors with `validation`.
 */
export async function sendFieldErrors (error: FastifyError, _request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (error.validation === undefined) throw error
  const { statusCode = 400, code, message } = error
  return await reply.code(statusCode).send({ statusCode, code, error: STATUS_CODES[statusCode], message, fields: formErrors(error) })
}
