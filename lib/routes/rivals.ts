/** Ids that a request would take elsewhere: `/posts/new` never is the post `new`. */

import type { Method, Route } from '../../types/route.js'
import { isVariable, pathSegments } from './path.js'
import { requirementPattern } from './requirement.js'
import { hasConditionsOf, methodsOf } from './table.js'

/** A place in the tree of all paths that one method has, as the router keeps them. */
interface Place {
  readonly words: Map<string, Place>
  /** By requirement, in the order of registration: the first that matches is taken. */
  readonly variables: Map<string | undefined, { readonly pattern: RegExp, readonly place: Place }>
  readonly routes: Route[]
}

/** What stands in the place of a variable beside it. */
export interface Contest {
  readonly words: ReadonlyMap<string, unknown>
  /** Whether one of the words is an integer. */
  readonly hasInteger: boolean
  /** Whether variables with other requirements stand there. */
  readonly hasVariables: boolean
}

export interface Rivals {
  /** By variable of a route; undefined where nothing stands beside it. */
  contestsOf: (route: Route) => ReadonlyArray<Contest | undefined>
  /** The route that a request for the path with these values would reach instead. */
  find: (route: Route, values: readonly string[]) => Route | undefined
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
      placesOf(route, root, fold).at(-1)?.routes.push(route)
    }
  }
  return {
    contestsOf (route) {
      const places = placesOf(route, rootOf(route), fold)
      return pathSegments(route.path).flatMap((segment, index) => isVariable(segment) ? [contestAt(places[index] as Place)] : [])
    },
    find (route, values) {
      const left = [...values]
      const segments = pathSegments(route.path).map((segment) => isVariable(segment) ? left.shift() as string : segment)
      const reached = reach(rootOf(route), segments, route, fold)
      return reached === route ? undefined : reached
    }
  }
}

function createPlace (): Place {
  return { words: new Map(), variables: new Map(), routes: [] }
}

/** The places on the way to a route, the root first; made where they are not there yet. */
function placesOf (route: Route, root: Place, fold: (text: string) => string): Place[] {
  const places = [root]
  for (const segment of pathSegments(route.path)) {
    const place = places.at(-1) as Place
    places.push(isVariable(segment) ? variablePlace(place, route.requirements[segment.slice(1)]) : wordPlace(place, fold(segment)))
  }
  return places
}

function wordPlace ({ words }: Place, word: string): Place {
  const place = words.get(word) ?? createPlace()
  words.set(word, place)
  return place
}

function variablePlace ({ variables }: Place, source: string | undefined): Place {
  const variable = variables.get(source) ?? { pattern: requirementPattern(source), place: createPlace() }
  variables.set(source, variable)
  return variable.place
}

function contestAt ({ words, variables }: Place): Contest | undefined {
  if (words.size === 0 && variables.size === 1) return undefined
  return { words, hasInteger: [...words.keys()].some((word) => /^-?\d+$/.test(word)), hasVariables: variables.size > 1 }
}

/** What the router finds: it prefers a word, then variables in their order, and comes back where one leads nowhere. */
function reach (place: Place, [segment, ...rest]: readonly string[], sought: Route, fold: (text: string) => string): Route | undefined {
  if (segment === undefined) {
    return place.routes.includes(sought) ? sought : place.routes.find((route) => hasConditionsOf(sought, route))
  }
  const word = place.words.get(fold(segment))
  const reached = word === undefined ? undefined : reach(word, rest, sought, fold)
  if (reached !== undefined) return reached
  for (const { pattern, place: next } of place.variables.values()) {
    const found = pattern.test(segment) ? reach(next, rest, sought, fold) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
