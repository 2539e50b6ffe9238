/** The parts of all pages: templates with the helpers, flash messages, error pages. */

import fastifyView from '@fastify/view'
import { Eta } from 'eta'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createFormHelpers, type Route } from 'fastify-resources'
import { isWriter, mayChange, mayHost } from '../models/index.js'
import { showError, showNotFound } from './errors.js'
import { excerpt, renderMarkdown } from './markdown.js'
import { isRead, returnPath } from './visitors.js'

/** What an operator decides about the blog. */
export interface Site {
  readonly name: string
  /** Whether readers may sign up. */
  readonly signUps: boolean
}

declare module 'fastify' {
  interface FastifyInstance { site: Site }
  interface FastifyRequest {
    /** What the client has sent: the plugin takes the version of a form out of its body. */
    sentBody: object
  }
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
  /** Paths outside the tree. */
  readonly links: Readonly<Record<string, string>>
  readonly site: Site
}

export const pages = fp(async function pages (fastify, { views, links, site }: PagesOptions) {
  fastify.decorate('site', site)
  await fastify.register(fastifyView, {
    engine: { eta: new Eta({ views }) },
    // Else it reads and compiles each template again for each page.
    production: true,
    root: views,
    viewExt: 'eta',
    layout: 'layout.eta'
  })
  fastify.decorateReply('flash', function flash (this: FastifyReply, message: string) {
    this.setCookie(FLASH, message, { signed: true })
  })
  fastify.addHook('onRequest', async function preparePage (request, reply) {
    reply.locals = { ...links, ...helpersFor(request, reply) }
  })
  fastify.decorateRequest('sentBody')
  fastify.addHook('preValidation', async function keepBody (request) {
    request.sentBody = { ...Object(request.body) as object }
  })
  fastify.setErrorHandler(showError)
  fastify.setNotFoundHandler(showNotFound)
})

/** The row that a request has reached. */
export function rowOf (request: FastifyRequest): Route {
  return request.routeOptions.config.resource as Route
}

/** The template of that name in the folder of the controller. */
export async function showPage (reply: FastifyReply, name: string, locals: object): Promise<string> {
  return await reply.viewAsync(`${rowOf(reply.request).controller}/${name}`, locals)
}

// To make a formatter takes longer than the rest of a page.
const DATES = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function formatDate (time: string): string {
  return DATES.format(new Date(time))
}

/** The variables of all templates. */
function helpersFor (request: FastifyRequest, reply: FastifyReply): object {
  const { urlFor } = request
  const { site } = request.server
  let title = site.name
  return {
    request,
    site,
    urlFor,
    ...createFormHelpers(urlFor),
    /** Sets the title of the page, and returns it. */
    title: (text = title) => (title = text),
    takeFlash: () => takeFlash(request, reply),
    /** The page to return to after log-in. */
    here: () => isRead(request) && reply.statusCode !== 404 ? request.url : urlFor.rootPath(),
    returnPath: () => returnPath(request),
    formatDate,
    renderMarkdown,
    excerpt,
    isWriter,
    mayChange,
    mayHost
  }
}

function takeFlash (request: FastifyRequest, reply: FastifyReply): string | undefined {
  // The page of an error may be in the place of a picture.
  if (request.cookies[FLASH] === undefined || reply.statusCode >= 400) return undefined
  // Nobody sees the page of a HEAD.
  if (request.method !== 'HEAD') reply.clearCookie(FLASH)
  return request.unsignCookie(request.cookies[FLASH]).value ?? undefined
}
