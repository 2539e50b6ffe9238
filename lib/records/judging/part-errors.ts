/** Errors about an invalid part of a request, in the form that Fastify gives them. */

import type { FastifyRequest } from 'fastify'
import { validatorText } from '../../forms/fault-words.js'
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
