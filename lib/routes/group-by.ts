/** Groups a list by key, both in order of first appearance (`Map.groupBy` is not in Node 20). */

import { remember } from './remember.js'

export function groupBy<K, T> (items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) remember(groups, keyOf(item), () => []).push(item)
  return groups
}
