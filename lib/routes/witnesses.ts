/** Ids that show whether any request reaches a row. */

import type { Contest } from './rivals.js'
import { idPattern } from './router-paths.js'
import type { Route } from '../../types/route.js'

/** Words and nothing else, so that they are all the ids that there are: `de|en`. */
const WORDS = /^[\w~ -]+(?:\|[\w~ -]+)*$/

/** Of many kinds and lengths: a requirement that takes all of these leaves nothing to others. */
const SAMPLES = [
  'x', 'word', 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz', 'a-long-slug-of-several-words', 'SHOUT', 'Zz-9_q',
  '7', '2026', '12345678901234567890', '9f1c2d3e-4a5b-4c6d-8e7f-0a1b2c3d4e5f', 'a.b-c_d', '1.5', '~', 'é', '日本', ' ', '!', '@', '+', '%'
]

/** More combinations than these are not tried. */
const MOST = 2000

/**
 * Lists of ids, one for each variable, such that a row is reached by no request where each of them would reach
 * another; none where that cannot be told.
 */
export function witnessesOf (route: Route, contests: ReadonlyArray<Contest | undefined>): ReadonlyArray<readonly string[]> {
  let lists: ReadonlyArray<readonly string[]> = [[]]
  for (const [position, variable] of route.params.entries()) {
    const ids = idsOf(route, variable, contests[position])
    lists = lists.flatMap((list) => ids.map((id) => [...list, id]))
    if (lists.length > MOST) return []
  }
  return lists
}

function idsOf (route: Route, variable: string, contest: Contest | undefined): readonly string[] {
  const source = route.requirements[variable]
  const pattern = idPattern(route, variable)
  const matches = (id: string): boolean => pattern?.test(id) !== false
  if (source !== undefined && WORDS.test(source)) return source.split('|').filter(matches)
  // No words exhaust what is more than a list of words. One sample tells too little of a requirement.
  const samples = SAMPLES.filter((id) => matches(id) && contest?.words.has(id) !== true)
  return samples.length < 2 ? [] : samples
}
