/** Singular and plural: the only file that uses pluralize. */

import pluralize from 'pluralize'
import { camelize, capitalize, underscore } from './names.js'

// Between words stand `_`, `-` or the step from a lower-case letter to an upper-case one.
const WORD_BOUNDARY = /[_-]|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u

/** The singular of a name's last word: `product_reviews` → `product_review`. */
export function singularizeName (name: string): string {
  return inflectLastWord(name, pluralize.singular)
}

/** The plural of a name's last word: `blogPost` → `blogPosts`. */
export function pluralizeName (name: string): string {
  return inflectLastWord(name, pluralize.plural)
}

/** The model of a controller: `admin/blogPosts` → `AdminBlogPost`. */
export function modelName (controller: string): string {
  return singularizeName(controller).split('/').map((word) => capitalize(camelize(underscore(word)))).join('')
}

// pluralize looks at the whole string, which goes wrong for compounds with certain first words.
function inflectLastWord (name: string, inflect: (word: string) => string): string {
  const word = name.split(WORD_BOUNDARY).at(-1) as string
  return name.slice(0, name.length - word.length) + inflect(word)
}
