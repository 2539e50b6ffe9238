/** The body of an action that writes a record: its schema, and the hook that cleans it before validation. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { isObject, isPlainObject } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import { isForm } from '../methods/index.js'
import { cleanInput } from './clean.js'
import { targetOf, typesOf } from '../schemas/index.js'
import type { Schema } from '../schemas/index.js'
import type { ControllerRecord } from './record.js'
import { createShapes } from './shapes.js'

/** A part of an action's schema, and the hooks that go with it. */
export interface Part {
  readonly schema?: Schema
  readonly hooks: Readonly<Record<string, unknown>>
}

type Done = (error?: Error) => void

export interface Bodies {
  /** The record under its singular name, open beside it, where a form has its token and its button. */
  derived: (route: Route, record: ControllerRecord, isForeign: boolean) => Part
  /** An action's own: of it only the texts of forms are read. */
  own: (schema: unknown, record: ControllerRecord) => Part
}

export function createBodies (): Bodies {
  const shapes = createShapes('readOnly')
  const made = new Map<string, Part>()

  /** The same for all rows of an action, since a validator compiles a schema that it knows but once. */
  function derived ({ controller, action, resource: { singular } }: Route, record: ControllerRecord, isForeign: boolean): Part {
    if (action !== 'create' && action !== 'update') return { hooks: {} }
    const key = `${controller}#${action} ${singular} ${String(isForeign)}`
    const known = made.get(key)
    if (known !== undefined) return known
    const part = { schema: bodySchema(record, singular, action === 'update', isForeign), hooks: { preValidation: bodyCleaner(record, singular, action === 'update') } }
    made.set(key, part)
    return part
  }

  function bodyCleaner ({ target, unknown, isBare }: ControllerRecord, singular: string, isUpdate: boolean) {
    const shape = shapes.shapeOf([target])
    return function cleanBody (request: FastifyRequest, _reply: FastifyReply, done: Done): void {
      const type = request.headers['content-type']
      const form = type !== 'application/json' && isForm(type)
      if (isBare && !form && isObject(request.body) && !isWrapped(request.body, singular)) request.body = { [singular]: request.body }
      const body = request.body as Record<string, unknown>
      const names: string[] = []
      if (isObject(body) && Object.hasOwn(body, singular)) body[singular] = cleanInput(body[singular], shape, singular, { shapes, isForm: form, isUpdate, unknown: names })
      done(unknown === 'refuse' && names.length > 0 ? createError('FST_RESOURCES_UNKNOWN', [names]) : undefined)
    }
  }

  return {
    derived,
    own (schema, { target }) {
      if (!isPlainObject(schema)) return { hooks: {} }
      const readable = createShapes('')
      const shape = readable.shapeOf([targetOf(schema, target.document.find)])
      return {
        hooks: {
          preValidation: function readForm (request: FastifyRequest, _reply: FastifyReply, done: Done): void {
            if (isForm(request.headers['content-type'])) request.body = cleanInput(request.body, shape, '', { shapes: readable, isForm: true, isUpdate: false, unknown: null })
            done()
          }
        }
      }
    }
  }
}

/** A validator of the app's own may not know the app's schemas, so it gets what refers to nothing in place. */
function bodySchema ({ target, copies: { input } }: ControllerRecord, singular: string, isUpdate: boolean, isForeign: boolean): Schema {
  const types = typesOf(target)
  const { $id, ...inPlace } = isForeign && !JSON.stringify(target.schema).includes('"$ref"') ? input.inline(target) : input.reference(target)
  const record = isUpdate ? { type: 'object', ...input.partial(target) } : { ...types?.size === 1 ? {} : { type: 'object' }, ...inPlace }
  return { type: 'object', required: [singular], properties: Object.fromEntries([[singular, record]]) }
}

/** Of an object with no other key, the singular is the record's. */
function isWrapped (body: Schema, singular: string): boolean {
  return Object.hasOwn(body, singular) && Object.keys(body).length === 1
}
