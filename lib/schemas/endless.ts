/** Follows references to their ends, where there are not too many. */

import { remember } from '../routes/objects.js'
import { mapNode, resolve } from './documents.js'
import type { Node, Schema } from './documents.js'

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
    if (++steps > MOST_STEPS || path.has(node)) return
    path.add(node)
    const target = resolve(node)
    if (target !== undefined) follow(target)
    for (const members of node.under.values()) members.forEach(follow)
    path.delete(node)
  }
  follow(root)
  return steps
}

/**
 * A copy with the targets of its local references in their places, and `{}` where one contains itself.
 * Without such references, or with too many, the schema itself.
 */
export function expandLocal (node: Node): Schema {
  const expand = (inner: Node, around: readonly Node[]): Schema => {
    const target = resolve(inner)
    if (target?.document === node.document) {
      return around.includes(target) ? {} : expand(target, [...around, target])
    }
    const { $id, definitions, $defs, ...copy } = mapNode(inner, (member) => expand(member, around))
    return copy
  }
  const isLocal = [...node.document.nodes.values()].some(
    (inner) => resolve(inner)?.document === node.document
  )
  return isLocal && !isEndless(node) ? expand(node, [node]) : node.schema
}
