/** Ids that prove whether any request reaches a row. */

import type { Contest } from './rivals.js'
import type { Route } from '../../types/route.js'

/** Words and nothing else, so that they are all the ids that there are: `de|en`. */
const WORDS = /^[\w~ -]+(?:\|[\w~ -]+)*$/

/** What takes any id: `.*`, `[^/]+`. Of other requirements it cannot be told whether one takes all that another takes. */
const EVERYTHING = /^(?:\.|\[\^\]|\[\^(?:\\x2f)+\])[*+]$/

/** No word of a path. */
const ANY_ID = '\0'

/**
 * Lists of ids, one for each variable, such that a row is reached by no request where each of them would reach
 * another; none where that cannot be told. One at a time, since most often the first decides.
 */
export function * witnessesOf (route: Route, contests: ReadonlyArray<Contest | undefined>, ids: readonly string[] = []): Generator<readonly string[]> {
  const variable = route.params[ids.length]
  if (variable === undefined) {
    yield ids
    return
  }
  for (const id of idsOf(route.requirements[variable], contests[ids.length])) yield * witnessesOf(route, contests, [...ids, id])
}

function idsOf (requirement: string | undefined, contest: Contest | undefined): readonly string[] {
  if (requirement !== undefined && WORDS.test(requirement)) return requirement.split('|')
  const all = [...requirement === undefined ? [] : [requirement], ...contest?.requirements ?? []]
  return all.every((one) => EVERYTHING.test(one)) ? [ANY_ID] : []
}
