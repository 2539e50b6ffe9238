/** The layer of `version`: a write that names an old version of its record is refused. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { textOf } from '../../forms/html.js'
import type { Mistakes } from '../../routes/mistakes.js'
import { groupBy, isObject, isPlainObject } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import { isOfRecord } from '../../routes/owners.js'
import type { Route } from '../../../types/route.js'
import type { Controller } from '../../controllers/load-controllers.js'
import { isPageType } from '../../requests/formats/index.js'
import { staleError } from '../../requests/errors/index.js'
import type { FormRecord, Layer, PartOptions, Registering, RowPart } from '../../controllers/layers/index.js'
import { isForm, isWriting, lastValue } from '../../requests/methods/index.js'
import { FLAG, invalidOptions } from '../../controllers/option-checks.js'
import type { OptionChecks } from '../../controllers/option-checks.js'

type Done = (error?: Error | null, payload?: unknown) => void

const CHECKS: OptionChecks = {
  version: ['the name of a property', (value) => typeof value === 'string', 'guard'],
  requireVersion: [...FLAG, 'guard'],
  etag: FLAG
}

const kNamed = Symbol('fastify-resources.namedVersion')
const kAnswer = Symbol('fastify-resources.answer')

/** A field of the request costs less than a WeakMap. */
interface Versioned extends FastifyRequest {
  /** What a form names, without the field: no schema sees it. */
  [kNamed]?: string
  [kAnswer]?: unknown
}

/** Whether one of the tags, which have a media type too, is of a version. */
function hasVersion (header: string, version: string): boolean {
  return tagsIn(header).some((tag) => tag === version || tag.startsWith(`${version}:`))
}

/** Any version of a record that exists (RFC 9110, 13.1). `If-Match: *` names none. */
function isAny (header: string): boolean {
  return header.trim() === '*'
}

interface VersionedRow {
  readonly route: Route
  readonly controller: Controller
  readonly property: string
}

export function createVersionLayer ({ table, controllers, mistakes }: Registering): Layer {
  const rows = groupBy(table.filter(isOfRecord), ({ controller }) => controller)
  return {
    readControllers (_scope, ofScope) {
      for (const [name, controller] of ofScope) {
        for (const mistake of invalidOptions(controller, CHECKS)) mistakes.add(`${name}.${mistake}`)
        reportIdleOptions(name, controller, rows.get(name) ?? [], mistakes)
      }
    },

    partOf ({ route, action }) {
      const { method, path } = route
      const controller = controllers.get(route.controller) as Controller
      const { version: property, load } = controller
      const isShow = route.action === 'show' && method === 'GET'
      if (typeof property !== 'string') return {}
      if (route.action === 'create' && method === 'POST') return createPart(property)
      if (!isOfRecord(route) || !(isShow || isWriting(method))) return {}
      const hasLoad = typeof load === 'function'
      const advice = hasLoad ? 'remove load: false from the action' : 'add load: (id) => … to the controller'
      if (!hasLoad || !action.isLoading) {
        mistakes.add(`${route.controller}.version: nothing loads the record of ${method} ${path}; ${advice}`)
      }
      return isShow ? showPart({ route, controller, property }) : checkPart({ route, controller, property })
    }
  }
}

/** `rows` are those of its records. */
function reportIdleOptions (
  name: string, controller: Controller, rows: readonly Route[], mistakes: Mistakes
): void {
  for (const option of ['requireVersion', 'etag']) {
    const isIdle = controller[option] !== undefined && controller.version === undefined
    if (isIdle) mistakes.add(`${name}.${option}: the version is missing; name its property as 'version'`)
  }
  const writes = rows.some(({ method }) => isWriting(method))
  if (controller.requireVersion !== undefined && controller.version !== undefined && !writes) {
    mistakes.add(`${name}.requireVersion: no row writes to one record, so it has no effect; remove it`)
  }
}

function isVersion (version: unknown): boolean {
  return typeof version === 'string' || typeof version === 'bigint' || Number.isFinite(version)
}

function versionOf ({ record }: FastifyRequest, { route, property }: VersionedRow): unknown {
  const version: unknown = record[property]
  if (isVersion(version)) return version
  const expected = `a number or a text as '${property}'`
  throw createError('FST_RESOURCES_LOAD', [route.controller, version, expected])
}

/** Its text in a tag. */
function encodeVersion (version: unknown): string {
  return encodeURIComponent(String(version))
}

/** The tag of an answer is `"VERSION:MEDIA-TYPE"`. A proxy that compresses may mark it as weak: `W/"…"`. */
function tagsIn (header: string): string[] {
  const parts = header.split('"')
  return parts.filter((_part, index) => index % 2 === 1 && index < parts.length - 1)
}

