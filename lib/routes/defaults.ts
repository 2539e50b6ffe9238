/** A namespace's options as the defaults of the declarations directly in it. */

import type { Actions, Options } from './declaration.js'

const ACTION_MAPS = ['member', 'collection', 'new'] as const
const MAPS = ['requirements', 'conditions', 'defaults', 'pathNames'] as const

/** Maps merge one level deep; null inherits nothing. An own `only` or `except` replaces both inherited ones. Else the own option wins. */
export function mergeDefaults (defaults: Options, own: Options): Options {
  const merged: { -readonly [K in keyof Options]: Options[K] } = { ...defaults, ...own }
  if (own.only !== undefined) delete merged.except
  if (own.except !== undefined) delete merged.only
  for (const name of ACTION_MAPS) {
    if (defaults[name] && own[name]) merged[name] = mergeActions(defaults[name], own[name])
  }
  for (const name of MAPS) {
    if (defaults[name] && own[name]) merged[name] = { ...defaults[name], ...own[name] } as Record<string, string>
  }
  return merged
}

/** In the order of their first appearance, as the entries of a merged object. */
function mergeActions (defaults: Actions, own: Actions): Actions {
  return [...new Map([...defaults, ...own])]
}
