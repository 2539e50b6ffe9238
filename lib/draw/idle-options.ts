/** Options that would change no row: path words of actions that there are not, and defaults of nothing. */

import { didYouMean, oneOf } from '../text.js'
import { ACTIONS } from '../routes/actions.js'
import type { Mistakes } from '../routes/mistakes.js'
import { OF_PLAIN_ROUTES } from './contexts.js'
import type { Declaration } from './declaration.js'
import type { Options } from './draw-options.js'

type ActionMap = 'collection' | 'member' | 'new'

/** The conventional actions whose paths have a word: `new` and `edit`. */
const WORDED = ACTIONS.filter(({ suffix }) => suffix !== '').map(({ action }) => action)

/** Those of a resource are for its own actions. `below` are the actions that others are for too. */
export function reportIdlePathNames (
  options: Pick<Options, 'pathNames' | ActionMap>, below: readonly string[], mistakes: Mistakes
): void {
  const actions = Object.keys(options.pathNames ?? {})
  if (actions.length === 0) return
  const known = [...new Set<string>([...WORDED, ...ownActions(options), ...below])]
  for (const action of actions.filter((one) => !known.includes(one))) {
    mistakes.add(
      `no path has a word for the action '${action}' here; expected ${oneOf(known)}${didYouMean(action, known)}`
    )
  }
}

/** What a namespace does with its options itself, and those that plain routes take. */
const USED = ['pathPrefix', 'namePrefix', 'namespace', 'shallow', ...OF_PLAIN_ROUTES]

/** The other options of a namespace are defaults of the resources in it. */
export function reportIdleDefaults (
  options: Options, children: readonly Declaration[], mistakes: Mistakes
): void {
  const names = Object.keys(options).filter((name) => !USED.includes(name))
  if (names.length === 0 || children.length === 0 || children.some(takesDefaults)) return
  const advice = names.includes('controller')
    ? 'for plain routes write group({ controller: … }) in it'
    : 'remove that'
  mistakes.add(`${names.join(', ')}: for resources in the namespace, and it has none; ${advice}`)
}

function takesDefaults (node: Declaration): boolean {
  if (node.kind === 'group' || node.kind === 'namespace') return node.children.some(takesDefaults)
  return node.kind === 'resources' || node.kind === 'resource'
}

/** The own actions of a whole tree, or only of what has the defaults of a namespace. */
export function actionsIn (nodes: readonly Declaration[], isWhole: boolean): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'include') return []
    const isOpen = isWhole || node.kind === 'group' || node.kind === 'namespace'
    const children = isOpen && 'children' in node ? node.children : []
    return [...ownActions(node.options), ...actionsIn(children, isWhole)]
  })
}

function ownActions ({ collection, member, new: added }: Pick<Options, ActionMap>): string[] {
  return [collection, member, added].flatMap((map) => (map ?? []).map(([action]) => action))
}
