/** Ids that show whether any request reaches a row. */

import { idPattern } from './router-paths.js'
import type { Route } from '../../types/route.js'

/** Words and nothing else, so that they are all the ids that there are: `de|en`. */
const WORDS = /^[\w~ -]+(?:\|[\w~ -]+)*$/

/** Of many kinds: a requirement that takes all of these leaves nothing to others. */
const SAMPLES = ['x', '7', 'Zz-9_q', '2026', '9f1c2d3e-4a5b-4c6d-8e7f-0a1b2c3d4e5f', 'a.b-c_d', '1.5', '~', 'é', '日本', ' ', '!', '@', '+', '%']

/** More combinations than these are not tried. */
const MOST = 2000

/**
 * Lists of ids, one for each variable, such that a row is reached by no request where each of them would reach
 * another; none where that cannot be told.
 */
export function witnessesOf (route: Route): ReadonlyArray<readonly string[]> {
  let lists: ReadonlyArray<readonly string[]> = [[]]
  for (const variable of route.params) {
    const source = route.requirements[variable]
    const pattern = idPattern(route, variable)
    const ids = (source !== undefined && WORDS.test(source) ? source.split('|') : SAMPLES).filter((id) => pattern?.test(id) !== false)
    lists = lists.flatMap((list) => ids.map((id) => [...list, id]))
    if (lists.length > MOST) return []
  }
  return lists
}
