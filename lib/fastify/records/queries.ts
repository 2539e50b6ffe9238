/** The query of an action that has a schema for it: nested, and its texts read by that schema. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { fieldNames, nestFields } from '../../helpers/urls/nesting.js'
import { isPlainObject } from '../../routes/objects.js'
import { clean } from '../cleaning/index.js'
import type { Shape } from '../cleaning/index.js'
import { createCoercion } from '../validation/index.js'
import type { DerivedPart } from './record.js'

type Query = Record<string, unknown>

/** Whichever parser the app has. `isNullKept` tells that what validates the query converts no null. */
export function deriveQuery (shape: Shape, isNullKept: boolean): DerivedPart {
  const isCoerced = createCoercion()
  return nestedQuery(shape, (query, request) => clean(query, shape, {
    texts: 'query', isCoerced: !isNullKept && isCoerced(request), partial: false, unknown: null
  }))
}

/** For schemas of another library, which converts the texts itself. */
export function deriveNames (shape: Shape): DerivedPart {
  return nestedQuery(shape, (query) => query)
}

/** A name with brackets that the schema has as it is stays. */
function nestedQuery (
  shape: Shape, read: (query: Query, request: FastifyRequest) => unknown
): DerivedPart {
  const flat = [...shape.names.keys()].filter((name) => name.includes('['))
  return {
    hooks: {
      preValidation: function readQuery (
        request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void
      ): void {
        const faults: string[] = []
        const given = request.query as Query
        const text = (): string => request.url.slice(request.url.indexOf('?') + 1)
        const query = nestFields(given, faults, () => fieldNames(text()))
        for (const name of flat) {
          const taken = take(
            query,
            name.split(/[[\]]+/).filter((key) => key !== '')
          )
          const value = given[name] ?? taken
          if (value !== undefined) query[name] = value
        }
        request.query = read(query, request)
        done(faults.length === 0 ? undefined : createError('FST_RESOURCES_QUERY', [faults.join('; ')]))
      }
    }
  }
}

/** Takes a value out of nested objects, and those that are empty without it. */
function take (object: Query, [key = '', ...rest]: readonly string[]): unknown {
  const inner = object[key]
  if (rest.length > 0 && !isPlainObject(inner)) return undefined
  const value = rest.length === 0 ? inner : take(inner as Query, rest)
  if (rest.length === 0 || Object.keys(inner as Query).length === 0) delete object[key]
  return value
}
