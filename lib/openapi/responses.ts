/** The answers in a document: conventional ones, possible errors, and media types. */

import type { Method, Route } from '../../types/route.js'
import { isPageType } from '../requests/formats/index.js'
import type { RowVersion } from '../controllers/layers/index.js'
import { isWriting } from '../requests/methods/index.js'
import type { Names, Schema } from '../schemas/index.js'

/** The facts about an operation that its document needs. */
export interface Details {
  readonly route: Route
  readonly method: Method
  /** The schema that the action itself has. */
  readonly own: Schema
  /** The components of the plugin. */
  readonly ours: Names['ours']
  /** A reference to the record as clients send it; undefined where no body derives from a record. */
  readonly record: Schema | undefined
  /** What clients see; undefined where no answer derives from a record. */
  readonly answer: Schema | undefined
  /** Whether nothing describes its answers, by `responses: false`. */
  readonly hasFreeAnswers: boolean
  /** Whether answers have the statuses of conventions: `responses` is set. */
  readonly isPromised: boolean
  /** Whether a body may come without the record's key. */
  readonly isBare: boolean
  /** How a request names the version of the record; undefined without one. */
  readonly version: RowVersion | undefined
  /** Whether clients send files in the body, which only a multipart form can. */
  readonly takesFiles: boolean
  /** Those of the formats of the row, in their order. */
  readonly mediaTypes: readonly string[]
  /** Whether the record may not exist: by its ids, as a singleton that `load` finds, or as what is shown. */
  readonly isMissable: boolean
  /** Whether `invalid` shows its form again. */
  readonly answersInvalid: boolean
  /** Whether @fastify/rate-limit counts its requests. */
  readonly isLimited: boolean
  /** Those of the document, unless the app names them. */
  readonly servers: ReadonlyArray<{ readonly url: string }>
  /** The answer to an error. */
  readonly errorOf: (description: string) => Schema
}

type Responses = Record<string, Schema>

const LOCATION = {
  location: { type: 'string', format: 'uri-reference', description: 'The URL of the record' }
}
const NEXT_PAGE = {
  location: { type: 'string', format: 'uri-reference', description: 'The URL of the next page' }
}

const ETAG = { etag: { type: 'string', description: 'The version of the record, for If-Match' } }

const PAGE: Schema = { type: 'string' }

/** By status. The action's own answers stay. */
export function responsesOf (details: Details, schema: Schema, takesForms: boolean): Responses {
  const { own, route: { action, formats }, method, mediaTypes } = details
  const isWritten = ['create', 'update', 'destroy'].includes(action)
  const hasPages = formats.length === 0 || mediaTypes.some(isPageType)
  const isChecked = (isWriting(method) ? schema.body : schema.querystring) !== undefined
  const showsForm = details.answersInvalid && isChecked && (takesForms || !isWriting(method))
  const found: Responses = {
    ...(hasOwnSuccess(details, schema) ? {} : successOf(details, schema, takesForms)),
    ...(showsForm && hasPages && { 422: pageOf('The form with its messages') }),
    ...(own.response as Responses | undefined),
    ...(takesForms && hasPages && isWritten && own.response === undefined && {
      303: { type: 'null', description: 'The answer to a form', headers: NEXT_PAGE }
    }),
    ...(details.version?.header === 'If-None-Match' && {
      304: { type: 'null', description: 'The record has the version of If-None-Match', headers: ETAG }
    })
  }
  const statuses = Object.keys(found).map((status) => status.toLowerCase())
  for (const [status, description] of errorsOf(details, schema)) {
    if (!['default', '4xx', status].some((one) => statuses.includes(one))) {
      found[status] = details.errorOf(description)
    }
  }
  return found
}

/** An action's own answers to errors leave the derived answer in force. */
function hasOwnSuccess ({ own: { response = {} } }: Details, schema: Schema): boolean {
  const isDerived = (schema.response as Responses | undefined)?.['2xx'] !== undefined
  const statuses = Object.keys(response as Responses)
  return statuses.some((status) => status.startsWith('2')) ||
    (!isDerived && statuses.some((status) => status === 'default' || status.startsWith('3')))
}

/** Whether it only answers with a page. */
function isPage ({ route: { action, formats, resource: { place } }, method, own }: Details): boolean {
  if (method !== 'GET' || own.response !== undefined) return false
  return (
    (place === 'new' && action === 'new') ||
    (place === 'member' && action === 'edit') ||
    (formats.length > 0 && formats.every((format) => format === 'html'))
  )
}

