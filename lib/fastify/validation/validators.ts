/** What an app's validator can do: whether it reads the derived schemas, and whether it converts values. */

import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { createError } from '../../errors.js'
import { messageOf } from '../../text.js'
import type { Mistakes } from '../../routes/mistakes.js'
import { isObject } from '../../routes/objects.js'
import type { Schema } from '../schemas/index.js'

/** Takes the schemas that are derived for an action, and the validator of the action. */
type CheckValidator = (name: string, schemas: readonly Schema[], scope: FastifyInstance, own: unknown) => void

const PROBE: Schema = { type: 'object', required: ['probe'] }

export function validatorChecker (mistakes: Mistakes): CheckValidator {
  const checked = new WeakSet<object>()
  return function checkValidator (name, schemas, scope, own) {
    const compiler = own ?? scope.validatorCompiler
    for (const schema of schemas.filter((one) => compiler !== undefined && !checked.has(one))) {
      const fault = validatorFault(compiler, [schema])
      if (fault !== undefined) mistakes.add(faultText(name, fault))
      checked.add(schema)
    }
    if (compiler !== undefined || schemas.length === 0 || checked.has(scope)) return
    checked.add(scope)
    scope.addHook('onReady', async function checkLaterValidator () {
      const fault = validatorFault(scope.validatorCompiler)
      if (fault !== undefined) throw createError('FST_RESOURCES_CONTROLLERS', [[faultText(name, fault)]])
    })
  }
}

/** Why a validator does not read JSON Schemas, or undefined. Without a validator, Fastify uses its own. */
export function validatorFault (compiler: unknown, schemas: readonly Schema[] = []): string | undefined {
  if (typeof compiler !== 'function') return undefined
  try {
    const validate = (schema: Schema): unknown =>
      (compiler as FastifySchemaCompiler<Schema>)({ schema, method: 'POST', url: '/', httpPart: 'body' })({})
    const [result] = [PROBE, ...schemas].map(validate)
    return result === false || (isObject(result) && result.error !== undefined)
      ? undefined
      : 'it accepts data that a JSON Schema refuses'
  } catch (error) {
    return messageOf(error)
  }
}

const NUMBERED: Schema = { type: 'object', properties: { probe: { type: 'integer' } } }

/** Tells whether the validator of a row converts a text to the type in its schema. */
export function createCoercion (): (request: FastifyRequest) => boolean {
  let known: boolean | undefined
  return (request) => (known ??= coerces(request))
}

function coerces (request: FastifyRequest): boolean {
  const data: Schema = { probe: '1' }
  try {
    request.compileValidationSchema(NUMBERED)(data)
  } catch {
    // It reads schemas of another kind.
  }
  return data.probe === 1
}

function faultText (name: string, fault: string): string {
  return (
    `${name}: the app's validator cannot read the schemas of a record (${fault}); set one that reads JSON ` +
    'Schema and gets app.getSchemas(), ' +
    'for these routes alone by routeOptions: { validatorCompiler }, or give the action its own schema: { ' +
    'body, params }'
  )
}