/** Tags an answer in onSend, since only then its media type is known. Undefined for pages and errors. */
function addTag (reply: FastifyReply, versionOf: () => unknown): string | undefined {
  const type = reply.getHeader('content-type')
  if (![200, 201].includes(reply.statusCode) || typeof type !== 'string' || isPageType(type)) return undefined
  const tag = `${encodeVersion(versionOf())}:${type.split(';', 1)[0] as string}`
  reply.header('etag', `"${tag}"`)
  return tag
}

/** The hooks of a write whose answer is the record, so that the next write needs no GET. */
function tagHooks (property: string): PartOptions {
  function noteAnswer (request: Versioned, _reply: FastifyReply, payload: unknown, done: Done): void {
    request[kAnswer] = payload
    done(null, payload)
  }

  function tagAnswer (request: Versioned, reply: FastifyReply, payload: unknown, done: Done): void {
    const version = (Object(request[kAnswer]) as Properties)[property]
    if (isVersion(version)) addTag(reply, () => version)
    done(null, payload)
  }

  return { preSerialization: noteAnswer, onSend: tagAnswer }
}

function createPart (property: string): RowPart {
  return { last: tagHooks(property), facts: { version: { header: null, isRequired: false, isTagged: true } } }
}

function showPart (row: VersionedRow): RowPart {
  const isCached = row.controller.etag === true

  function sendTag (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
    const tag = request.record === null ? undefined : addTag(reply, () => versionOf(request, row))
    if (tag === undefined) {
      done(null, payload)
      return
    }
    const { 'if-none-match': known } = request.headers
    const isKnown = isCached && known !== undefined && (isAny(known) || tagsIn(known).includes(tag))
    // Nothing reads a stream that is not sent.
    if (isKnown && typeof payload === 'string') reply.code(304).removeHeader('content-length')
    done(null, reply.statusCode === 304 ? '' : payload)
  }

  return {
    last: { onSend: sendTag },
    facts: { version: { header: isCached ? 'If-None-Match' : null, isRequired: false, isTagged: true } }
  }
}

/** The check is the last before the action: only who may act learns whether a version is old. */
function checkPart (row: VersionedRow): RowPart {
  const isRequired = row.controller.requireVersion === true
  const isTagged = row.route.action === 'update'

  function checkVersion (request: Versioned, _reply: FastifyReply, done: Done): void {
    // A path may lack its optional id.
    if (request.record === null) {
      done()
      return
    }
    const version = versionOf(request, row)
    const tag = encodeVersion(version)
    const { 'if-match': header, 'if-none-match': excluded } = request.headers
    const { [kNamed]: field } = request
    const isNamed = header !== undefined && !isAny(header)
    if (isNamed && !hasVersion(header, tag)) throw staleError()
    if (field !== undefined && encodeVersion(field) !== tag) throw staleError()
    if (excluded !== undefined && (isAny(excluded) || hasVersion(excluded, tag))) {
      throw createError('FST_RESOURCES_MATCHED', [])
    }
    if (isNamed || field !== undefined) request.expectedVersion = version
    else if (isRequired) throw createError('FST_RESOURCES_NO_VERSION', [])
    done()
  }

  return {
    form: { hiddenOf: versionField(row.property) },
    facts: { version: { header: 'If-Match', isRequired, isTagged } },
    first: { preValidation: takeField },
    last: { preHandler: checkVersion, ...isTagged && tagHooks(row.property) },
    wrapErrors: (next) => (failure, request, reply) => {
      const isStale = Object(failure).code === 'FST_RESOURCES_STALE'
      return next(isStale ? staleAnswer(request) : failure, request, reply)
    }
  }
}

/** Without it a form would undo what others have saved since. */
function versionField (property: string): NonNullable<FormRecord['hiddenOf']> {
  return (record, own, faults) => {
    const isOwn = own !== undefined && !isPlainObject(own)
    const hidden: unknown = isOwn ? own : { _version: (Object(record) as Properties)[property], ...own }
    if ((Object(hidden) as Properties)._version === undefined) {
      faults.push(`the record lacks its version '${property}'; give the loaded record, or fields: { _version: null }`)
    }
    return hidden
  }
}

function takeField (request: Versioned, _reply: FastifyReply, done: Done): void {
  const body = request.body as { _version?: unknown } | undefined
  if (isForm(request.headers['content-type']) && isObject(body) && Object.hasOwn(body, '_version')) {
    request[kNamed] = String(textOf(lastValue(body._version)))
    delete body._version
  }
  done()
}

/** A form gets its message as that of a validator, in the words of the app. */
function staleAnswer ({ headers }: FastifyRequest): Error {
  const error = Object.assign(staleError(), { statusCode: headers['if-match'] === undefined ? 409 : 412 })
  const message = 'was changed by somebody else since this page was opened; check it, and send it again'
  const validation = [{ instancePath: '', keyword: 'stale', params: {}, message }]
  const ofForm = { validation, validationContext: 'body' }
  return isForm(headers['content-type']) ? Object.assign(error, ofForm) : error
}
