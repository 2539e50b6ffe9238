/** The values that a form shows again: those of the client, and those of the loaded record. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isObject, isPlainObject, remember } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import { isOfRecord, ownVariable } from '../../routes/owners.js'
import type { Route } from '../../../types/route.js'
import type { FormRecord } from '../../controllers/layers/index.js'

const forms = new WeakMap<object, WeakMap<Route, FormRecord>>()

/** Which record the forms of a row are about. Two apps may share a tree. */
export function formsOf ({ initialConfig }: FastifyInstance): WeakMap<Route, FormRecord> {
  return remember(forms, initialConfig, () => new WeakMap<Route, FormRecord>())
}

const sentBodies = new WeakMap<FastifyRequest, unknown>()

/** Puts another value under a key of the body, or another body. The form shows the one that was sent. */
export function replaceBody (request: FastifyRequest, body: unknown): void {
  sentBodies.set(request, request.body)
  request.body = body
}

/** The values of a form that comes back, over those of the loaded record, but for what it hides. */
export function shownValues (request: FastifyRequest): Properties {
  const { record, routeOptions, server } = request
  const form = formsOf(server).get(routeOptions.config.resource as Route)
  const shown = form?.shownValues === undefined ? record : form.shownValues(record)
  return withId({ ...shown as Properties | null, ...formValues(request) }, request)
}

/**
 * Values with the id that the path of their request has, in a `toParam()` that nothing lists. The property of
 * the option `param` may be one that the client has changed.
 */
function withId (values: Properties, { params, routeOptions }: FastifyRequest): Properties {
  const route = routeOptions.config.resource as Route
  const own = ownVariable(route)
  // The path of a singleton has no id, so the record tells whether it is new.
  if (own === null && isOfRecord(route)) return values
  const id = own === null ? undefined : (params as Properties)[own]
  return Object.defineProperty(values, 'toParam', { value: () => id })
}

/**
 * The values of a submitted form, by property, to show the form again. They come from the record's key in the
 * body. `id` is left out, since it would make the form that of another record, and so are `readOnly`
 * properties: `formFor` takes the id of the path. An empty body gives an empty object.
 *
 * @example reply.code(422).view('posts/new', { post: formValues(request), errors:
 * formErrors(request.validationError) })
 */
export function formValues (request: FastifyRequest): Properties {
  const route = request.routeOptions.config.resource
  const body = sentBodies.get(request) ?? request.body
  const values = isObject(body) ? body[route?.resource.singular ?? ''] : undefined
  if (!isObject(values) || isFile(values) || route === undefined) return {}
  const form = formsOf(request.server).get(route)
  const { id, ...others } = printable((form?.sentValues?.(values) ?? values) as Properties)
  return withId(others, request)
}

/** Templates call the one, and the other is no property. */
const UNSAFE = ['toString', '__proto__']

/**
 * A copy whose objects have the prototype that templates need to print them, without files. JSON may be
 * nested very deep, so each object is copied once and without recursion.
 */
function printable (value: Properties): Properties {
  const copies = new Map<object, object>()
  const copyOf = (inner: unknown): unknown => {
    if (!Array.isArray(inner) && !isPlainObject(inner)) return inner
    return remember(copies, inner, () => Array.isArray(inner) ? [] : {})
  }
  const copy = copyOf(value) as Properties
  for (const [from, into] of copies) {
    const kept = Object.entries(from).filter(([name, inner]) => !UNSAFE.includes(name) && !isUpload(inner))
    for (const [name, inner] of kept) {
      const key = Array.isArray(into) ? into.length : name
      ;(into as Record<string, unknown>)[key] = copyOf(inner)
    }
  }
  return copy
}

/** No form shows a file again, nor a list that has only files. */
function isUpload (value: unknown): boolean {
  return isFile(value) || (Array.isArray(value) && value.length > 0 && value.every(isFile))
}

/** One without a schema is a part of @fastify/multipart, and contains itself. */
function isFile (value: unknown): boolean {
  return value instanceof Uint8Array || (isObject(value) && typeof value.toBuffer === 'function')
}
