/** Path words of actions that there are not: they would change no path. */

import { didYouMean, oneOf } from '../text.js'
import type { Mistakes } from '../routes/mistakes.js'
import type { Declaration, Options } from './declaration.js'

type ActionMap = 'collection' | 'member' | 'new'

/** The conventional actions whose paths have a word. */
const WORDED = ['new', 'edit']

/** Those of a resource are for its own actions. `below` are the declarations that others are for too. */
export function reportIdlePathNames (
  options: Pick<Options, 'pathNames' | ActionMap>, below: readonly Declaration[], mistakes: Mistakes
): void {
  const given = Object.keys(options.pathNames ?? {})
  if (given.length === 0) return
  const known = [...new Set([...WORDED, ...ownActions(options), ...below.flatMap(actionsOf)])]
  for (const action of given.filter((one) => !known.includes(one))) {
    mistakes.add(
      `no path has a word for the action '${action}' here; expected ${oneOf(known)}${didYouMean(action, known)}`
    )
  }
}

function actionsOf (node: Declaration): string[] {
  if (node.kind === 'include') return []
  const below = 'children' in node ? node.children.flatMap(actionsOf) : []
  return [...ownActions(node.options), ...below]
}

function ownActions ({ collection, member, new: added }: Pick<Options, ActionMap>): string[] {
  return [collection, member, added].flatMap((map) => (map ?? []).map(([action]) => action))
}
