/** `hasOne` and `hasMany`: make the nodes that a block would make. */

import { checkName } from './checks.js'
import type { OptionOwner, Report, ResourceNode } from './declaration.js'
import { isPlainObject } from './objects.js'

export function checkHasOne (value: unknown, report: Report, owner: OptionOwner): readonly ResourceNode[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  return names.flatMap((name) => associationNode('resource', name, [], report, owner))
}

/**
 * `'comments'`, `['comments', 'tags']`, `{ comments: 'votes' }` and mixtures: a map nests, a list makes
 * siblings.
 */
export function checkHasMany (value: unknown, report: Report, owner: OptionOwner): readonly ResourceNode[] {
  if (Array.isArray(value)) return value.flatMap((item) => checkHasMany(item, report, owner))
  if (!isPlainObject(value)) return associationNode('resources', value, [], report, owner)
  return Object.entries(value).flatMap(([name, nested]) =>
    associationNode('resources', name, checkHasMany(nested, report, owner), report, owner))
}

/** The node that a block would make. */
function associationNode (
  kind: 'resources' | 'resource', name: unknown, children: readonly ResourceNode[], report: Report,
  owner: OptionOwner
): ResourceNode[] {
  const checked = checkName(name, report)
  if (checked === undefined) return []
  return [
    { kind, where: `${owner.where} > ${kind}('${checked}')`, names: [checked], options: {}, children }
  ]
}
