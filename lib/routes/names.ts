/** How the words of a declaration become route names and helper names. */

// A letter, then letters and digits, in parts joined by one `_` or `-`; each step is forced, so it is linear.
const NAME = /^\p{L}[\p{L}\p{M}\p{N}]*(?:[_-][\p{L}\p{M}\p{N}]+)*$/u

export const NAME_RULE = 'a letter, then letters and digits, in parts joined by a single \'_\' or \'-\''

/** Whether a word can name a resource, a namespace, a route, an action or a routing variable. */
export function isName (word: unknown): word is string {
  return typeof word === 'string' && NAME.test(word) && !isTaken(word)
}

/** Whether every JavaScript object has a property of that name already (`constructor`). */
export function isTaken (word: string): boolean {
  return word in Object.prototype
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

/** The four helpers of a stem. */
export function helperNames (stem: string): { path: string, url: string, hashForPath: string, hashForUrl: string } {
  const capital = capitalize(stem)
  return {
    path: `${stem}Path`,
    url: `${stem}Url`,
    hashForPath: `hashFor${capital}Path`,
    hashForUrl: `hashFor${capital}Url`
  }
}
