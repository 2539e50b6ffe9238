/** Checks the options that are part of paths: words, prefixes and variables. */

import { show } from '../text.js'
import type { Mistakes } from '../routes/mistakes.js'
import { isName, nameFault } from '../routes/route-names.js'
import { isPlainObject } from '../routes/objects.js'
import { joinPath, pathTextFault, pathVariables, variableFault } from '../routes/path.js'

export function checkPathWord (value: unknown, mistakes: Mistakes): string | undefined {
  const path = checkPath(value, mistakes)
  if (path === '') mistakes.add('expected a path word, got an empty one')
  return path === '' ? undefined : path
}

export function checkPathPrefix (value: unknown, mistakes: Mistakes): string | undefined {
  return value === null ? '' : checkPath(value, mistakes)
}

/** The name of a routing variable. */
export function checkVariable (value: unknown, mistakes: Mistakes): string | undefined {
  const fault =
    typeof value === 'string'
      ? variableFault(value)
      : `expected the name of a property, such as 'slug', got ${show(value)}`
  if (fault === undefined) return value as string
  mistakes.add(fault)
  return undefined
}

/** Path text with its slashes normalized; `''` for a path without segments. */
export function checkPath (
  value: unknown, mistakes: Mistakes, takes = { takesGlob: false }
): string | undefined {
  if (typeof value !== 'string') {
    mistakes.add(`expected a path as a string, got ${show(value)}`)
    return undefined
  }
  const fault = pathTextFault(value, takes)
  if (fault !== undefined) mistakes.add(`${show(value)} cannot be part of a path: ${fault}`)
  return fault === undefined ? joinPath(value) : undefined
}

/** Path words of actions, by action. An empty one puts `new` at the path of the collection. */
export function checkPathNames (value: unknown, mistakes: Mistakes): Record<string, string> | undefined {
  if (!isPlainObject(value)) {
    mistakes.add(`expected a map of actions to path words, such as { new: 'nuevo' }, got ${show(value)}`)
    return undefined
  }
  const words: Record<string, string> = {}
  for (const [action, word] of Object.entries(value)) {
    if (!isName(action)) mistakes.add(`${show(action)} cannot name an action: ${nameFault(action) as string}`)
    const path = action === 'new' && word === '' ? '' : checkPathWord(word, mistakes.at(action))
    if (path !== undefined && pathVariables(path).length > 0) {
      mistakes.add(`${action}: a path name cannot hold a variable; put the variable into as or pathPrefix`)
    } else if (isName(action) && path !== undefined) {
      words[action] = path
    }
  }
  return words
}
