/** What all pages share: templates with the helpers, flash messages, CSRF tokens, messages of forms, error pages. */

import { STATUS_CODES } from 'node:http'
import csrf from '@fastify/csrf-protection'
import { Type } from '@fastify/type-provider-typebox'
import fastifyView from '@fastify/view'
import { Eta } from 'eta'
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import fp from 'fastify-plugin'
import { createFormHelpers, formErrors } from 'fastify-resources'
import type { FormErrors } from 'fastify-resources'
import { isUnreachable } from './database.js'
import { isWriter, mayChange } from './visitors.js'
import { toXml } from './xml.js'

declare module 'fastify' {
  interface FastifyReply {
    locals: object
    /** Shows a message on the next page. */
    flash: (message: string) => void
  }
}

const FLASH = 'flash'
const FORMS = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/i

interface PagesOptions {
  /** The folder of the templates. */
  readonly views: string
  /** Paths that are not the tree's. */
  readonly links: { readonly stylesheet: string, readonly docs: string }
}

export const pages = fp(async function pages (fastify, { views, links }: PagesOptions) {
  await fastify.register(fastifyView, { engine: { eta: new Eta({ views, cache: true }) }, root: views, viewExt: 'eta', layout: 'layout.eta' })
  await fastify.register(csrf, { cookieOpts: { signed: true, path: '/', httpOnly: true, sameSite: 'strict' } })
  fastify.decorateReply('flash', flash)
  fastify.addHook('onRequest', async function giveHelpers (request, reply) { reply.locals = { ...links, ...helpersFor(request, reply) } })
  // The session's cookie is lax, so only forms of other sites could bring it: programs send JSON, which needs CORS.
  fastify.addHook('preHandler', function checkToken (request, reply, done) {
    const isForm = request.method !== 'GET' && FORMS.test(request.headers['content-type'] ?? '')
    if (isForm) fastify.csrfProtection(request, reply, done)
    else done()
  })
  fastify.setErrorHandler(showError)
  fastify.setNotFoundHandler(async (request, reply) => await showError(Object.assign(new Error('There is no such page.'), { statusCode: 404 }), request, reply))
})

/** What all templates know. */
function helpersFor (request: FastifyRequest, reply: FastifyReply): object {
  const { urlFor } = request
  return {
    request,
    urlFor,
    ...createFormHelpers(urlFor),
    token: () => ({ _csrf: reply.generateCsrf() }),
    takeFlash: () => takeFlash(request, reply),
    isWriter,
    mayChange
  }
}

function flash (this: FastifyReply, message: string): void {
  this.setCookie(FLASH, message, { path: '/', httpOnly: true, sameSite: 'lax', signed: true })
}

function takeFlash (request: FastifyRequest, reply: FastifyReply): string | null {
  const cookie = request.cookies[FLASH]
  if (cookie === undefined) return null
  reply.clearCookie(FLASH, { path: '/' })
  return request.unsignCookie(cookie).value
}

/** What a form is shown again with; undefined where nothing is wrong. Programs get the validator's own error. */
export function mistakesOf ({ validationError }: FastifyRequest): FormErrors | undefined {
  if (validationError === undefined) return undefined
  return formErrors({ validation: validationError.validation?.map((fault: FastifySchemaValidationError) => ({ ...fault, message: WORDS[fault.keyword]?.(fault.params) ?? fault.message ?? '' })) })
}

/** What was typed into a form, to be shown again: whatever a client sends, texts only, and no other record's id. */
export function typedTexts (record: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(Object(record) as object).filter(([name, value]) => typeof value === 'string' && name !== 'id'))
}

const WORDS: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  required: () => 'is missing',
  minLength: ({ limit }) => limit === 1 ? 'must not be empty' : `takes at least ${String(limit)} characters`,
  maxLength: ({ limit }) => `takes at most ${String(limit)} characters`,
  pattern: () => 'must be plain text, and not empty',
  format: () => 'is no e-mail address',
  enum: () => 'is none of the choices',
  anyOf: () => 'is none of the choices'
}

const ErrorSchema = Type.Object({ statusCode: Type.Integer(), error: Type.String(), message: Type.String() })

/** The error as a page, or as JSON or XML for programs. */
async function showError (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { statusCode, message } = describe(error)
  if (statusCode >= 500) request.log.error(error)
  if (statusCode === 503) reply.header('retry-after', '5')
  reply.code(statusCode)
  const shown = { statusCode, error: STATUS_CODES[statusCode] ?? 'Error', message }
  return await reply.respondTo({
    html: async () => await reply.viewAsync('error', { title: shown.error, ...shown }),
    json: () => shown,
    xml: () => toXml('error', shown, ErrorSchema)
  })
}

function describe (error: Error & { statusCode?: number }): { statusCode: number, message: string } {
  if (isUnreachable(error)) return { statusCode: 503, message: 'The database cannot be reached just now. Nothing was changed; try again in a moment.' }
  const { statusCode = 500 } = error
  return statusCode >= 500 ? { statusCode, message: 'Something went wrong here.' } : { statusCode, message: error.message }
}
