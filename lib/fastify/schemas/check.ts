/** Whether a record's schema is one, each mistake with its place. */

import { didYouMean, oneOf, show } from '../../text.js'
import { isObject } from '../../routes/objects.js'
import { danglingReference, enter, mapSchemas } from './json-schema.js'
import type { Target } from './json-schema.js'

const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']

/** What a validator would only tell in words of its own, or not at all. */
export function checkSchema (given: Target, at: string, report: (fault: string) => void): void {
  const { schema, document } = enter(given)
  const tell = (place: string, fault: string): void => { report(place === '' ? fault : `${place.slice(1)}: ${fault}`) }
  for (const word of [schema.type ?? []].flat()) {
    if (!TYPES.includes(word as string)) tell(at, `unknown type ${show(word)}; expected ${oneOf(TYPES)}${didYouMean(word, TYPES)}`)
  }
  if (schema.required !== undefined && !Array.isArray(schema.required)) tell(at, `required: expected a list of properties, got ${show(schema.required)}`)
  const reference = danglingReference([{ schema, document }])
  if (reference !== undefined) tell(at, `nothing is at the $ref ${show(reference)}; expected a place in this schema (#/definitions/…), or a schema that fastify.addSchema() has been given before`)
  mapSchemas(schema, (inner, _keyword, inside) => {
    if (isObject(inner)) checkSchema({ schema: inner, document }, at + inside, report)
    else if (inside === '/properties' || inside === '/patternProperties') tell(at + inside, `expected schemas by name, got ${show(inner)}`)
    else if (typeof inner !== 'boolean' && !Array.isArray(inner)) tell(at + inside, `expected a schema, got ${show(inner)}`)
  })
}
