/** Finds the record that each variable of a path identifies, and the property of the record. */

import { NOTHING, freezeEntries } from './frozen.js'
import { isVariable, pathSegments, pathShape } from './path.js'
import type { RouteResource } from '../../types/route.js'

/** The controller of the record that a variable identifies. */
export interface Owner {
  readonly controller: string
  /** The property of the controller's records. */
  readonly param: string
}

const NO_IDS = { ids: NOTHING, properties: NOTHING }

/** By the paths of their records, as children have them: `/posts/:post_id`. */
export type Owners = Map<string, Owner>

/** If two resources have the same path, the first owns it. */
export function addOwner (owners: Owners, recordPath: string, owner: Owner): void {
  const key = ownerKey(pathSegments(recordPath))
  if (!owners.has(key)) owners.set(key, owner)
}

/** The owners of a path's variables. The row's own, `:id`, belongs to its controller; a prefix's `:locale` to none. */
export function ownersOf (path: string, own: Owner, owners: Owners): Pick<RouteResource, 'ids' | 'properties'> {
  if (!path.includes(':') && !path.includes('*')) return NO_IDS
  const segments = pathSegments(path)
  const found = segments.flatMap((segment, place): Array<readonly [string, Owner]> => {
    if (!isVariable(segment)) return []
    const owner = segment === `:${own.param}` ? own : owners.get(ownerKey(segments.slice(0, place + 1)))
    return owner === undefined ? [] : [[segment.slice(1), owner]]
  })
  return {
    ids: freezeEntries(found.map(([variable, { controller }]) => [variable, controller])),
    properties: freezeEntries(found.filter(([, { param }]) => param !== 'id').map(([variable, { param }]) => [variable, param]))
  }
}

/** The variables before the last may have any names. */
function ownerKey (segments: readonly string[]): string {
  return `${pathShape(`/${segments.slice(0, -1).join('/')}`)} ${segments.at(-1)}`
}
