/** Finds rows behind a requirement that takes everything: Fastify accepts both, and never asks the second. */

import type { Route } from '../../types/route.js'
import { hasConditionsOf } from '../routes/endpoints.js'
import { groupBy } from '../routes/objects.js'
import { pathShape } from '../routes/path.js'
import type { DeclaredRoute } from './declaration.js'

/** A pattern that takes any id: `.*`, `[^/]+`. For others it is unknown whether one includes another. */
const EVERYTHING = /^(?:\.|\[\^\]|\[\^(?:\\x2f)+\])[*+]$/

export function reportUnreachable (rows: readonly DeclaredRoute[]): void {
  // Where text follows a variable, the router takes it for a requirement.
  const wide = rows.filter(({ route }) => route.formats.length === 0 && !/:[^/]/.test(pathShape(route.path)) &&
    route.params.some(({ requirement }) => requirement !== null && EVERYTHING.test(requirement)))
  if (wide.length === 0) return
  const bySite = groupBy(wide, ({ route }) => siteOf(route))
  const winnerOf = ({ route }: DeclaredRoute): DeclaredRoute | undefined =>
    bySite.get(siteOf(route))?.find((other) => answersAll(other.route, route))
  const found = rows.map((row) => ({ row, winner: winnerOf(row) }))
  const isReached = new Set(found.flatMap(({ row, winner }) => winner === undefined ? [row.any] : []))
  for (const { row: { route, any, mistakes }, winner } of found) {
    if (winner === undefined || (any !== undefined && isReached.has(any))) continue
    mistakes.add(
      `no request reaches it, since ${winner.route.path} of ${winner.mistakes.where} answers first; narrow one ` +
        'of the requirements',
      { row: `${route.method} ${route.path}` }
    )
  }
}

/** Equal for rows of one method at one place. */
function siteOf ({ method, path }: Route): string {
  return `${method} ${pathShape(path)}`
}

/**
 * Whether a row answers all requests of another: where they differ first, it requires everything and the
 * other nothing, and the router asks the one with a requirement; after that it takes what the other does.
 */
function answersAll (row: Route, other: Route): boolean {
  const pairs = row.params.map(({ requirement }, place) =>
    [requirement, (other.params[place] as Route['params'][number]).requirement] as const)
  const differing = pairs.filter(([one, another]) => one !== another)
  const [first] = differing
  return first !== undefined && first[0] !== null && first[1] === null &&
    differing.every(([one]) => one === null || EVERYTHING.test(one)) &&
    other.formats.length === 0 && other.params.every(({ isOptional }) => !isOptional) &&
    hasConditionsOf(other, row)
}
