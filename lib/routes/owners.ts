/** Whose record each variable of a path is the id of. */

import { isVariable, pathSegments, pathShape } from './path.js'
import type { RouteResource } from '../../types/route.js'

/** Controllers by the paths of their records, as children have them: `/posts/:post_id`. */
export type Owners = Map<string, string>

/** Where two resources have one path, the first owns it. */
export function addOwner (owners: Owners, recordPath: string, controller: string): void {
  const key = ownerKey(pathSegments(recordPath))
  if (!owners.has(key)) owners.set(key, controller)
}

/** The owners of a path's variables; `:id` is the controller's own, a prefix's `:locale` nobody's. */
export function idsOf (path: string, controller: string, owners: Owners): RouteResource['ids'] {
  const segments = pathSegments(path)
  return Object.fromEntries(segments.flatMap((segment, place) => {
    if (!isVariable(segment)) return []
    const owner = segment === ':id' ? controller : owners.get(ownerKey(segments.slice(0, place + 1)))
    return owner === undefined ? [] : [[segment.slice(1), owner]]
  }))
}

/** The variables before the last may have any names. */
function ownerKey (segments: readonly string[]): string {
  return `${pathShape(`/${segments.slice(0, -1).join('/')}`)} ${segments.at(-1)}`
}
