/** `fieldName`: the names of inputs whose values arrive nested. */

import { createError } from '../../errors.js'
import { MAX_DEPTH, keyFault } from '../urls/query.js'
import { FORM_WORDS } from './words.js'

/**
 * The name of an input whose value arrives nested under these keys: `fieldName('post', 'title')` is
 * `post[title]`. A number is a place in a list (`lines[0][name]`); an empty last key adds to a list
 * (`post[tags][]`). `parseQuery` and the form parser give the value back under the same keys.
 *
 * Throws FST_RESOURCES_FORM for keys that could not be parsed back.
 */
export function fieldName (name: string, ...keys: ReadonlyArray<string | number>): string {
  const faults = [name, ...keys].flatMap((key, place) => {
    const fault = nameFault(key, place, place === keys.length)
    return fault === undefined ? [] : [FORM_WORDS.key(key, fault)]
  })
  if (keys.length > MAX_DEPTH) faults.push(FORM_WORDS.keyCount(MAX_DEPTH, keys.length))
  if (faults.length > 0) throw createError('FST_RESOURCES_FORM', ['fieldName()', faults])
  return name + keys.map((key) => `[${key}]`).join('')
}

function nameFault (key: unknown, place: number, isLast: boolean): string | undefined {
  if (typeof key === 'string') return key === '' && place > 0 && isLast ? undefined : keyFault(key, place > 0)
  if (typeof key !== 'number' || place === 0) return FORM_WORDS.textKey()
  return Number.isSafeInteger(key) && key >= 0 ? undefined : FORM_WORDS.indexKey()
}
