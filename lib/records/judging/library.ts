/** A library's own validation of `input` and of an action's schema, after texts are read. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { placeOf } from '../../forms/fault-words.js'
import { MAX_DEPTH } from '../../urls/query.js'
import { isObject, isPlainObject, remember } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import { replaceBody } from '../../requests/errors/index.js'
import { isForm, isMultipart } from '../../requests/methods/index.js'
import { isStandard, isZod, structureOf } from '../../schemas/index.js'
import type { Issue, Place, StandardSchema, Validate, ZodSchema } from '../../schemas/index.js'
import { createZodOptions, keysOf, libraryFault, pointerOf, zodFaults } from './issues.js'
import { attachOrReturn, invalidInput, sentFaults } from './part-errors.js'
import type { Fault, RequestPart } from './part-errors.js'
import { createStructureValidator, hasRoom, isSmall } from './validators.js'
import type { RecordValidator } from './validators.js'

/** A schema's own `validate`. */
export interface Library {
  readonly validate: (value: unknown) => Promise<Judged>
}

export type Soon<T> = T | Promise<T>

type Validated = Awaited<ReturnType<Validate>>

/** `faults` are those of its structure, of which a library then tells nothing, or of its issues. */
export interface Judged extends Validated {
  readonly faults?: readonly Fault[]
}

/** Null for a schema without a validation of its own: another standard has JSON Schemas alone. */
export function libraryOf (schema: unknown): Library | null {
  if (!isStandard(schema)) return null
  const { '~standard': { vendor, validate } } = schema
  if (validate === undefined) return null
  const isOfZod = isZod(schema)
  const ofLibrary: Validate = isOfZod
    ? asyncValidate(schema)
    : (value) => validate.call(schema['~standard'], value)
  const faultsOf = isOfZod ? (issue: Issue) => zodFaults(issue) : (issue: Issue) => [faultOf(issue, vendor)]
  const structureFaults = structureGuard(schema)
  return {
    async validate (value) {
      const faults = structureFaults(value)
      if (faults.length > 0) return { faults }
      const validated = await ofLibrary(value)
      const { issues } = validated
      return issues === undefined ? validated : { issues, faults: firstFaults(issues, faultsOf) }
    }
  }
}

/**
 * Judges the structure of large values, since a library tells all of their faults. It takes whatever the
 * library takes.
 */
export function structureGuard (schema: StandardSchema): RecordValidator {
  let validate: RecordValidator | undefined
  return (value) => {
    if (isSmall(value)) return []
    validate ??= createStructureValidator(structureOf(schema) ?? {})
    return validate(value)
  }
}

/**
 * zod's standard `validate` first runs all rules as synchronous ones. It drops the promise of an asynchronous
 * rule, whose rejection would end the process, and calls the rule again.
 */
function asyncValidate (schema: ZodSchema): Validate {
  const newOptions = createZodOptions(schema, true)
  return async (value) => {
    const { data, error } = await schema.safeParseAsync(value, newOptions())
    return error === undefined ? { value: data } : { issues: error.issues }
  }
}

/**
 * A preHandler hook for requests that are valid so far. It replaces a part of a request, or the record in a
 * body, by what the library makes of it.
 */
export function validationHook (
  { part, record }: { readonly part: RequestPart, readonly record?: string },
  check: (request: FastifyRequest) => Soon<Judged>
) {
  function settle (request: FastifyRequest, { value, faults }: Judged): void {
    if (faults !== undefined) {
      const error = invalidInput(part, record === undefined ? faults : sentFaults(request, record, faults))
      if (attachOrReturn(request, error) !== undefined) throw error
    } else if (part === 'body') {
      replaceBody(request, record === undefined ? value : { ...request.body as Properties, [record]: value })
    } else {
      Object.assign(request, { [keyOf(part)]: value })
    }
  }

  /** Calls back where nothing waits, else gives a promise. */
  return function validateByLibrary (
    request: FastifyRequest, _reply: FastifyReply, done: () => void
  ): Promise<void> | undefined {
    const judged = request.validationError === undefined ? check(request) : undefined
    if (judged instanceof Promise) return judged.then((one) => { settle(request, one) })
    if (judged !== undefined) settle(request, judged)
    done()
    return undefined
  }
}

