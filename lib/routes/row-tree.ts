/** Rows by the segments of their paths: to ask for one path reads few of thousands. */

import type { Route } from '../../types/route.js'
import { remember } from './objects.js'
import { isGlob, isVariable } from './path.js'

/** The rows whose paths begin alike, in order of declaration. */
interface Place {
  readonly rows: Route[]
  readonly depth: number
  /** By key of the next segment; undefined until a path leads here. */
  next?: ReadonlyMap<string, Place>
}

/** The keys of segments that take any text; those of patterns do not sort rows, nor do globs. */
const VARIABLE = ':'
const UNSORTED = ':*'

type Add = (rows: readonly Route[]) => void

/**
 * Calls `add` with the rows that may answer at a path, and some more, each row once. Rows come together, in
 * order, if the router tries the one that was declared first.
 */
export function addWhenAsked (table: readonly Route[], add: Add): (keys: readonly string[]) => void {
  const root: Place = { rows: [...table], depth: 0 }
  return (keys) => {
    for (let places = [root], depth = 0; places.length > 0; depth++) {
      // A glob goes to the end.
      const key = keys[depth] ?? keys.find((key) => key === UNSORTED)
      places = places.flatMap((place) => {
        const next = (place.next ??= openPlace(place, add))
        if (key === undefined) return []
        if (key.startsWith(VARIABLE)) return [...next.values()]
        return [next.get(key) ?? [], next.get(VARIABLE) ?? []].flat()
      })
    }
  }
}

/** Adds the rows that the next segment does not sort. The router tries patterns in order of declaration. */
function openPlace ({ rows, depth }: Place, add: Add): ReadonlyMap<string, Place> {
  const next = new Map<string, Place>()
  const keys = rows.map((route) => keyAt(route, depth))
  const isSorted = !keys.includes(UNSORTED)
  add(rows.filter((route, index) => {
    const key = keys[index]
    if (key === undefined || (!isSorted && key.startsWith(VARIABLE))) return true
    remember(next, key, () => ({ rows: [], depth: depth + 1 })).rows.push(route)
    return false
  }))
  return next
}

/** Undefined for a row that goes no further, or whose segment before has a variable after a word. */
function keyAt ({ path, params }: Route, depth: number): string | undefined {
  const [before = '', segment = ''] = path.split('/', depth + 2).slice(depth)
  if (segment === '' || before.lastIndexOf(':') > 0) return undefined
  const key = keyOfSegment(segment)
  const isPlain = key !== VARIABLE ||
    params.some(({ name, isOptional, requirement }) =>
      name === segment.slice(1) && !isOptional && requirement === null)
  return isPlain ? key : UNSORTED
}

/** The keys of the segments of a declared path. */
export function keysOfPath (path: string): string[] {
  return path.slice(1).split('/').map(keyOfSegment)
}

function keyOfSegment (segment: string): string {
  if (isGlob(segment)) return UNSORTED
  if (isVariable(segment)) return VARIABLE
  const [text = ''] = segment.split(':', 1)
  const key = keyOfText(text)
  return text !== segment && key.length === text.length ? UNSORTED : key
}

/** The letters with which a decoded segment begins. An extension or a variable may follow. */
export function keyOfText (text: string): string {
  return text.toLowerCase().replace(/[^\w-].*/s, '')
}
