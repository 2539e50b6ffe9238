/** Representations: what a request asks for by its extension or by Accept, and `respondTo`, which answers. */

import { createRequire } from 'node:module'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Negotiator from 'negotiator'
import { createError } from '../../errors.js'
import { show } from '../../text.js'
import { answerText } from '../../routes/answer.js'
import { isPlainObject, remember } from '../../routes/objects.js'
import { factsOf } from '../../controllers/layers/index.js'
import { contentTypeOf, formatFaults, mediaTypesOf } from './media-types.js'

const require = createRequire(import.meta.url)

const kRequested = Symbol('fastify-resources.requestedFormat')
const kChosen = Symbol('fastify-resources.chosenFormat')

interface Asking {
  /** The extension, or the default format of the row. The not-found handler has no row, but still this. */
  [kRequested]?: string
  /** The format that `respondTo` chose. */
  [kChosen]?: string
}

type Branches = Readonly<Record<string, () => unknown>>

/** `reply.respondTo` and `request.format`. */
export function decorateFormats (fastify: FastifyInstance): void {
  fastify.decorateReply('respondTo', respondTo)
  fastify.decorateRequest('format', { getter: getFormat })
}

/**
 * An onRequest hook of rows whose format is given: removes an extension from the parameters that schemas and
 * handlers see.
 */
export function takeFormat (request: FastifyRequest & Asking, _reply: FastifyReply, done: () => void): void {
  request[kRequested] = requestedFormat(request) as string
  delete (request.params as { format?: string }).format
  done()
}

/**
 * Before that hook an extension is still among the parameters; no variable of our rows can be called
 * `format`.
 */
function requestedFormat (request: FastifyRequest & Asking): string | undefined {
  const { resource } = request.routeOptions.config
  return (
    request[kRequested] ??
    (resource === undefined
      ? undefined
      : ((request.params as { format?: string }).format ?? resource.format ?? undefined))
  )
}

function getFormat (this: FastifyRequest & Asking): string | null {
  return this[kChosen] ?? requestedFormat(this) ?? null
}

/**
 * Whether an answer should be a page: by the extension of the path, else by Accept, which prefers HTML to
 * JSON.
 */
export function prefersPage (request: FastifyRequest): boolean {
  const format = requestedFormat(request)
  return format === undefined ? acceptsPage(request) : format === 'html'
}

/** The same for an answer that depends on it: caches learn where Accept decides. */
export function answersPage (request: FastifyRequest, reply: FastifyReply): boolean {
  if (requestedFormat(request) === undefined) addAcceptToVary(reply)
  return prefersPage(request)
}

/** Whether `Accept` names HTML, and prefers it to JSON. */
function acceptsPage (request: FastifyRequest): boolean {
  return chooseByAccept(request, ['application/json', 'text/html']) === 'text/html'
}

interface Choice {
  readonly format: string
  readonly type: string
}

/** The types of some formats, and which of them the first clients got by their `Accept`. */
interface Choices {
  readonly all: readonly Choice[]
  readonly byAccept: Map<string, Choice>
}

// By the formats of the functions, for each instance.
const known = new WeakMap<FastifyInstance, Map<string, Choices>>()

// Clients have few headers `Accept`. They may send any number of others.
const MOST_KEPT = 100
const LONGEST_KEPT = 200

/** Calls the function of the format that the request asks for, and returns its result. */
function respondTo (this: FastifyReply, branches: Branches): unknown {
  const choices = choicesOf(branches, this.server)
  const request: FastifyRequest & Asking = this.request
  const format = requestedFormat(request)
  if (format === undefined) addAcceptToVary(this)
  const fitting = fitOf(request, format, choices)
  // A 406 would hide the error.
  const chosen = fitting ?? (this.statusCode >= 400 ? choices.all[0] : undefined)
  if (chosen === undefined) {
    warnOfMissing(request, format)
    const asked =
      format === undefined ? `accepts ${show(request.raw.headers.accept)}` : `has the format ${show(format)}`
    throw createError('FST_RESOURCES_NOT_ACCEPTABLE', [asked, Object.keys(branches)])
  }
  request[kChosen] = chosen.format
  this.type(chosen.type)
  return (branches[chosen.format] as () => unknown)()
}