function keyOf (part: RequestPart) {
  return part === 'querystring' ? 'query' : part
}

export function partHook (part: RequestPart, library: Library) {
  const key = keyOf(part)
  return validationHook({ part }, (request) => library.validate(withWebFiles(request, request[key])))
}

/**
 * Judges a new record. A form's blank optional fields that the library refuses are left out: no JSON Schema
 * has all of its rules.
 */
export function newRecordHook (record: string, library: Library, place: Place) {
  return validationHook({ part: 'body', record }, async (request) => {
    const sent = (request.body as Properties)[record]
    const first = await library.validate(withWebFiles(request, sent))
    const refused = isForm(request.headers['content-type']) ? first.issues ?? [] : []
    const isChanged = [...refused].filter((issue) => dropBlank(sent, keysOf(issue), place)).length > 0
    return isChanged ? await library.validate(withWebFiles(request, sent)) : first
  })
}

/**
 * Judges the loaded record with the sent values over it, since a library has no rules for a part. `sentForm`
 * gives a loaded record as clients send it.
 */
export function updatedRecordHook (
  record: string, library: Library, sentForm: (loaded: unknown) => Properties, place: Place
) {
  return validationHook({ part: 'body', record }, async (request) => {
    const sent = (request.body as Properties)[record] as Properties
    const files = withWebFiles(request, sent) as Properties
    return sentOf(await library.validate({ ...sentForm(request.record), ...files }), sent, place)
  })
}

/** An action gets the values that were sent, and those under names that the schema does not have. */
export function sentOf (judged: Judged, sent: Properties, { fields }: Place): Judged {
  const { value } = judged
  if (!isPlainObject(value)) return judged
  const handedOn = Object.entries(value).filter(([name]) => Object.hasOwn(sent, name) || !fields.has(name))
  return { ...judged, value: Object.fromEntries(handedOn) }
}

function dropBlank (value: unknown, [key = '', ...inner]: readonly string[], place: Place): boolean {
  if (Array.isArray(value)) return dropBlank(value[Number(key)], inner, place.itemOf(Number(key)).place)
  const field = place.fieldOf(key)
  if (!isObject(value) || field === undefined) return false
  if (inner.length > 0) return dropBlank(value[key], inner, field.place)
  return value[key] === '' && !field.isRequired && Reflect.deleteProperty(value, key)
}

/**
 * Files of a form as those of the web, which libraries know. Only a multipart form has files, at places that
 * a name can reach.
 */
export function withWebFiles ({ headers }: FastifyRequest, value: unknown): unknown {
  return isMultipart(headers['content-type'] ?? '') ? withFiles(value, MAX_DEPTH) : value
}

/** JSON in a field of a multipart form has no files, and may be nested very deep. */
function withFiles (value: unknown, depth: number): unknown {
  if (value instanceof Uint8Array) return fileOf(value)
  if (depth === 0) return value
  if (Array.isArray(value)) return value.map((item) => withFiles(item, depth - 1))
  return isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withFiles(inner, depth - 1)]))
    : value
}

/** A file of the web with these bytes. */
export function fileOf (
  bytes: Uint8Array & { readonly filename?: string, readonly mimetype?: string }
): File {
  const { filename = '', mimetype = '' } = bytes
  return new File([bytes], filename, { type: mimetype })
}

/** The first fault of each place, of as many as a form can show. */
export function firstFaults (issues: Iterable<Issue>, faultsOf: (issue: Issue) => readonly Fault[]): Fault[] {
  const found = new Map<string, Fault>()
  for (const issue of issues) {
    for (const fault of faultsOf(issue)) {
      if (!hasRoom(found)) return [...found.values()]
      remember(found, placeOf(fault), () => fault)
    }
  }
  return [...found.values()]
}

/** An issue of a library that has words of its own. ArkType's are the path and then the `problem`. */
function faultOf (issue: Issue, library: string): Fault {
  const { message: text, problem = '' } = issue
  const message = problem !== '' && text.endsWith(` ${problem}`) ? problem : text
  return libraryFault(library, message, pointerOf(keysOf(issue)))
}
