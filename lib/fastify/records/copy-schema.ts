/** Copies a record's schema for one direction: what a client may send, or what it may see. */

import { didYouMean, oneOf, show } from '../../text.js'
import { isObject } from '../../routes/objects.js'
import { danglingReference, holdsValues, KEYWORDS, referencesOf, toToken } from './json-schema.js'
import type { Schema, SchemaDocument, Target } from './json-schema.js'
import { CHOICES, leaveOut, namesLetIn, surroundingsOf, takesObject } from './left-out.js'
import type { Keyword, Keywords, Looking, Objects, Surroundings } from './left-out.js'
import { besideReference, DROPPED, isAlias, refersOn, wordOf } from './references.js'

const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']

const MAPS = ['properties', 'patternProperties', 'dependencies', 'dependentSchemas']
const LISTS = ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf']

/** A copy that others refer to by its name: of a schema in its surroundings. */
export interface Shared extends Target {
  readonly surroundings: string
  readonly name: string
  copy: Schema
}

export interface Copying extends Looking {
  readonly report: (place: string, fault: string) => void
  /** Names a copy after the word that the reference ends in. */
  readonly nameOf: (word: string) => string
  /** Grows with what is copied. */
  readonly shared: Shared[]
}

/** A subschema on its way. */
interface Place extends Surroundings {
  /** In the record, as a JSON pointer. */
  readonly at: string
  readonly document: SchemaDocument
  /** Schemas of the same value that have been replaced. */
  readonly around: readonly Schema[]
}

/**
 * A copy with references replaced by what they point to; where that is a list or an object that refers to others in
 * turn, by references to its one copy, so that copies grow as their schemas do and a record may hold itself.
 */
export function copySchema ({ schema, document }: Target, copying: Copying): Schema {
  return copyObject(schema, { at: '', document, objects: 'closed', leftOut: [], around: [] }, copying)
}

function copyAny (value: unknown, place: Place, copying: Copying): unknown {
  if (isObject(value)) return copyObject(value, place, copying)
  if (value === true && place.leftOut.length > 0) return copyObject({}, place, copying)
  if (typeof value !== 'boolean') copying.report(place.at, `expected a schema, got ${show(value)}`)
  return value
}

function copyObject (schema: Schema, place: Place, copying: Copying): Schema {
  const steps = referencesOf({ schema, document: place.document }, copying.find)
  checkEnd(steps, place, copying)
  if (!steps.slice(1).some(refersOn)) return copyKeywords(steps, place, copying)
  // A validator turns text into a number behind a reference too, but other keywords beside that still see the text.
  const { schema: end } = steps.at(-1) as Target
  if (!place.around.includes(end) && !holdsValues(steps[0] as Target, copying.find)) return copyKeywords(steps, { ...place, around: [...place.around, end] }, copying)
  const start = steps.findIndex(({ schema }) => !isAlias(schema))
  const { $ref } = (steps[Math.max(0, start - 1)] as Target).schema
  return { ...besideReference(steps, start), $ref: `${share(steps.slice(start), wordOf($ref as string), place, copying)}#` }
}

/** References in a circle say nothing, but one to nothing is a fault. */
function checkEnd (steps: readonly Target[], { at }: Place, { find, report }: Copying): void {
  const reference = danglingReference(steps, find)
  if (reference !== undefined) {
    report(at, `nothing is at the $ref ${show(reference)}; expected a place in this schema (#/definitions/…), or a schema that fastify.addSchema() has been given before`)
  }
}

/** The name of the one copy that a schema has in its surroundings. */
function share (steps: readonly Target[], word: string, given: Place, copying: Copying): string {
  const { schema, document } = steps[0] as Target
  const place = { ...given, ...surroundingsOf(steps[0] as Target, given, copying), around: [] }
  const surroundings = JSON.stringify([copying.direction, place.objects, place.leftOut])
  const known = copying.shared.find((one) => one.schema === schema && one.document.root === document.root && one.surroundings === surroundings)
  if (known !== undefined) return known.name
  const shared: Shared = { schema, document, surroundings, name: copying.nameOf(word), copy: {} }
  copying.shared.push(shared)
  const { default: value, ...copy } = copyKeywords(steps, place, copying)
  // A validator refuses a default that it does not read; a serializer reads none elsewhere.
  shared.copy = copying.direction === 'response' && value !== undefined ? { ...copy, default: value } : copy
  return shared.name
}

/** What a schema says, and where it says nothing itself, what it refers to. */
function copyKeywords (steps: readonly Target[], place: Place, copying: Copying): Schema {
  const said: Keywords = new Map(steps.toReversed().flatMap(({ schema, document }) => Object.entries(schema).map(([keyword, value]) => [keyword, { value, document }])))
  checkType(said.get('type')?.value, place.at, copying)
  const { keywords, names } = leaveOut(said, steps[0] as Target, place, copying)
  const inside = { ...place, leftOut: names }
  return Object.fromEntries([...keywords].filter(([keyword]) => !DROPPED.includes(keyword)).map(([keyword, { value, document }]) =>
    [keyword, Object.hasOwn(KEYWORDS, keyword) ? copyKeyword(keyword, value, { ...inside, document, objects: objectsIn(keyword, said, place, copying) }, copying) : value]))
}

function copyKeyword (keyword: string, value: unknown, place: Place, copying: Copying): unknown {
  const at = `${place.at}/${keyword}`
  const copy = (item: unknown, at: string): unknown => copyAny(item, { ...place, at, leftOut: leftOutIn(keyword, item, place, copying) }, copying)
  if (MAPS.includes(keyword)) {
    if (!isObject(value)) {
      copying.report(at, `expected schemas by name, got ${show(value)}`)
      return value
    }
    // What depends on a property may be a list of names.
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, Array.isArray(item) ? item : copy(item, `${at}/${toToken(name)}`)]))
  }
  if (Array.isArray(value) && LISTS.includes(keyword)) return value.map((item, index) => copy(item, `${at}/${index}`))
  return copy(value, at)
}

/** Whether objects in a keyword's schemas are closed: not where several have a say in the properties of one. */
function objectsIn (keyword: string, said: Keywords, { objects }: Place, { find }: Copying): Objects {
  if (KEYWORDS[keyword] === 'question') return 'asked'
  if (objects !== 'closed' || KEYWORDS[keyword] === 'inside') return objects
  const { value, document } = said.get(keyword) as Keyword
  const members = [value].flat()
  // An object or null is no choice between objects.
  if (CHOICES.includes(keyword)) return members.filter((schema) => schema === true || (isObject(schema) && takesObject({ schema, document }, find))).length === 1 ? 'closed' : 'open'
  // The only one has its say alone.
  return keyword === 'allOf' && members.length === 1 && [...said.keys()].every((other) => other === keyword || !Object.hasOwn(KEYWORDS, other)) ? 'closed' : 'open'
}

/** What a schema under a keyword may not let in: what others leave out that hold too, or hold instead of it. */
function leftOutIn (keyword: string, schema: unknown, { leftOut, document }: Place, copying: Copying): readonly string[] {
  if (KEYWORDS[keyword] !== 'same') return []
  if (keyword === 'allOf' || !isObject(schema) || leftOut.length === 0) return leftOut
  const own = namesLetIn({ schema, document }, copying)
  return leftOut.filter((name) => !own.includes(name))
}

function checkType (type: unknown, at: string, { report }: Copying): void {
  if (type === undefined) return
  for (const word of [type].flat()) {
    if (!TYPES.includes(word as string)) report(at, `unknown type ${show(word)}; expected ${oneOf(TYPES)}${didYouMean(word, TYPES)}`)
  }
}
