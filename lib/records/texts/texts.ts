/** Converts the texts of a form or a query to the types in the schema of their place. */

import { FALSE, TRUE, objectOf } from '../../urls/nesting.js'
import { MAX_DEPTH } from '../../urls/query.js'
import { isObject, isPlainObject } from '../../routes/objects.js'
import type { Kinds, Place } from '../../schemas/index.js'

/** A number as a browser's number field writes it. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** How texts are read. */
export interface TextRules {
  /** The texts of a query say nothing where they are empty, unless their schema allows it. */
  readonly texts: 'form' | 'query'
  /**
   * Whether an action describes it itself: `readOnly` properties stay, and the app's validator converts it
   * afterwards: an empty text to null, and null to others.
   */
  readonly isOwn: boolean
}

/**
 * One value for a list is its only item. Digits are places in a list, and names where only an object is
 * valid. Of several values for neither a list nor an object the last counts, since a hidden field comes
 * before a check box. A file is never an object.
 */
export function readValue (sent: unknown, { kinds, isUnique, itemOf }: Place, rules: TextRules): unknown {
  const isNamed = Array.isArray(sent) && kinds.has('object') && !kinds.has('array')
  const value = isNamed ? objectOf(sent) : sent
  if (isUnique) givePrototypes(value, MAX_DEPTH)
  if (kinds.has('any')) return value
  if (rules.texts === 'query' && isEmpty(value)) return readText('', kinds, rules)
  if (typeof value === 'string') {
    // A text is never a list of lists, which may contain itself.
    const isItem = isListOf(kinds) && !isListOf(itemOf(0).place.kinds) && (value !== '' || !kinds.has('null'))
    return isItem ? [value] : readText(value, kinds, rules)
  }
  if (Array.isArray(value)) {
    const isKept = value.length === 0 || kinds.has('array') || kinds.has('object')
    return isKept ? value : readLast(value, kinds, rules)
  }
  if (!isFile(value)) return value
  if (kinds.has('array')) return isListOf(itemOf(0).place.kinds) ? value : [value]
  // A validator would take it for an object.
  return kinds.has('object') && !kinds.has('file') ? [] : value
}

/** Whether a boolean is valid at the keys of a name. What no schema knows may be one. */
export function takesBoolean (place: Place, keys: readonly string[]): boolean {
  const [key, ...others] = keys
  if (key === undefined) return place.kinds.has('boolean')
  const isItem = place.kinds.has('array') && /^\d*$/.test(key)
  const member = isItem ? place.itemOf(Number(key)) : place.fieldOf(key)
  return member === undefined || takesBoolean(member.place, others)
}

/** A validator compares objects by methods of their prototype, which nested names do not give them. */
function givePrototypes (value: unknown, depth: number): void {
  if (!isContainer(value) || isFile(value) || depth < 0) return
  if (!Array.isArray(value)) Object.setPrototypeOf(value, Object.prototype)
  for (const inner of Object.values(value)) givePrototypes(inner, depth - 1)
}

/** An empty text, or a list of nothing else. */
function isEmpty (value: unknown): boolean {
  return Array.isArray(value) ? value.every((item) => item === '') : value === ''
}

function readLast (values: readonly unknown[], kinds: Kinds, rules: TextRules): unknown {
  let last: unknown = values.at(-1)
  // JSON in a field of a multipart form may be nested very deep.
  while (Array.isArray(last)) last = last.at(-1)
  return typeof last === 'string' ? readText(last, kinds, rules) : last
}

function isListOf (kinds: Kinds): boolean {
  return kinds.has('array') && !kinds.has('string')
}

export function isContainer (value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Whether a form's value is a file, which is not a plain object. */
export function isFile (value: unknown): boolean {
  return isObject(value) && !isPlainObject(value)
}

export function readText (text: string, kinds: Kinds, { texts, isOwn }: TextRules): unknown {
  if (text === '' && kinds.has('null')) {
    const isMadeNull = isOwn && !kinds.has('string') && !kinds.has('nullable')
    return isMadeNull ? text : null
  }
  if (kinds.has('string') || (text === '' && texts === 'query')) return text
  if (kinds.has('integer') && NUMBER.test(text)) return Number(text)
  if (!kinds.has('boolean')) return text
  return TRUE.includes(text) || (FALSE.includes(text) ? false : text)
}
