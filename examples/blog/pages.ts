/** What all pages share: templates with the helpers, flash messages, CSRF tokens, error pages. */

import csrf from '@fastify/csrf-protection'
import fastifyView from '@fastify/view'
import { Eta } from 'eta'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createFormHelpers, type Route } from 'fastify-resources'
import { httpError, isForm, showError } from './errors.js'
import { excerpt, renderMarkdown } from './markdown.js'
import { ROLES } from './records.js'
import { isWriter, mayChange, returnPath, sessionToken } from './visitors.js'

declare module 'fastify' {
  interface FastifyReply {
    locals: object
    /** Shows a message on the next page. */
    flash: (message: string) => void
  }
}

const FLASH = 'flash'

interface PagesOptions {
  /** The folder of the templates. */
  readonly views: string
  /** Paths that are not the tree's. */
  readonly links: Readonly<Record<string, string>>
  /** Binds the tokens of forms to the session that they were made for. */
  readonly secret: string
}

export const pages = fp(async function pages (fastify, { views, links, secret }: PagesOptions) {
  await fastify.register(fastifyView, { engine: { eta: new Eta({ views, cache: true }) }, root: views, viewExt: 'eta', layout: 'layout.eta' })
  // Lax, so that it also comes with who follows a link from another site: a form that is open elsewhere stays valid.
  await fastify.register(csrf, { cookieOpts: { signed: true }, getUserInfo: holderOf, csrfOpts: { hmacKey: secret } })
  fastify.decorateReply('flash', function flash (this: FastifyReply, message: string) { this.setCookie(FLASH, message, { signed: true }) })
  fastify.addHook('onRequest', async function preparePage (request, reply) {
    reply.locals = { ...links, ...helpersFor(request, reply) }
    // What is private no cache keeps; all else is asked for again, by its ETag.
    reply.header('cache-control', request.user === null ? 'no-cache' : 'no-store').header('vary', 'cookie')
  })
  // The session's cookie is lax, so only forms of other sites could bring it: programs send JSON, which needs CORS.
  fastify.addHook('preHandler', function checkToken (request, reply, done) {
    if (request.method !== 'GET' && isForm(request.headers['content-type'])) fastify.csrfProtection(request, reply, done)
    else done()
  })
  fastify.setErrorHandler(showError)
  fastify.setNotFoundHandler(async (request, reply) => await showError(httpError(404, 'There is no such page.'), request, reply))
})

/** The row that a request has reached. */
export function rowOf (request: FastifyRequest): Route {
  return request.routeOptions.config.resource as Route
}

/** The template of that name in the folder of the controller. */
export async function showPage (reply: FastifyReply, name: string, locals: object): Promise<string> {
  return await reply.viewAsync(`${rowOf(reply.request).controller}/${name}`, locals)
}

/** Whom a token is for. */
function holderOf (request: FastifyRequest): string {
  return sessionToken(request) || 'nobody'
}

/** What all templates know. */
function helpersFor (request: FastifyRequest, reply: FastifyReply): object {
  const { urlFor } = request
  let token: string | undefined
  let title = 'Blog'
  return {
    request,
    urlFor,
    ...createFormHelpers(urlFor),
    /** Gives the page its title, and the title back. */
    title: (text = title) => (title = text),
    /** One for all forms of a page: the secret behind it is made once. */
    token () {
      reply.header('cache-control', 'no-store')
      token ??= reply.generateCsrf({ userInfo: holderOf(request) } as object)
      return { _csrf: token }
    },
    takeFlash: () => takeFlash(request, reply),
    /** Where logging in leads back to. */
    here: () => request.method === 'GET' && reply.statusCode !== 404 ? request.url : urlFor.rootPath(),
    returnPath: () => returnPath(request),
    renderMarkdown,
    excerpt,
    roles: ROLES,
    isWriter,
    mayChange
  }
}

function takeFlash (request: FastifyRequest, reply: FastifyReply): string | null {
  const cookie = request.cookies[FLASH]
  if (cookie === undefined) return null
  reply.clearCookie(FLASH)
  return request.unsignCookie(cookie).value
}
