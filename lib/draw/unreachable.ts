/** Finds rows that no request reaches, since more specific ones answer all of them. */

import type { Route } from '../../types/route.js'
import { requirementOf } from '../routes/params.js'
import { isGlob, isVariable } from '../routes/path.js'
import { createRouter } from '../routes/router.js'
import type { Rivals, Router } from '../routes/router.js'
import type { DeclaredRoute } from './declaration.js'

export function reportUnreachable (rows: readonly DeclaredRoute[]): void {
  const table = rows.map(({ route }) => route)
  if (table.every(({ params }) => params.every(({ requirement }) => requirement === null))) return
  const router = createRouter(table)
  const whereOf = new Map(rows.map(({ route, mistakes }) => [route, mistakes.where]))
  const isReached = new Set<DeclaredRoute['any']>()
  const found = rows.map((row) => {
    const winners = winnersOver(row.route, router)
    if (winners.size === 0) isReached.add(row.any)
    return { row, winners }
  })
  for (const { row, winners } of found) {
    const { route, mistakes } = row
    if (winners.size === 0 || (row.any !== undefined && isReached.has(row.any))) continue
    const named = [...winners]
      .map((winner) => `${winner.path} of ${whereOf.get(winner) as string}`)
      .join(', ')
    mistakes.add(`no request reaches it, since ${named} answers first; narrow one of the requirements`, {
      row: `${route.method} ${route.path}`
    })
  }
}

/** The routes that answer all requests of another; empty if some request reaches it. */
function winnersOver (route: Route, router: Router): ReadonlySet<Route> {
  const winners = new Set<Route>()
  const rivalsBySegment = router.rivalsOf(route)
  const [extension = '', ...others] = endingsOf(route)
  const choices = route.path
    .slice(1)
    .split('/')
    .map((segment, index) => textsOf(segment, route.params, rivalsBySegment[index] as Rivals))
  const find = (path: string): Route | undefined => router.find(path.slice(1).split('/'), route)?.route
  for (const path of pathsOf(choices)) {
    const winner = find(path + extension)
    const isOver = winner === undefined || winner === route ||
      others.some((ending) => find(path + ending) === route)
    if (isOver) return new Set()
    winners.add(winner)
  }
  return winners
}

/** What each path of a row may end with; then other ends, such as that of an id with a dot. */
function endingsOf ({ formats, needsFormat }: Route): readonly string[] {
  const extensions = formats.map((format) => `.${format}`)
  return needsFormat ? extensions : ['', ...extensions, `.${ANY_ID}`]
}

/** One at a time, since the first mostly decides. */
function * pathsOf ([texts, ...others]: ReadonlyArray<readonly string[]>, path = ''): Generator<string> {
  if (texts === undefined) yield path
  for (const text of texts ?? []) yield * pathsOf(others, `${path}/${text}`)
}

/** A list of words and nothing else, so that all ids are known: `de|en`. */
const WORDS = /^[\w~ -]+(?:\|[\w~ -]+)*$/

/**
 * A pattern that takes any id: `.*`, `[^/]+`. For other patterns it is unknown whether one includes another.
 */
const EVERYTHING = /^(?:\.|\[\^\]|\[\^(?:\\x2f)+\])[*+]$/

/** A text that no path has as a word. */
const ANY_ID = '\0'

/**
 * Sample texts for a segment: if each of them reaches another row, no request reaches this one. Empty if that
 * cannot be decided.
 */
function textsOf (segment: string, params: Route['params'], { branches }: Rivals): readonly string[] {
  const requirement = isVariable(segment) ? requirementOf(params, segment.slice(1)) : null
  if (requirement !== null && WORDS.test(requirement)) return requirement.split('|')
  if (!segment.includes(':') && !isGlob(segment)) return [segment]
  const isAny =
    isVariable(segment) &&
    !isGlob(segment) &&
    (requirement === null || EVERYTHING.test(requirement)) &&
    branches.every(
      ({ match, segment: { source } }) => match(ANY_ID) === null || EVERYTHING.test(source.slice(1, -1))
    )
  return isAny ? [ANY_ID] : []
}
