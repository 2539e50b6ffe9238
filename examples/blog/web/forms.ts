/** Forms: `new` and `edit` show them. An invalid form is shown again, with messages. */

import type {
  FastifyReply, FastifyRequest, preHandlerAsyncHookHandler, preValidationAsyncHookHandler
} from 'fastify'
import { formValues, type InvalidForm, type ValidationFault } from 'fastify-resources'
import { rowOf, showPage } from './pages.js'

/** The page `form` of a controller: its record, with the values that were sent. */
export async function showForm (request: FastifyRequest, reply: FastifyReply, invalid?: InvalidForm) {
  const { singular } = rowOf(request).resource
  const values = invalid?.values ?? { ...request.record, ...formValues(request) }
  const shown = { errors: invalid?.errors, isPreview: isPreview(request) && invalid === undefined }
  return await showPage(reply, 'form', { [singular]: values, ...shown })
}

/** The page `delete` of a controller, which asks before a record is deleted. */
export async function showDelete (request: FastifyRequest, reply: FastifyReply) {
  return await showPage(reply, 'delete', { [rowOf(request).resource.singular]: request.record })
}

interface Guards {
  readonly preValidation?: preValidationAsyncHookHandler | preValidationAsyncHookHandler[]
  /** Runs after the record is loaded. */
  readonly preHandler?: preHandlerAsyncHookHandler | preHandlerAsyncHookHandler[]
}

/**
 * Options of the action of a form. After its guards, an invalid form is shown again; programs get the error.
 */
export function form ({ preValidation = [], preHandler = [] }: Guards = {}) {
  return { preValidation: [preValidation, unifyLineBreaks].flat(), preHandler, invalid: showForm }
}

/** Forms have CRLF where JSON has LF. Each counts as one character. */
async function unifyLineBreaks ({ body }: FastifyRequest): Promise<void> {
  for (const record of Object.values(Object(body) as object)) {
    if (record === null || typeof record !== 'object') continue
    for (const [name, value] of Object.entries(record as Record<string, unknown>)) {
      if (typeof value === 'string') (record as Record<string, unknown>)[name] = value.replace(/\r\n?/g, '\n')
    }
  }
}

/** Whether the second button of the form was pressed, which saves nothing. */
export function isPreview ({ body }: FastifyRequest): boolean {
  return Object(body).preview !== undefined
}

/** Other words than those of the plugin. */
export function words ({ keyword, params = {} }: ValidationFault): string | undefined {
  return WORDS[String(keyword)]?.(params)
}

const WORDS: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  pattern: () => 'must be plain text, and not blank',
  format: () => 'must be an e-mail address'
}
