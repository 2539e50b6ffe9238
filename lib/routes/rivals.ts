/** Ids that a request would take elsewhere: `/posts/new` never is the post `new`. */

import type { Method, Route } from '../../types/route.js'
import { isVariable, pathSegments } from './path.js'
import { extendedPattern, segmentPattern } from './requirement.js'
import { hasConditionsOf, methodsOf } from './table.js'

/** A place in the tree of all paths that one method has, as the router keeps them. */
interface Place {
  readonly words: Map<string, Place>
  /** Words with an extension, which the router tries after those that are one whole. */
  readonly extendedWords: Map<string, Place>
  /** By pattern, in the order of registration: the first that matches is taken. */
  readonly variables: Map<string, Variable>
  readonly routes: Route[]
}

interface Variable {
  readonly pattern: RegExp
  /** Whether it matches only what has an extension. */
  readonly extended: boolean
  readonly place: Place
}

/** What stands in the place of a variable beside it. */
export interface Contest {
  readonly words: ReadonlyMap<string, unknown>
  /** Whether one of the words is an integer. */
  readonly hasInteger: boolean
  /** Whether variables with other patterns stand there. */
  readonly hasVariables: boolean
  /** Whether something with an extension stands there, so that a text with a dot may be meant for it. */
  readonly hasExtensions: boolean
}

export interface Rivals {
  /** By variable of a route; undefined where nothing stands beside it. */
  contestsOf: (route: Route) => ReadonlyArray<Contest | undefined>
  /** The route that a request for the path with these values and this extension (`.json`, or `''`) would reach instead. */
  find: (route: Route, values: readonly string[], extension: string) => Route | undefined
}

/** `table` is in the order of registration; `fold` is how the router reads words. */
export function createRivals (table: readonly Route[], fold: (text: string) => string): Rivals {
  const answered = methodsOf(table)
  const roots = new Map<Method, Place>()
  const rootOf = (route: Route): Place => roots.get(answered(route)[0] as Method) as Place
  for (const route of table) {
    for (const method of answered(route)) {
      const root = roots.get(method) ?? createPlace()
      roots.set(method, root)
      const places = placesOf(route, root, fold)
      places.at(-1)?.routes.push(route)
      for (const place of extendedPlaces(route, places.at(-2), fold)) place.routes.push(route)
    }
  }
  return {
    contestsOf (route) {
      const places = placesOf(route, rootOf(route), fold)
      return pathSegments(route.path).flatMap((segment, index) => isVariable(segment) ? [contestAt(places[index] as Place)] : [])
    },
    find (route, values, extension) {
      const left = [...values]
      const segments = pathSegments(route.path).map((segment) => isVariable(segment) ? left.shift() as string : segment)
      if (extension !== '') segments.push(`${segments.pop() as string}${extension}`)
      const reached = reach(rootOf(route), segments, route, fold)
      return reached === route ? undefined : reached
    }
  }
}

function createPlace (): Place {
  return { words: new Map(), extendedWords: new Map(), variables: new Map(), routes: [] }
}

/** The places on the way to a route, the root first; made where they are not there yet. */
function placesOf (route: Route, root: Place, fold: (text: string) => string): Place[] {
  const places = [root]
  for (const segment of pathSegments(route.path)) {
    const place = places.at(-1) as Place
    places.push(isVariable(segment) ? variablePlace(place, segmentPattern(route, segment.slice(1)), { extended: false }) : wordPlace(place.words, fold(segment)))
  }
  return places
}

/** The places of a route's last segment with each of its extensions. */
function extendedPlaces (route: Route, place: Place | undefined, fold: (text: string) => string): Place[] {
  const segment = pathSegments(route.path).at(-1)
  if (route.formats.length === 0 || place === undefined || segment === undefined) return []
  return isVariable(segment)
    ? [variablePlace(place, extendedPattern(route, segment.slice(1)), { extended: true })]
    : route.formats.map((format) => wordPlace(place.extendedWords, `${fold(segment)}.${format}`))
}

function wordPlace (words: Map<string, Place>, word: string): Place {
  const place = words.get(word) ?? createPlace()
  words.set(word, place)
  return place
}

function variablePlace ({ variables }: Place, source: string, { extended }: Pick<Variable, 'extended'>): Place {
  const variable = variables.get(source) ?? { pattern: new RegExp(source), extended, place: createPlace() }
  variables.set(source, variable)
  return variable.place
}

function contestAt ({ words, extendedWords, variables }: Place): Contest | undefined {
  if (words.size === 0 && extendedWords.size === 0 && variables.size === 1) return undefined
  const plainVariables = [...variables.values()].filter(({ extended }) => !extended).length
  return {
    words,
    hasInteger: [...words.keys()].some((word) => /^-?\d+$/.test(word)),
    hasVariables: plainVariables > 1,
    hasExtensions: extendedWords.size > 0 || variables.size > plainVariables
  }
}

/** What the router finds: it prefers a word, then variables in their order, and comes back where one leads nowhere. */
function reach (place: Place, [segment, ...rest]: readonly string[], sought: Route, fold: (text: string) => string): Route | undefined {
  if (segment === undefined) {
    return place.routes.includes(sought) ? sought : place.routes.find((route) => hasConditionsOf(sought, route))
  }
  const dot = segment.lastIndexOf('.')
  const candidates = [
    place.words.get(fold(segment)),
    // An extension is in lower case for every router.
    place.extendedWords.get(fold(segment.slice(0, dot)) + segment.slice(dot)),
    ...Array.from(place.variables.values(), ({ pattern, place: next }) => pattern.test(segment) ? next : undefined)
  ]
  for (const candidate of candidates) {
    const reached = candidate === undefined ? undefined : reach(candidate, rest, sought, fold)
    if (reached !== undefined) return reached
  }
  return undefined
}
