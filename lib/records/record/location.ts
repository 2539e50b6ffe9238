/** The path of a created record, which the answer of its `create` has as `Location`. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { messageOf } from '../../text.js'
import { familyOf } from '../../urls/family.js'
import type { Family } from '../../urls/family.js'
import { givenId, idText } from '../../urls/id-checks.js'
import type { TargetOf } from '../../urls/join.js'
import { buildPath } from '../../urls/target.js'
import { groupBy } from '../../routes/objects.js'
import { ownVariable } from '../../routes/owners.js'
import { paramNames } from '../../routes/params.js'
import type { Route } from '../../../types/route.js'

/** Gives the path of a record; undefined where the request and the record do not tell it. */
export type LocationOf = (request: FastifyRequest, record: object) => string | undefined

/**
 * Finds the row that shows what a `create` makes: its ids are those of the `create` row and of the record. Of
 * several, its path has the longest beginning in common with that of the `create` row.
 */
export function createLocator ({ urlFor }: FastifyInstance): (route: Route) => LocationOf {
  const { table, targetOf } = familyOf(urlFor) as Family
  const keyOf = ({ controller, resource: { singular } }: Route): string => `${controller} ${singular}`
  const shows = groupBy(table.filter(({ action }) => action === 'show'), keyOf)
  return (route) => {
    const variables = paramNames(route)
    const isReachable = (row: Route): boolean =>
      row.params.every(({ name }) => name === ownVariable(row) || variables.includes(name))
    const [show] = (shows.get(keyOf(route)) ?? []).filter(isReachable)
      .sort((one, other) => commonSegments(other, route) - commonSegments(one, route))
    return show === undefined ? () => undefined : locationBy(show, targetOf)
  }
}

/** How many segments two paths share before they differ, or one of them ends. */
function commonSegments ({ path }: Route, other: Route): number {
  const others = other.path.split('/')
  return [...path.split('/'), null].findIndex((segment, index) => segment !== others[index])
}

/**
 * Undefined also where no path can have the id: the record is stored by now, so that is no error. A required
 * extension is that of the request, or else the first of the row.
 */
function locationBy (showing: Route, targetOf: TargetOf): LocationOf {
  const { params, needsFormat, formats } = showing
  const own = ownVariable(showing)
  return (request, record) => {
    const texts = request.params as Record<string, unknown>
    const faults: string[] = []
    try {
      const ids = params.map(({ name, property }) => name === own ? givenId(record, property) : texts[name])
      if (ids.some((id) => idText(id) === undefined)) return undefined
      const format = formats.find((format) => format === request.format) ?? formats[0]
      const options = needsFormat ? { format } : undefined
      const path = buildPath(targetOf(showing), { ids, options }, faults)
      if (faults.length === 0) return path
    } catch (error) {
      faults.push(messageOf(error))
    }
    request.log.warn({ faults }, 'fastify-resources: the new record has no path, so the answer no Location')
    return undefined
  }
}
