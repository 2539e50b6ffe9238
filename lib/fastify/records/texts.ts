/** Converts the texts of a form to the types in the schema of their place. */

import { isObject, isPlainObject } from '../../routes/objects.js'
import type { Kinds } from '../schemas/index.js'
import type { Shape } from './shapes.js'

const TRUE = ['on', '1', 'true']
const FALSE = ['0', 'false', '']

/** A number as a browser's number field writes it. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * One value for a list is its only item. Of several values for neither a list nor an object the last counts, since a
 * hidden field comes before a check box. A file is never an object.
 */
export function readValue (value: unknown, { kinds, itemOf }: Shape): unknown {
  if (kinds.has('any')) return value
  // A text is never a list of lists, which may contain itself.
  if (typeof value === 'string') return isListOf(kinds) && !isListOf(itemOf(0).shape.kinds) && (value !== '' || !kinds.has('null')) ? [value] : readText(value, kinds)
  if (Array.isArray(value)) return value.length === 0 || kinds.has('array') || kinds.has('object') ? value : readLast(value, kinds)
  if (!isFile(value)) return value
  if (kinds.has('array')) return isListOf(itemOf(0).shape.kinds) ? value : [value]
  // A validator would take it for an object.
  return kinds.has('object') && !kinds.has('file') ? [] : value
}

function readLast (values: readonly unknown[], kinds: Kinds): unknown {
  const last = values.at(-1)
  return Array.isArray(last) ? readLast(last, kinds) : typeof last === 'string' ? readText(last, kinds) : last
}

function isListOf (kinds: Kinds): boolean {
  return kinds.has('array') && !kinds.has('string')
}

/** Whether a form's value is a file, which is not a plain object. */
export function isFile (value: unknown): boolean {
  return isObject(value) && !isPlainObject(value)
}

function readText (text: string, kinds: Kinds): unknown {
  if (text === '' && kinds.has('null')) return null
  if (kinds.has('string')) return text
  if (kinds.has('integer') && NUMBER.test(text)) return Number(text)
  if (!kinds.has('boolean')) return text
  return TRUE.includes(text) ? true : FALSE.includes(text) ? false : text
}
