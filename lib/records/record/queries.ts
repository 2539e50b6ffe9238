/** The query of an action that has a schema for it: nested, and its texts read by that schema. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { fieldNames, nestFields } from '../../urls/nesting.js'
import type { Mistakes } from '../../routes/mistakes.js'
import { OWN_RULES, takesBoolean, walk } from '../texts/index.js'
import { attachOrReturn, invalidInput } from '../judging/index.js'
import type { RecordValidator } from '../judging/index.js'
import type { RowPart } from '../../controllers/layers/index.js'
import type { Place } from '../../schemas/index.js'

type Query = Record<string, unknown>

type Done = (error?: Error) => void

interface QueryRules {
  /** Null where a library or the app's validator judges the query. */
  readonly faultsOf: RecordValidator | null
  /** A library may convert the texts itself. */
  readonly readsTexts: boolean
  /** Whether the app's validator converts values. */
  readonly isOwn: boolean
}

/** Whichever parser the app has. */
export function deriveQuery (
  place: Place, { faultsOf, readsTexts, isOwn }: QueryRules, mistakes: Mistakes
): RowPart {
  for (const name of place.fields.keys()) {
    const [, outer, inner] = /^([^[\]]+)\[([^[\]]*)\](?:\[[^[\]]*\])*$/.exec(name) ?? []
    if (outer === undefined) continue
    const nested = inner === '' ? `the list '${outer}'` : `'${inner}' as a property of '${outer}'`
    mistakes.add(`names with brackets nest, so no query has the property '${name}'; describe ${nested}`)
  }

  const rules = { ...OWN_RULES, isOwn, texts: 'query' } as const

  function readQuery (request: FastifyRequest, _reply: FastifyReply, done: Done): void {
    const faults: string[] = []
    const { url } = request
    const names = (): string[] => fieldNames(url.slice(url.indexOf('?') + 1))
    const nested = nestFields(request.query as Query, faults, names, (keys) => takesBoolean(place, keys))
    request.query = readsTexts ? walk(nested, place, rules).value : nested
    done(faults.length === 0 ? undefined : createError('FST_RESOURCES_QUERY', [faults.join('; ')]))
  }

  const judging = faultsOf === null ? {} : { preHandler: judgeQuery(faultsOf) }
  return { first: { preValidation: readQuery, ...judging } }
}

function judgeQuery (faultsOf: RecordValidator) {
  return function judge (request: FastifyRequest, _reply: FastifyReply, done: Done): void {
    const faults = request.validationError === undefined ? faultsOf(request.query) : []
    done(faults.length === 0 ? undefined : attachOrReturn(request, invalidInput('querystring', faults)))
  }
}
