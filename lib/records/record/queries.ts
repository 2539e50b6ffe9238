/** The query of an action that has a schema for it: nested, and its texts read by that schema. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { fieldNames, nestFields } from '../../urls/nesting.js'
import type { Mistakes } from '../../routes/mistakes.js'
import { OWN_RULES, takesBoolean, walk } from '../texts/index.js'
import type { RowPart } from '../../controllers/layers/index.js'
import type { Place } from '../../schemas/index.js'

type Query = Record<string, unknown>

const RULES = { ...OWN_RULES, texts: 'query' } as const

/** Whichever parser the app has. A library may convert the texts itself. */
export function deriveQuery (
  place: Place, { readsTexts }: { readonly readsTexts: boolean }, mistakes: Mistakes
): RowPart {
  for (const name of place.fields.keys()) {
    const [, outer, inner] = /^([^[\]]+)\[([^[\]]*)\](?:\[[^[\]]*\])*$/.exec(name) ?? []
    if (outer === undefined) continue
    const nested = inner === '' ? `the list '${outer}'` : `'${inner}' as a property of '${outer}'`
    mistakes.add(`names with brackets nest, so no query has the property '${name}'; describe ${nested}`)
  }

  function readQuery (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
    const faults: string[] = []
    const { url } = request
    const names = (): string[] => fieldNames(url.slice(url.indexOf('?') + 1))
    const nested = nestFields(request.query as Query, faults, names, (keys) => takesBoolean(place, keys))
    request.query = readsTexts ? walk(nested, place, RULES).value : nested
    done(faults.length === 0 ? undefined : createError('FST_RESOURCES_QUERY', [faults.join('; ')]))
  }

  return { first: { preValidation: readQuery } }
}
