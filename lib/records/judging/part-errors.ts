/** Errors about an invalid part of a request, in the form that Fastify gives them. */

import type { FastifyRequest } from 'fastify'
import { validatorText } from '../../forms/fault-words.js'
import { keysAt, pointerTo } from '../../pointers.js'
import { sentPointer } from '../../requests/errors/index.js'
import { isForm } from '../../requests/methods/index.js'
import type { Properties } from '../../routes/objects.js'
import type { Schema } from '../../schemas/index.js'

/** A part of a request that Fastify validates, as its errors name it. */
export type RequestPart = 'params' | 'body' | 'querystring' | 'headers'

/** What is wrong at one place, in the form of a validator's error. */
export interface Fault {
  /** The JSON pointer of the place. */
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Schema
  readonly message: string
  /** The library that tells it, in a message that may be the app's own. */
  readonly library?: string
}

/** A name that its object may not have, which is at a JSON pointer. */
export function additionalName (pointer: string, schemaPath: string): Fault {
  return {
    instancePath: pointer.slice(0, pointer.lastIndexOf('/')),
    schemaPath,
    keyword: 'additionalProperties',
    params: { additionalProperty: keysAt(pointer).at(-1) },
    message: 'must NOT have additional properties'
  }
}

/** A required name that is missing: that of a JSON pointer, which has one. */
export function missingName (pointer: string): Fault {
  const name = String(keysAt(pointer).at(-1))
  return {
    instancePath: pointer.slice(0, pointer.lastIndexOf('/')),
    schemaPath: '#',
    keyword: 'required',
    params: { missingProperty: name },
    message: `must have required property '${name}'`
  }
}

/** Rules that say what a value has to be, and not that it is missing. */
const OF_VALUES = ['type', 'format', 'pattern', 'enum', 'const', 'anyOf']

/**
 * The faults of a record at the places that the client sent. A field of a form that its visitor left blank is
 * missing, whatever its rule says of an empty text.
 */
export function sentFaults (request: FastifyRequest, record: string, faults: readonly Fault[]): Fault[] {
  const at = sentPointer(request, pointerTo(record, ''))
  const value = (request.body as Properties)[record]
  const isOfForm = isForm(request.headers['content-type'])
  return faults.map((fault) => {
    const isBlank = isOfForm && OF_VALUES.includes(fault.keyword) && valueAt(value, fault.instancePath) === ''
    const own = isBlank && fault.instancePath !== '' ? missingName(fault.instancePath) : fault
    return { ...own, instancePath: at + own.instancePath }
  })
}

function valueAt (value: unknown, pointer: string): unknown {
  return keysAt(pointer).reduce((outer: unknown, key) => Object(outer)[key], value)
}

/** An error with its faults, by which apps tell it from all others. */
export type InvalidPart = Error & { validation: Fault[], validationContext: RequestPart }

export function invalidPart (
  error: Error, validationContext: RequestPart, validation: readonly Fault[]
): InvalidPart {
  return Object.assign(error, { validation: [...validation], validationContext })
}

/** As Fastify refuses an invalid part: FST_ERR_VALIDATION. */
export function invalidInput (part: RequestPart, faults: readonly Fault[]): InvalidPart {
  const names = { name: 'FastifyError', code: 'FST_ERR_VALIDATION', statusCode: 400 }
  return invalidPart(Object.assign(new Error(validatorText(part, faults)), names), part, faults)
}

/** Attaches the error to the request where its action asks for that, else returns it. */
export function attachOrReturn (request: FastifyRequest, error: InvalidPart): InvalidPart | undefined {
  if (request.routeOptions.attachValidation !== true) return error
  request.validationError = error
  return undefined
}
