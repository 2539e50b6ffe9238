/** Whose record each variable of a path stands for, and which property of it. */

import { isVariable, pathSegments, pathShape } from './path.js'
import type { RouteResource } from '../../types/route.js'

/** What a variable stands for. */
export interface Owner {
  readonly controller: string
  /** The property of the controller's records. */
  readonly param: string
}

/** By the paths of their records, as children have them: `/posts/:post_id`. */
export type Owners = Map<string, Owner>

/** Where two resources have one path, the first owns it. */
export function addOwner (owners: Owners, recordPath: string, owner: Owner): void {
  const key = ownerKey(pathSegments(recordPath))
  if (!owners.has(key)) owners.set(key, owner)
}

/** The owners of a path's variables; the row's own, `:id`, is its controller's, a prefix's `:locale` nobody's. */
export function ownersOf (path: string, own: Owner, owners: Owners): Pick<RouteResource, 'ids' | 'properties'> {
  const segments = pathSegments(path)
  const found = segments.flatMap((segment, place): Array<readonly [string, Owner]> => {
    if (!isVariable(segment)) return []
    const owner = segment === `:${own.param}` ? own : owners.get(ownerKey(segments.slice(0, place + 1)))
    return owner === undefined ? [] : [[segment.slice(1), owner]]
  })
  return {
    ids: Object.fromEntries(found.map(([variable, { controller }]) => [variable, controller])),
    properties: Object.fromEntries(found.filter(([, { param }]) => param !== 'id').map(([variable, { param }]) => [variable, param]))
  }
}

/** The variables before the last may have any names. */
function ownerKey (segments: readonly string[]): string {
  return `${pathShape(`/${segments.slice(0, -1).join('/')}`)} ${segments.at(-1)}`
}
