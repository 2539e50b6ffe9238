/** `fieldName`: the names of inputs whose values arrive nested. */

import { createError } from '../../errors.js'
import { show } from '../../text.js'
import { MAX_DEPTH, keyFault } from '../urls/query.js'

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
    return fault === undefined ? [] : [`the key ${show(key)} ${fault}`]
  })
  if (keys.length > MAX_DEPTH) faults.push(`expected at most ${MAX_DEPTH} keys behind the first, got ${keys.length}`)
  if (faults.length > 0) throw createError('FST_RESOURCES_FORM', ['fieldName()', faults])
  return name + keys.map((key) => `[${key}]`).join('')
}

function nameFault (key: unknown, place: number, isLast: boolean): string | undefined {
  if (typeof key === 'string') return key === '' && place > 0 && isLast ? undefined : keyFault(key, place > 0)
  if (typeof key !== 'number' || place === 0) return 'must be a string'
  return Number.isSafeInteger(key) && key >= 0 ? undefined : 'must be a list index, an integer from 0'
}
