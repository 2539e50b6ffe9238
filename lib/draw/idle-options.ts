/** Options that would change no row: path words of actions that there are not, and defaults of nothing. */

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

/** What a namespace does with its options itself. */
const OF_NAMESPACE = ['pathPrefix', 'namePrefix', 'namespace', 'shallow']

/** The other options of a namespace are defaults of the resources in it: plain routes take none of them. */
export function reportIdleDefaults (
  options: Options, children: readonly Declaration[], mistakes: Mistakes
): void {
  const names = Object.keys(options).filter((name) => !OF_NAMESPACE.includes(name))
  if (names.length === 0 || children.length === 0 || children.some(takesDefaults)) return
  mistakes.add(
    `${names.join(', ')}: for resources in the namespace, and it has none; for plain routes write ` +
      `group({ ${names.map((name) => `${name}: …`).join(', ')} }) in it`
  )
}

function takesDefaults (node: Declaration): boolean {
  if (node.kind === 'group') return node.children.some(takesDefaults)
  return ['resources', 'resource', 'namespace'].includes(node.kind)
}

function actionsOf (node: Declaration): string[] {
  if (node.kind === 'include') return []
  const below = 'children' in node ? node.children.flatMap(actionsOf) : []
  return [...ownActions(node.options), ...below]
}

function ownActions ({ collection, member, new: added }: Pick<Options, ActionMap>): string[] {
  return [collection, member, added].flatMap((map) => (map ?? []).map(([action]) => action))
}