function successOf (details: Details, { response }: Schema, takesForms: boolean): Responses {
  const { route, method, isPromised, version } = details
  const answer = (response as Responses | undefined)?.['2xx']
  if (isPage(details)) return { 200: pageOf('The page') }
  if (isPromised && route.action === 'create') return createdOf(details, answer, takesForms)
  if (isPromised && route.action === 'destroy') {
    return {
      ...(answer !== undefined && { 200: answerOf(details, 'Success', answer) }),
      204: { type: 'null', description: 'Destroyed' }
    }
  }
  const isRead = ['GET', 'QUERY'].includes(method)
  const isOpen = answer === undefined && !isRead
  const success = answerOf(details, 'Success', answer)
  return {
    200: version?.isTagged === true ? { ...success, headers: ETAG } : success,
    ...(isOpen && { 204: { type: 'null', description: 'Success, without an answer' } })
  }
}

function pageOf (description: string): Schema {
  return { description, content: { 'text/html': { schema: PAGE } } }
}

/** JSON of `create` is a 201, a text of another format a 200. The answer to a form is a 303 alone. */
function createdOf (details: Details, answer: Schema | undefined, takesForms: boolean): Responses {
  const isText = (type: string): boolean => !isJson(type) && !(takesForms && isPageType(type))
  const types = details.mediaTypes
  const isCreated = types.length === 0 || types.some(isJson)
  const headers = { ...LOCATION, ...(details.version?.isTagged === true && ETAG) }
  return {
    ...(types.some(isText) && { 200: answerOf(details, 'Success', answer, isText) }),
    ...(isCreated && { 201: { ...answerOf(details, 'Created', answer, isJson), headers } })
  }
}

/** As Fastify reads the type of what it serializes. */
function isJson (mediaType: string): boolean {
  return mediaType.includes('json')
}

/** A row with formats has an answer for each media type that is among these. */
function answerOf (
  { route: { formats }, mediaTypes, hasFreeAnswers, own }: Details,
  description: string, answer: Schema = {},
  isAmong: (mediaType: string) => boolean = () => true
): Schema {
  // @fastify/swagger would say that it is JSON.
  const hasNoContent = hasFreeAnswers && formats.length === 0 && own.produces === undefined
  if (hasNoContent) return { type: 'null', description }
  // @fastify/swagger takes a description for that of the schema, unless the object has nothing else.
  if (formats.length === 0) {
    return {
      ...answer,
      [answer.$ref === undefined ? 'x-response-description' : 'description']: description
    }
  }
  const contents = formats.map((format, index) => [
    mediaTypes[index] as string,
    { schema: format === 'json' ? answer : PAGE }
  ] as const)
  return { description, content: Object.fromEntries(contents.filter(([type]) => isAmong(type))) }
}

function errorsOf (
  { route: { formats }, method, isMissable, version, isLimited }: Details,
  { body, params: ids, querystring, headers, security }: Schema
): Array<readonly [status: string, description: string]> {
  const isRead =
    [body, ids, querystring, headers].some((part) => part !== undefined) ||
    !['GET', 'DELETE'].includes(method)
  const demands = demandsOf(security)
  return [
    ...(isRead ? [['400', 'The request is invalid'] as const] : []),
    ...(demands.length > 0 ? [['401', 'The request lacks valid credentials'] as const] : []),
    ...(demands.flat().length > 0 ? [['403', 'The credentials are not enough'] as const] : []),
    ...(isMissable ? [['404', 'The record does not exist'] as const] : []),
    ...(formats.length > 0 ? [['406', `The request accepts none of ${formats.join(', ')}`] as const] : []),
    ...(version?.header === 'If-Match'
      ? [['409', 'The record has changed since'] as const, ['412', 'If-Match names an old version'] as const]
      : []),
    ...(version?.isRequired === true ? [['428', 'The request names no version'] as const] : []),
    ...(isLimited ? [['429', 'The client has sent too many requests'] as const] : []),
    ['default', 'Any other error']
  ]
}

/** The scopes of each security scheme that a request needs; empty where one choice needs no scheme. */
function demandsOf (security: unknown): unknown[][] {
  const choices = (Array.isArray(security) ? security : []).map((choice: object) => Object.values(choice))
  return choices.some((choice) => choice.length === 0) ? [] : choices.flat()
}
