/** What a form can only say as text, as the schema of its place means it. */

import { isObject, isPlainObject } from '../../routes/objects.js'
import type { Kinds } from '../schemas/index.js'
import type { Shape } from './shapes.js'

const TRUE = ['on', '1', 'true']
const FALSE = ['0', 'false', '']

/** As a browser's field of numbers writes them. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * One value where a list is expected is its only item, of several for what is neither list nor object the last counts,
 * as where a hidden field stands before a check box. No file is an object.
 */
export function readValue (value: unknown, { kinds, itemOf }: Shape): unknown {
  if (kinds.has('any')) return value
  // No text is a list of lists, which may hold itself.
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

/** Whether a form's value is a file, which no plain object is. */
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
