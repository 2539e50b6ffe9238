/** `hasOne` and `hasMany`: make the nodes that a block would make. */

import { checkName } from './checks.js'
import type { ResourceNode } from './declaration.js'
import type { Mistakes } from './mistakes.js'
import { isPlainObject } from './objects.js'

export function checkHasOne (value: unknown, mistakes: Mistakes): readonly ResourceNode[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  return names.flatMap((name) => associationNode('resource', name, [], mistakes))
}

/**
 * `'comments'`, `['comments', 'tags']`, `{ comments: 'votes' }` and mixtures: a map nests, a list makes
 * siblings.
 */
export function checkHasMany (value: unknown, mistakes: Mistakes): readonly ResourceNode[] {
  if (Array.isArray(value)) return value.flatMap((item) => checkHasMany(item, mistakes))
  if (!isPlainObject(value)) return associationNode('resources', value, [], mistakes)
  return Object.entries(value).flatMap(([name, nested]) =>
    associationNode('resources', name, checkHasMany(nested, mistakes), mistakes))
}

/** The node that a block would make. */
function associationNode (
  kind: 'resources' | 'resource', name: unknown, children: readonly ResourceNode[], mistakes: Mistakes
): ResourceNode[] {
  const checked = checkName(name, mistakes)
  if (checked === undefined) return []
  const place = mistakes.inside(`${kind}('${checked}')`)
  return [{ kind, mistakes: place, names: [checked], options: {}, children }]
}
