/** Representations: what a request asks for by its extension or by Accept, and `respondTo`, which answers. */

import { createRequire } from 'node:module'
import type Accepts from 'accepts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type MimeTypes from 'mime-types'
import { createError } from '../../errors.js'
import { show } from '../../text.js'
import { isPlainObject, remember } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import { stateOf } from '../state.js'

// Both read all media types of the registry, so they load with the first format.
const require = createRequire(import.meta.url)
const loadAccepts = (): typeof Accepts => require('accepts') as typeof Accepts
const loadMimeTypes = (): typeof MimeTypes => require('mime-types') as typeof MimeTypes

const kFormats = Symbol('fastify-resources.formats')
const kGiven = Symbol('fastify-resources.givenFormat')
const kChosen = Symbol('fastify-resources.chosenFormat')

interface Asking {
  /** The extension, or the default format of the row. The not-found handler has no row, but still this. */
  [kGiven]?: string
  /** The format that `respondTo` chose. */
  [kChosen]?: string
}

type Branches = Readonly<Record<string, () => unknown>>

/** Adds `reply.respondTo` and `request.format`, unless a surrounding scope has them. */
export function decorateFormats (fastify: FastifyInstance): void {
  if (kFormats in fastify) return
  fastify.decorate(kFormats, true)
  fastify.decorateReply('respondTo', respondTo)
  fastify.decorateRequest('format', { getter: getFormat })
}

/**
 * Adds those of a registration to the app. Throws FST_RESOURCES_FORMATS for a format that has another type
 * already.
 */
export function addMediaTypes (given: Readonly<Record<string, string>>, fastify: FastifyInstance): void {
  const { mediaTypes } = stateOf(fastify)
  const others = Object.entries(given).filter(([format, type]) => (mediaTypes.get(format) ?? type) !== type)
  const mistakes = others.map(
    ([format, type]) =>
      `mediaTypes: ${format}: the app has ${show(mediaTypes.get(format))} for it already, got ${show(type)}`
  )
  if (mistakes.length > 0) throw createError('FST_RESOURCES_FORMATS', [mistakes])
  for (const [format, type] of Object.entries(given)) mediaTypes.set(format, type)
}

/** Throws FST_RESOURCES_FORMATS for formats without a media type. */
export function checkMediaTypes (table: readonly Route[], fastify: FastifyInstance): void {
  const formats = new Set(table.flatMap((route) => route.formats))
  const mistakes = [...formats]
    .filter((format) => mediaTypesOf(format, fastify).length === 0)
    .map(unknownFormat)
  if (mistakes.length > 0) throw createError('FST_RESOURCES_FORMATS', [mistakes])
}

/**
 * An onRequest hook of rows whose format is given: removes an extension from the parameters that schemas and
 * handlers see.
 */
export function takeFormat (request: FastifyRequest & Asking, _reply: FastifyReply, done: () => void): void {
  request[kGiven] = givenFormat(request) as string
  delete (request.params as { format?: string }).format
  done()
}

/**
 * Before that hook an extension is still among the parameters; no variable of our rows can be called
 * `format`.
 */
function givenFormat (request: FastifyRequest & Asking): string | undefined {
  const { resource } = request.routeOptions.config
  return (
    request[kGiven] ??
    (resource === undefined
      ? undefined
      : ((request.params as { format?: string }).format ?? resource.format ?? undefined))
  )
}

function getFormat (this: FastifyRequest & Asking): string | null {
  return this[kChosen] ?? givenFormat(this) ?? null
}

/**
 * Whether an answer should be a page: by the extension of the path, else by Accept, which prefers HTML to
 * JSON.
 */
export function prefersHtml (request: FastifyRequest): boolean {
  const given = givenFormat(request)
  return given === undefined
    ? loadAccepts()(request.raw).types(['json', 'html']) === 'html'
    : given === 'html'
}

/** Whether a media type is that of a page. */
export function isPageType (type: string): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)\b/.test(type)
}

/** Calls the function of the format that the request asks for, and returns its result. */
function respondTo (this: FastifyReply, branches: Branches): unknown {
  const formats = readFormats(branches, this.server)
  const request: FastifyRequest & Asking = this.request
  const given = givenFormat(request)
  if (given === undefined) addAcceptToVary(this)
  const choices = formats.flatMap((format) =>
    mediaTypesOf(format, this.server).map((mediaType) => ({ format, mediaType }))
  )
  const fitting =
    given === undefined ? chooseByAccept(request, choices) : choices.find(({ format }) => format === given)
  // A 406 would hide the error.
  const chosen = fitting ?? (this.statusCode >= 400 ? choices[0] : undefined)
  if (chosen === undefined) {
    const asked =
      given === undefined ? `accepts ${show(request.raw.headers.accept)}` : `has the format ${show(given)}`
    throw createError('FST_RESOURCES_NOT_ACCEPTABLE', [asked, formats])
  }
  request[kChosen] = chosen.format
  this.type(chosen.mediaType)
  return (branches[chosen.format] as () => unknown)()
}

function readFormats (branches: Branches, server: FastifyInstance): string[] {
  const formats = isPlainObject(branches) ? Object.keys(branches) : []
  const mistakes = formats.flatMap((format) => [
    ...(mediaTypesOf(format, server).length > 0 ? [] : [`respondTo(): ${unknownFormat(format)}`]),
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

interface Choice {
  readonly format: string
  readonly mediaType: string
}

/** What the client prefers, or the first without a preference; undefined where it takes none of them. */
function chooseByAccept (request: FastifyRequest, choices: readonly Choice[]): Choice | undefined {
  const best = loadAccepts()(request.raw).types(choices.map(({ mediaType }) => mediaType))
  return choices.find(({ mediaType }) => mediaType === best)
}

/** Tells caches that the answer depends on Accept. */
function addAcceptToVary (reply: FastifyReply): void {
  const fields = [reply.getHeader('vary') ?? []]
    .flat()
    .join(', ')
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '')
  if (fields.some((field) => field === '*' || field.toLowerCase() === 'accept')) return
  reply.header('vary', [...fields, 'Accept'].join(', '))
}

const known = new Map<string, readonly string[]>()

/**
 * The media types of an extension, with their charset, the usual one first: clients may ask for
 * XML as `text/xml` too. Of the option `mediaTypes` it has the one alone. An empty list for an unknown
 * extension.
 */
function mediaTypesOf (format: string, server: FastifyInstance): readonly string[] {
  const { contentType, extensions, types } = loadMimeTypes()
  const own = stateOf(server).mediaTypes.get(format)
  if (own !== undefined) return [contentType(own) as string]
  const usual = types[format]
  if (usual === undefined) return []
  const isOther = (mediaType: string): boolean =>
    mediaType !== usual && extensions[mediaType]?.includes(format) === true
  return remember(known, format, () =>
    [usual, ...Object.keys(extensions).filter(isOther)].map((mediaType) => contentType(mediaType) as string)
  )
}

/** The usual media type of a known extension, as documents have it. */
export function mediaTypeOf (format: string, server: FastifyInstance): string {
  return stateOf(server).mediaTypes.get(format) ?? loadMimeTypes().types[format] as string
}

function unknownFormat (format: string): string {
  return `there is no media type for ${show(format)}; expected an extension that mime-types knows, such as ` +
    '\'html\' or \'json\', or its type in the option mediaTypes'
}
