/** How the words of a declaration become route names and helper names. */

import type { Route } from '../../types/route.js'
import { remember } from './objects.js'

// A letter, then letters and digits, in parts joined by one `_` or `-`. It never backtracks, so it is linear.
const NAME = /^\p{L}[\p{L}\p{M}\p{N}]*(?:[_-][\p{L}\p{M}\p{N}]+)*$/u

/** Whether a word can name a resource, a namespace, a route or an action. */
export function isName (word: unknown): word is string {
  return nameFault(word) === undefined
}

/** Why a word cannot be a name, or undefined. */
export function nameFault (word: unknown): string | undefined {
  if (typeof word !== 'string' || !NAME.test(word)) {
    return 'expected a letter, then letters and digits, in parts joined by a single \'_\' or \'-\''
  }
  if (word in Object.prototype) return 'every object has a property of that name'
  // An object with such a method counts as a promise.
  if (word === 'then') return 'every promise has a property of that name'
  return undefined
}

/** `blogPosts` and `blog-posts` → `blog_posts`. */
export function underscore (word: string): string {
  return word.replace(/-|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, '_').toLowerCase()
}

/** `edit_post_comment` → `editPostComment`. */
export function camelize (name: string): string {
  return name.replace(/_+(.)/gu, (_, letter: string) => letter.toUpperCase())
}

/** `post` → `Post`. */
export function capitalize (stem: string): string {
  return stem.charAt(0).toUpperCase() + stem.slice(1)
}

/** All names of a row: the one that it shows, then its aliases. */
export function namesOf ({ name, aliases }: Pick<Route, 'name' | 'aliases'>): readonly string[] {
  return name === '' ? aliases : [name, ...aliases]
}

const rowsOfTables = new WeakMap<readonly Route[], ReadonlyMap<string, Route>>()

/** The rows of a table by each of their names. */
export function rowsByName (table: readonly Route[]): ReadonlyMap<string, Route> {
  return remember(rowsOfTables, table, () =>
    new Map(table.flatMap((route) => namesOf(route).map((name) => [name, route]))))
}

/** The four helpers of a name. */
export function helperNames (name: string) {
  const stem = camelize(name)
  const capital = capitalize(stem)
  return {
    path: `${stem}Path`,
    url: `${stem}Url`,
    hashForPath: `hashFor${capital}Path`,
    hashForUrl: `hashFor${capital}Url`
  }
}

/** The path helper of a row, which another row of its path may show; null for a path without a name. */
export function pathHelper ({ path }: Route, table: readonly Route[]): string | null {
  const named = table.find((other) => other.path === path && other.name !== '')
  return named === undefined ? null : helperNames(named.name).path
}
