/** Singular and plural: the only file that uses pluralize. */

import pluralize from 'pluralize'
import { IRREGULAR_SINGULARS, PLURALS_IN_S, PRONOUNS } from './irregular-words.js'
import { camelize, capitalize, underscore } from './route-names.js'

// Between words stand `_`, `-`, `/` or the step from a lower-case letter to an upper-case one.
const WORD_BOUNDARY = /[_/-]|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u

/** By plural. */
const SINGULARS = new Map<string, string>([
  ...PRONOUNS.map((word) => [word, word] as const),
  ...PLURALS_IN_S.map((plural) => [plural, plural.slice(0, -1)] as const),
  ...Object.entries(IRREGULAR_SINGULARS)
])
const PLURALS = new Map(Array.from(SINGULARS, ([plural, singular]) => [singular, plural]))

/** The singular of a name's last word: `product_reviews` → `product_review`. */
export function singularizeName (name: string): string {
  return inflectLastWord(name, singularizeWord)
}

/** The plural of a name's last word: `blogPost` → `blogPosts`. */
export function pluralizeName (name: string): string {
  return inflectLastWord(name, pluralizeWord)
}

/** The model of a controller: `admin/blogPosts` → `AdminBlogPost`. */
export function modelName (controller: string): string {
  return singularizeName(controller).split('/').map((word) => capitalize(camelize(underscore(word)))).join('')
}

function singularizeWord (word: string): string {
  const lower = word.toLowerCase()
  const known = PLURALS.has(lower) ? lower : SINGULARS.get(lower)
  return known === undefined ? pluralize.singular(word) : inCaseOf(word, known)
}

function pluralizeWord (word: string): string {
  const lower = word.toLowerCase()
  const known = SINGULARS.has(lower) ? lower : PLURALS.get(lower)
  return known === undefined ? pluralize.plural(word) : inCaseOf(word, known)
}

/** As pluralize does: a word is in one case, but for its first letter. */
function inCaseOf (word: string, lower: string): string {
  if (word === word.toLowerCase()) return lower
  return word === word.toUpperCase() ? lower.toUpperCase() : capitalize(lower)
}

// pluralize looks at the whole string, which goes wrong for compounds with certain first words.
function inflectLastWord (name: string, inflect: (word: string) => string): string {
  const word = name.split(WORD_BOUNDARY).at(-1) as string
  return name.slice(0, name.length - word.length) + inflect(word)
}
