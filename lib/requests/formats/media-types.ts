/** The media types of formats: those of the table here, and those of the option `mediaTypes`. */

import type { FastifyInstance } from 'fastify'
import { createError } from '../../errors.js'
import { didYouMean, show } from '../../text.js'
import type { Route } from '../../../types/route.js'
import { stateOf } from '../../controllers/state.js'

/**
 * By extension, the usual one first: clients may ask for XML as `text/xml` too. The extensions are those that
 * Rails registers (`action_dispatch/http/mime_types.rb`), and the usual data formats beside them.
 */
const MEDIA_TYPES: Readonly<Record<string, readonly string[]>> = {
  atom: ['application/atom+xml'],
  bmp: ['image/bmp'],
  css: ['text/css'],
  csv: ['text/csv'],
  geojson: ['application/geo+json'],
  gif: ['image/gif'],
  gz: ['application/gzip'],
  gzip: ['application/gzip'],
  html: ['text/html'],
  ics: ['text/calendar'],
  jpeg: ['image/jpeg'],
  jpg: ['image/jpeg'],
  js: ['text/javascript', 'application/javascript'],
  json: ['application/json'],
  jsonld: ['application/ld+json'],
  m4a: ['audio/mp4'],
  md: ['text/markdown'],
  mp3: ['audio/mpeg'],
  mp4: ['video/mp4'],
  mpeg: ['video/mpeg'],
  ogg: ['audio/ogg'],
  otf: ['font/otf'],
  pdf: ['application/pdf'],
  png: ['image/png'],
  rss: ['application/rss+xml'],
  svg: ['image/svg+xml'],
  tiff: ['image/tiff'],
  tsv: ['text/tab-separated-values'],
  ttf: ['font/ttf'],
  txt: ['text/plain'],
  vcf: ['text/vcard'],
  vtt: ['text/vtt'],
  webm: ['video/webm'],
  webp: ['image/webp'],
  woff: ['font/woff'],
  woff2: ['font/woff2'],
  xhtml: ['application/xhtml+xml'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  xml: ['application/xml', 'text/xml'],
  yaml: ['application/yaml', 'text/yaml'],
  yml: ['application/yaml', 'text/yaml'],
  zip: ['application/zip']
}

/**
 * Adds those of a registration to the app. Throws FST_RESOURCES_FORMATS for a format that has another type
 * already.
 */
export function addMediaTypes (added: Readonly<Record<string, string>>, fastify: FastifyInstance): void {
  const { mediaTypes } = stateOf(fastify)
  const others = Object.entries(added).filter(([format, type]) => (mediaTypes.get(format) ?? type) !== type)
  const mistakes = others.map(
    ([format, type]) =>
      `mediaTypes: ${format}: the app has ${show(mediaTypes.get(format))} for it already, got ${show(type)}`
  )
  if (mistakes.length > 0) throw createError('FST_RESOURCES_FORMATS', [mistakes])
  for (const [format, type] of Object.entries(added)) mediaTypes.set(format, type)
}

/** Throws FST_RESOURCES_FORMATS for formats without a media type. */
export function checkMediaTypes (table: readonly Route[], fastify: FastifyInstance): void {
  const mistakes = formatFaults(new Set(table.flatMap((route) => route.formats)), fastify)
  if (mistakes.length > 0) throw createError('FST_RESOURCES_FORMATS', [mistakes])
}

/** A fault for each format without a media type. */
export function formatFaults (formats: Iterable<string>, fastify: FastifyInstance): string[] {
  const known = (): string[] => [...Object.keys(MEDIA_TYPES), ...stateOf(fastify).mediaTypes.keys()]
  return [...formats]
    .filter((format) => mediaTypesOf(format, fastify).length === 0)
    .map(
      (format) =>
        `there is no media type for ${show(format)}; expected a known extension, such as 'html' or 'json', or ` +
        `its type in the option mediaTypes${didYouMean(format, known())}`
    )
}

/** Those of an extension, the usual one first; of the option `mediaTypes` the one alone. Empty if unknown. */
export function mediaTypesOf (format: string, fastify: FastifyInstance): readonly string[] {
  const type = stateOf(fastify).mediaTypes.get(format)
  if (type !== undefined) return [type]
  return Object.hasOwn(MEDIA_TYPES, format) ? MEDIA_TYPES[format] as readonly string[] : []
}

/** As a header has it: texts and JSON with their charset. */
export function contentTypeOf (mediaType: string): string {
  return /^text\/|^application\/json$/.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType
}

/** Whether a media type is that of a page. */
export function isPageType (type: string): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)\b/.test(type)
}
