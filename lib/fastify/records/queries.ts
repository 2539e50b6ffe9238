/** The query of an action that has a schema for it: nested, and its texts read by that schema. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { fieldNames, nestFields } from '../../helpers/urls/nesting.js'
import { isPlainObject } from '../../routes/objects.js'
import { OWN_RULES, walk } from '../cleaning/index.js'
import type { Place } from '../schemas/index.js'
import type { DerivedPart } from './record.js'

type Query = Record<string, unknown>

const RULES = { ...OWN_RULES, texts: 'query' } as const

/** Whichever parser the app has. */
export function deriveQuery (place: Place): DerivedPart {
  return nestedQuery(place, (query) => walk(query, place, RULES).value)
}

/** For schemas of another library, which converts the texts itself. */
export function deriveNames (place: Place): DerivedPart {
  return nestedQuery(place, (query) => query)
}

/** A name with brackets that the schema has as it is stays. */
function nestedQuery (place: Place, read: (query: Query) => unknown): DerivedPart {
  const flat = [...place.fields.keys()].filter((name) => name.includes('['))
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
        request.query = read(query)
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