const warnings = new WeakMap<FastifyInstance, Set<string>>()

/** Tells once of a format that a row has, and for which its action has no function. */
function warnOfMissing (request: FastifyRequest, format: string | undefined): void {
  const { server, log, routeOptions: { schema, config: { resource } } } = request
  if (resource === undefined) return
  const all = choicesIn(factsOf(schema).formats ?? resource.formats, server)
  const missing = fitOf(request, format, { all, byAccept: new Map() })?.format
  if (missing === undefined) return
  const text = `fastify-resources: ${resource.method} ${resource.path} has the format '${missing}', but respondTo() ` +
    `of ${answerText(resource)} has no such function; add it, or list what it has in the option formats`
  const texts = remember(warnings, server, () => new Set<string>())
  if (!texts.has(text)) log.warn(text)
  texts.add(text)
}

function choicesOf (branches: Branches, server: FastifyInstance): Choices {
  const areFunctions =
    isPlainObject(branches) && Object.values(branches).every((branch) => typeof branch === 'function')
  const formats = areFunctions ? Object.keys(branches) : checkedFormats(branches, server)
  return remember(remember(known, server, () => new Map<string, Choices>()), formats.join('\0'), () => ({
    all: choicesIn(checkedFormats(branches, server), server), byAccept: new Map()
  }))
}

function choicesIn (formats: readonly string[], server: FastifyInstance): Choice[] {
  return formats.flatMap((format) =>
    mediaTypesOf(format, server).map((mediaType) => ({ format, type: contentTypeOf(mediaType) })))
}

/** That of the format, or of `Accept` where a request has none. */
function fitOf (request: FastifyRequest, format: string | undefined, choices: Choices): Choice | undefined {
  if (format === undefined) return chooseFor(request, choices)
  return choices.all.find((choice) => choice.format === format)
}

function chooseFor (request: FastifyRequest, { all, byAccept }: Choices): Choice | undefined {
  const { accept = '' } = request.raw.headers
  const kept = byAccept.get(accept)
  if (kept !== undefined) return kept
  const best = chooseByAccept(request, all.map(({ type }) => type))
  const chosen = all.find(({ type }) => type === best)
  const isKept = chosen !== undefined && byAccept.size < MOST_KEPT && accept.length <= LONGEST_KEPT
  if (isKept) byAccept.set(accept, chosen)
  return chosen
}

function checkedFormats (branches: Branches, server: FastifyInstance): string[] {
  const formats = isPlainObject(branches) ? Object.keys(branches) : []
  const mistakes = formats.flatMap((format) => [
    ...formatFaults([format], server).map((fault) => `respondTo(): ${fault}`),
    ...(typeof branches[format] === 'function'
      ? []
      : [`respondTo(): ${format}: expected a function, got ${show(branches[format])}`])
  ])
  if (formats.length === 0) {
    mistakes.push(
      `respondTo(): expected functions by format, such as { html: () => …, json: () => … }, got ${show(branches)}`
    )
  }
  if (mistakes.length > 0) throw createError('FST_RESOURCES_FORMATS', [mistakes])
  return formats
}

/** What the client prefers, or the first without a preference; undefined where it takes none of them. */
function chooseByAccept ({ raw }: FastifyRequest, types: readonly string[]): string | undefined {
  // The first request that needs it loads it. It takes an empty Accept for one that accepts nothing.
  const Reader = require('negotiator') as typeof Negotiator
  return new Reader({ headers: { accept: raw.headers.accept || '*/*' } }).mediaType([...types])
}

/** Tells caches that the answer depends on Accept. */
export function addAcceptToVary (reply: FastifyReply): void {
  const fields = [reply.getHeader('vary') ?? []]
    .flat()
    .join(', ')
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '')
  if (fields.some((field) => field === '*' || field.toLowerCase() === 'accept')) return
  reply.header('vary', [...fields, 'Accept'].join(', '))
}
