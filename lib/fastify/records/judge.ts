/** A library's own validation of `input` and of an action's schema, after texts are read. */

import type { FastifyRequest } from 'fastify'
import { pointerTo } from '../../pointers.js'
import { isObject, isPlainObject } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import { isMultipart } from '../methods/index.js'
import { isStandard } from '../schemas/index.js'
import type { Issue, StandardSchema, Validate } from '../schemas/index.js'
import { attachOrReturn, invalidPart } from './part-errors.js'
import type { Fault, RequestPart } from './part-errors.js'
import { asSent } from './sent-errors.js'
import type { Shape } from './shapes.js'

/** A schema's own `validate`, and the library that it is of. */
export interface Judge {
  readonly vendor: string
  readonly validate: Validate
}

/** Null for a schema without a validation of its own. */
export function judgeOf (schema: unknown): Judge | null {
  if (!isStandard(schema)) return null
  const standard = schema['~standard']
  return isJudging(standard)
    ? { vendor: standard.vendor, validate: (value) => standard.validate(value) }
    : null
}

/** Another standard has JSON Schemas alone. */
function isJudging (standard: StandardSchema['~standard']): standard is Judge {
  return standard.validate !== undefined
}

const sentBodies = new WeakMap<FastifyRequest, unknown>()

/** The body before a library converted it. */
export function sentBody (request: FastifyRequest): unknown {
  return sentBodies.get(request) ?? request.body
}

/** A preHandler hook, which replaces a part of a request by what the library makes of it. */
export function partJudge (part: RequestPart, { vendor, validate }: Judge) {
  const key = part === 'querystring' ? 'query' : part
  return async function validatePart (request: FastifyRequest): Promise<void> {
    if (request.validationError !== undefined) return
    const { value, issues } = await validate(
      part === 'body' ? withWebFiles(request, request.body) : request[key]
    )
    if (issues !== undefined) {
      refuse(request, part, issues.map((issue) => faultOf(issue, [], vendor)))
      return
    }
    if (part === 'body') sentBodies.set(request, request.body)
    Object.assign(request, { [key]: value })
  }
}

/** A preHandler hook, which replaces a new record in a body by what the library makes of it. */
export function createJudge (singular: string, { vendor, validate }: Judge) {
  return async function validateNew (request: FastifyRequest): Promise<void> {
    if (request.validationError !== undefined) return
    const body = request.body as Properties
    const { value, issues } = await validate(withWebFiles(request, body[singular]))
    if (issues === undefined) replace(request, singular, value)
    else refuse(request, 'body', issues.map((issue) => faultOf(issue, [singular], vendor)))
  }
}

/** A property of a loaded record that a client may send in the same form. */
export interface LoadedField {
  readonly name: string
  readonly isNullable: boolean
  /** Whether its text is a day without a time. */
  readonly isDay: boolean
}

/**
 * A preHandler hook, which judges the loaded record with the sent values over it, since a library has no
 * rules for a part. The action gets the values that were sent, and those under names of the library's own.
 */
export function updateJudge (
  singular: string, { vendor, validate }: Judge, fields: readonly LoadedField[], { propertyOf }: Shape
) {
  return async function validateUpdate (request: FastifyRequest): Promise<void> {
    if (request.validationError !== undefined) return
    const sent = (request.body as Properties)[singular] as Properties
    const { value, issues } = await validate({
      ...loadedValues(request.record, fields),
      ...(withWebFiles(request, sent) as Properties)
    })
    const isHandedOn = (name: string): boolean =>
      Object.hasOwn(sent, name) || propertyOf(name) === undefined
    if (issues !== undefined) {
      refuse(
        request,
        'body',
        issues.map((issue) => faultOf(issue, [singular], vendor))
      )
    } else {
      replace(request, singular, isPlainObject(value) ? picked(value, isHandedOn) : value)
    }
  }
}

function replace (request: FastifyRequest, singular: string, value: unknown): void {
  sentBodies.set(request, request.body)
  request.body = { ...request.body as Properties, [singular]: value }
}

/**
 * The values of a loaded record in the form in which a client sends them. Null counts as missing, unless it
 * is valid.
 */
function loadedValues (record: unknown, fields: readonly LoadedField[]): Properties {
  if (!isObject(record)) return {}
  const values: Record<string, unknown> = {}
  for (const { name, isNullable, isDay } of fields) {
    const given = record[name]
    const value =
      isDay && given instanceof Date ? given.toISOString().slice(0, 'yyyy-mm-dd'.length) : jsonOf(given)
    if (value !== undefined && (value !== null || isNullable)) values[name] = value
  }
  return values
}

function jsonOf (value: unknown): unknown {
  if (value instanceof Uint8Array) return fileOf(value)
  const text = JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'bigint' ? Number(inner) : inner
  ) as string | undefined
  return text === undefined ? undefined : JSON.parse(text)
}

function picked (values: Properties, isKept: (name: string) => boolean): Properties {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isKept(name)))
}

/**
 * Files of a form as those of the web, which libraries know. Only a multipart form has files, and its names
 * are not deep.
 */
function withWebFiles ({ headers }: FastifyRequest, value: unknown): unknown {
  return isMultipart(headers['content-type'] ?? '') ? withFiles(value) : value
}

function withFiles (value: unknown): unknown {
  if (value instanceof Uint8Array) return fileOf(value)
  if (Array.isArray(value)) return value.map(withFiles)
  return isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withFiles(inner)]))
    : value
}

function fileOf (bytes: Uint8Array & { readonly filename?: string, readonly mimetype?: string }): File {
  const { filename = '', mimetype = '' } = bytes
  return new File([bytes], filename, { type: mimetype })
}

/** An issue in the form of a validator's error. */
function faultOf ({ message, path = [] }: Issue, before: readonly string[], vendor: string): Fault {
  const keys = path.map((step) => String(typeof step === 'object' ? step.key : step))
  const instancePath = [...before, ...keys].reduce((at, key) => pointerTo(key, at), '')
  return { instancePath, schemaPath: '#', keyword: vendor, params: {}, message }
}

/** As Fastify refuses an invalid part. */
function refuse (request: FastifyRequest, part: RequestPart, validation: readonly Fault[]): void {
  const message = validation
    .map(({ instancePath, message }) => `${part}${instancePath} ${message}`)
    .join(', ')
  const names = { name: 'FastifyError', code: 'FST_ERR_VALIDATION', statusCode: 400 }
  const error = invalidPart(Object.assign(new Error(message), names), part, validation)
  asSent(request, error)
  const refusal = attachOrReturn(request, error)
  if (refusal !== undefined) throw refusal
}
