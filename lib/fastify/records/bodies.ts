/** The body of an action that writes a record: its schema, and the hook that cleans it before validation. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { isObject, isPlainObject } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import { remember } from '../../routes/remember.js'
import type { Route } from '../../../types/route.js'
import { noteFiles } from '../requests/index.js'
import { isForm } from '../methods/index.js'
import { isOnly, kindsOf } from '../schemas/index.js'
import type { Schema } from '../schemas/index.js'
import { clean } from './clean.js'
import type { ControllerRecord, Part } from './record.js'
import type { Shape } from './shapes.js'

/** The record under its singular name. The body may have other keys, since a form has its token and its button. */
export function deriveBody ({ action, resource: { singular } }: Route, record: ControllerRecord, shape: Shape, isForeign: boolean): Part {
  if (action !== 'create' && action !== 'update') return {}
  const isPartial = action === 'update'
  return {
    schema: bodySchema(record, singular, isPartial, isForeign),
    hooks: {
      ...hasFiles(shape) && { preParsing: noteFiles },
      preValidation: function cleanBody (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
        const isOfForm = isForm(request.headers['content-type'])
        if (record.isBare && !isOfForm && isObject(request.body) && !isWrapped(request.body, singular, shape)) request.body = { [singular]: request.body }
        const body = request.body as Record<string, unknown>
        const unknown = record.unknown === 'refuse' ? [] as string[] : 'remove'
        if (isObject(body) && Object.hasOwn(body, singular)) {
          body[singular] = clean(body[singular], shape, { texts: isOfForm ? 'form' : null, partial: isPartial, unknown }, singular)
        }
        done(Array.isArray(unknown) && unknown.length > 0 ? createError('FST_RESOURCES_UNKNOWN', [unknown]) : undefined)
      }
    }
  }
}

/** Where an action describes its own body, only the texts of forms are read. */
export function readOwnBody (shape: Shape): Part {
  return {
    hooks: {
      ...hasFiles(shape) && { preParsing: noteFiles },
      preValidation: function readForm (request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
        if (isForm(request.headers['content-type'])) request.body = clean(request.body, shape, { texts: 'form', partial: false, unknown: null })
        done()
      }
    }
  }
}

/** Whether any place may have a file. */
function hasFiles (shape: Shape, known = new Set<Shape>()): boolean {
  if (known.has(shape)) return false
  known.add(shape)
  const { kinds, names, length } = shape
  if (kinds.has('file') && !kinds.has('any')) return true
  const items = Array.from({ length: length + 1 }, (_, index) => shape.itemOf(index))
  return [...names.values(), ...items, shape.propertyOf('') ?? []].flat().some((named) => hasFiles(named.shape, known))
}

/** The app's own validator may not know the app's schemas, so its copy contains no references. */
function bodySchema ({ node, copies }: ControllerRecord, singular: string, isPartial: boolean, isForeign: boolean): Schema {
  const isInPlace = isForeign && !JSON.stringify(node.schema).includes('"$ref"')
  const schema = isPartial ? copies.partial(node) : isInPlace ? copies.inline(node, 'sent') : copies.reference(node, 'sent')
  const isObjectOnly = !isPartial && isOnly(kindsOf(node), ['object'])
  return { type: 'object', required: [singular], properties: { [singular]: isObjectOnly ? schema : { type: 'object', ...schema } } }
}

/** A token or a button may come next to the record's key, but no other property of the record. The key may be a property itself. */
function isWrapped (body: Schema, singular: string, { names }: Shape): boolean {
  const hasKey = Object.hasOwn(body, singular) && (isObject(body[singular]) || !names.has(singular))
  return hasKey && Object.keys(body).every((name) => name === singular || !names.has(name))
}

const shapes = new WeakMap<Route, Shape>()

/** Records which resource the forms of a row are about. */
export function noteForm (route: Route, shape: Shape): void {
  shapes.set(route, shape)
}

/**
 * The values of a submitted form, by property, to show the form again. They come from the record's key in the body.
 * `id` is left out, since it would make the form that of another record, and so are `readOnly` properties. An empty body
 * gives an empty object.
 *
 * @example reply.code(422).view('posts/new', { post: formValues(request), errors: formErrors(request.validationError) })
 */
export function formValues ({ body, routeOptions }: FastifyRequest): Properties {
  const route = routeOptions.config.resource
  const values = isObject(body) ? body[route?.resource.singular ?? ''] : undefined
  if (!isObject(values) || route === undefined) return {}
  const shape = shapes.get(route)
  const cleaned = shape === undefined ? values : clean(values, shape, { texts: null, partial: true, unknown: null })
  const { id, ...others } = printable(cleaned as Properties)
  return others
}

/**
 * A copy whose objects have the prototype that templates need to print them. JSON may be nested very deep, and fields of
 * @fastify/multipart refer to each other, so each object is copied once and without recursion.
 */
function printable (value: Properties): Properties {
  const copies = new Map<object, object>()
  const copyOf = (inner: unknown): unknown => {
    if (!Array.isArray(inner) && !isPlainObject(inner)) return inner
    return remember(copies, inner, () => Array.isArray(inner) ? [] : {})
  }
  const copy = copyOf(value) as Properties
  for (const [from, into] of copies) {
    const entries = Object.entries(from).filter(([name]) => name !== 'toString' && name !== '__proto__')
    for (const [name, inner] of entries) (into as Record<string, unknown>)[name] = copyOf(inner)
  }
  return copy
}
