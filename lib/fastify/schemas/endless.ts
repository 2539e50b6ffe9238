/** Tells schemas with too many paths of references to follow each. */

import { remember } from '../../routes/objects.js'
import { resolve } from './documents.js'
import type { Node } from './documents.js'

const MOST_STEPS = 20_000

const known = new WeakMap<Node, boolean>()

/**
 * Whether following every path of references without a repetition would never finish. fast-json-stringify
 * does so when it looks for circles. Schemas that refer to each other have exponentially many such paths.
 */
export function isEndless (root: Node): boolean {
  return remember(known, root, () => countSteps(root) > MOST_STEPS)
}

/** Stops soon after the most steps. */
function countSteps (root: Node): number {
  const path = new Set<Node>()
  let steps = 0
  function follow (node: Node): void {
    steps += known.get(node) === true ? MOST_STEPS : 1
    if (steps > MOST_STEPS || path.has(node)) return
    path.add(node)
    const target = resolve(node)
    if (target !== undefined) follow(target)
    for (const members of node.under.values()) members.forEach(follow)
    path.delete(node)
  }
  follow(root)
  return steps
}
