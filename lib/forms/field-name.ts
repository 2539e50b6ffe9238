/** `fieldName`: the names of inputs whose values arrive nested. */

import { createError } from '../errors.js'
import { MAX_DEPTH, isKey } from '../urls/query.js'
import { FORM_WORDS } from './form-words.js'

/**
 * The name of an input whose value arrives nested under these keys: `fieldName('post', 'title')` is
 * `post[title]`. A number is a place in a list (`lines[0][name]`); an empty last key adds to a list
 * (`post[tags][]`). `parseQuery` and the form parser give the value back under the same keys.
 *
 * Throws FST_RESOURCES_FORM for keys that could not be parsed back.
 */
export function fieldName (name: string, ...keys: ReadonlyArray<string | number>): string {
  const faults = [name, ...keys].flatMap((key, place) =>
    isFieldKey(key, place, place === keys.length) ? [] : [FORM_WORDS.key(key, place)]
  )
  if (keys.length > MAX_DEPTH) faults.push(FORM_WORDS.keyCount(MAX_DEPTH, keys.length))
  if (faults.length > 0) throw createError('FST_RESOURCES_FORM', ['fieldName()', faults])
  return name + keys.map((key) => `[${key}]`).join('')
}

function isFieldKey (key: unknown, place: number, isLast: boolean): boolean {
  if (typeof key === 'string') return isKey(key, place > 0) || (key === '' && place > 0 && isLast)
  return place > 0 && Number.isSafeInteger(key) && key as number >= 0
}
