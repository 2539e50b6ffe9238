/** What a form can only say as text, as the schema of its place means it. */

import { isObject, isPlainObject } from '../../routes/objects.js'
import type { Types } from '../schemas/index.js'
import type { Shape } from './shapes.js'

const TRUE = ['on', '1', 'true']
const FALSE = ['0', 'false', '']

/** As a browser's field of numbers writes them. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * One value where a list is expected is its only item, of several for what is neither list nor object the last counts,
 * as where a hidden field stands before a check box. No file is an object.
 */
export function readValue (value: unknown, shape: Shape): unknown {
  const { types, items } = shape
  if (types === undefined) return value
  // No text is a list of lists, which may hold itself.
  if (typeof value === 'string') return takesLists(types) && !takesLists(items.types) && (value !== '' || !types.has('null')) ? [value] : readText(value, types)
  if (Array.isArray(value)) return value.length === 0 || types.has('array') || types.has('object') ? value : readValue(value.at(-1), shape)
  if (!isFile(value)) return value
  if (types.has('array')) return items.types?.has('array') === true ? value : [value]
  // A validator would take it for an object.
  return types.has('object') && !shape.takesFile ? [] : value
}

function takesLists (types: Types): boolean {
  return types !== undefined && types.has('array') && !types.has('string')
}

/** Whether a form's value is a file, which no plain object is. */
export function isFile (value: unknown): boolean {
  return isObject(value) && !isPlainObject(value)
}

function readText (text: string, types: ReadonlySet<string>): unknown {
  if (text === '' && types.has('null')) return null
  if (types.has('string')) return text
  if (types.has('integer') && NUMBER.test(text)) return Number(text)
  if (!types.has('boolean')) return text
  return TRUE.includes(text) ? true : FALSE.includes(text) ? false : text
}
