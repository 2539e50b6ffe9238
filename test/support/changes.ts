/** What `diff` says of two trees, without the rows that each change is about. */

import { findChanges } from '../../lib/command/route-changes.js'

export function changesBetween (
  ...tables: Parameters<typeof findChanges>
): Array<{ kind: string; message: string }> {
  return findChanges(...tables).map(({ kind, message }) => ({ kind, message }))
}
