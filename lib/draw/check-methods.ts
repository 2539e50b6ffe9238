/** Checks the options that name methods: `member`, `collection`, `new` and `method`. */

import { didYouMean, oneOf, show } from '../text.js'
import type { MethodWord } from '../../types/options.js'
import { ALL_METHODS } from '../routes/actions.js'
import type { Mistakes } from '../routes/mistakes.js'
import { isName, nameFault } from '../routes/route-names.js'
import { isPlainObject } from '../routes/objects.js'

export type Actions = ReadonlyArray<readonly [action: string, methods: readonly MethodWord[]]>

const METHOD_WORDS: readonly string[] = [...ALL_METHODS.map((method) => method.toLowerCase()), 'any']

/** A map of actions to methods; a list of actions maps each to `any`. */
export function checkActions (value: unknown, mistakes: Mistakes): Actions | undefined {
  return checkActionMap(value, mistakes, METHOD_WORDS)
}

/** As in Rails, a record that is not stored yet has no OPTIONS. */
export function checkNewActions (value: unknown, mistakes: Mistakes): Actions | undefined {
  return checkActionMap(value, mistakes, METHOD_WORDS.filter((word) => word !== 'options'))
}

function checkActionMap (value: unknown, mistakes: Mistakes, known: readonly string[]): Actions | undefined {
  if (!isPlainObject(value) && !Array.isArray(value)) {
    mistakes.add(`expected a map of actions to methods, such as { publish: 'put' }, got ${show(value)}`)
    return undefined
  }
  const actions: Array<[string, readonly MethodWord[]]> = []
  const entries: ReadonlyArray<readonly [unknown, unknown]> = Array.isArray(value)
    ? Array.from(value, (action) => [action, 'any'])
    : Object.entries(value)
  for (const [action, methods] of entries) {
    if (!isName(action)) {
      mistakes.add(`${show(action)} cannot name an action: ${nameFault(action) as string}`)
      continue
    }
    const words = checkWords(methods, mistakes.at(action), known)
    if (words !== undefined) actions.push([action, words])
  }
  return actions
}

/** One method or a list of them, as the words that action maps and `route` take. */
export function checkMethods (value: unknown, mistakes: Mistakes): readonly MethodWord[] | undefined {
  return checkWords(value, mistakes, METHOD_WORDS)
}

function checkWords (
  value: unknown, mistakes: Mistakes, known: readonly string[]
): readonly MethodWord[] | undefined {
  const words: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (words.length === 0) mistakes.add(`expected ${oneOf(known)}, or a list of them, got an empty list`)
  const wrong = words.filter((word) => !known.includes(word as string))
  for (const word of wrong) {
    mistakes.add(
      `unknown method ${show(word)}; expected ${oneOf(known)}` +
        (word === 'head' ? ' (HEAD comes with GET)' : didYouMean(word, known))
    )
  }
  return words.length === 0 || wrong.length > 0 ? undefined : (words as readonly MethodWord[])
}
