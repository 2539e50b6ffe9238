/** The values of a form that is shown again. */

import type { FastifyRequest } from 'fastify'
import { isObject } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'

/**
 * What was typed, by property: of the record's key in the body, without `id`, which would make it the form of another
 * record, and without what a client does not send. An empty body gives an empty object.
 *
 * @example reply.code(422).view('posts/new', { post: formValues(request), errors: formErrors(request.validationError) })
 */
export function formValues ({ body, routeOptions }: FastifyRequest): Properties {
  const values = isObject(body) ? body[routeOptions.config.resource?.resource.singular ?? ''] : undefined
  if (!isObject(values)) return {}
  const { id, ...others } = values
  return others
}
