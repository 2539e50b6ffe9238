/** Who answers: segment by segment a word before a variable, a variable with a requirement before one without. */

import type { Method, Route } from '../../types/route.js'
import { isVariable, pathSegments } from './path.js'
import { hasConditionsOf, methodsOf } from './sites.js'

type Fold = (text: string) => string

/** A place in the tree of all paths that one method has, as the router keeps them. */
interface Place {
  readonly words: Map<string, Place>
  /** Words with an extension, which come after those that are one whole. */
  readonly extendedWords: Map<string, Place>
  /** By what they require, in the order of declaration: the first that matches is taken. */
  readonly patterns: Map<string, Pattern>
  /** The variable that requires nothing, which comes last. */
  rest: Place | undefined
  readonly routes: Route[]
}

interface Pattern {
  readonly matches: (text: string) => boolean
  readonly isExtended: boolean
  readonly place: Place
}

/** What stands in the place of a variable beside it. */
export interface Contest {
  readonly words: ReadonlyMap<string, unknown>
  /** Whether one of the words is an integer. */
  readonly hasInteger: boolean
  /** Whether variables with other requirements stand there, of which any comes before a variable without. */
  readonly hasVariables: boolean
  /** The requirements of all variables that stand there. */
  readonly requirements: readonly string[]
  /** Whether something with an extension stands there, so that a text with a dot may be meant for it. */
  readonly hasExtensions: boolean
}

export interface Rivals {
  /** By variable of a route; undefined where nothing stands beside it. */
  contestsOf: (route: Route) => ReadonlyArray<Contest | undefined>
  /**
   * The route that a request for the path with these values and this extension (`.json`, or `''`) would reach instead.
   * Without a method it is asked for the first that the route answers.
   */
  find: (route: Route, values: readonly string[], extension: string, method?: Method) => Route | undefined
  /**
   * The route that a request reaches, by the decoded segments of its path. At each place where its way could end, in
   * the router's order, `accept` chooses one of the routes there, or none of them.
   */
  recognize: (method: Method, segments: readonly string[], accept: Accept) => Route | undefined
}

type Accept = (routes: readonly Route[]) => Route | undefined

/** `table` is in the order of registration; `fold` is how the router reads words. */
export function createRivals (table: readonly Route[], fold: Fold): Rivals {
  const answered = methodsOf(table)
  const roots = new Map<Method, Place>()
  const rootOf = (route: Route, method = answered(route)[0] as Method): Place => roots.get(method) as Place
  for (const route of table) {
    for (const method of answered(route)) {
      const root = roots.get(method) ?? createPlace()
      roots.set(method, root)
      addRoute(route, root, fold)
    }
  }
  return {
    contestsOf (route) {
      const places = placesOf(route, rootOf(route), fold)
      return pathSegments(route.path).flatMap((segment, index) => isVariable(segment)
        ? [contestAt(places[index] as Place, { requires: route.requirements[segment.slice(1)] !== undefined })]
        : [])
    },
    find (route, values, extension, method) {
      const left = [...values]
      const segments = pathSegments(route.path).map((segment) => isVariable(segment) ? left.shift() as string : segment)
      if (extension !== '') segments.push(`${segments.pop() as string}${extension}`)
      const reached = reach(rootOf(route, method), segments, fold, (routes) => routes.includes(route) ? route : routes.find((other) => hasConditionsOf(route, other)))
      return reached === route ? undefined : reached
    },
    recognize (method, segments, accept) {
      const root = roots.get(method)
      return root === undefined ? undefined : reach(root, segments, fold, accept)
    }
  }
}

function createPlace (): Place {
  return { words: new Map(), extendedWords: new Map(), patterns: new Map(), rest: undefined, routes: [] }
}

function addRoute (route: Route, root: Place, fold: Fold): void {
  const places = placesOf(route, root, fold)
  const last = pathSegments(route.path).at(-1)
  const ends = [places.at(-1), ...last === undefined ? [] : extendedPlaces(route, last, places.at(-2) as Place, fold)]
  for (const end of ends) end?.routes.push(route)
}

/** The places on the way to a route, the root first; made where they are not there yet. */
function placesOf (route: Route, root: Place, fold: Fold): Place[] {
  const places = [root]
  for (const segment of pathSegments(route.path)) {
    const place = places.at(-1) as Place
    const requirement = route.requirements[segment.slice(1)]
    if (!isVariable(segment)) places.push(wordPlace(place.words, fold(segment)))
    else if (requirement === undefined) places.push(place.rest ??= createPlace())
    else places.push(patternPlace(place, requirement, { isExtended: false }, () => matcherOf(requirement)))
  }
  return places
}

/** The places of a route's last segment with each of its extensions. */
function extendedPlaces ({ formats, requirements }: Route, last: string, place: Place, fold: Fold): Place[] {
  if (formats.length === 0) return []
  if (!isVariable(last)) return formats.map((format) => wordPlace(place.extendedWords, `${fold(last)}.${format}`))
  const requirement = requirements[last.slice(1)]
  return [patternPlace(place, `\0${formats.join()} ${requirement ?? ''}`, { isExtended: true }, () => extendedMatcherOf(requirement, formats))]
}

function extendedMatcherOf (requirement: string | undefined, formats: readonly string[]): Pattern['matches'] {
  const matchesStem = matcherOf(requirement)
  return (text) => {
    const dot = text.lastIndexOf('.')
    return formats.includes(text.slice(dot + 1)) && matchesStem(text.slice(0, dot))
  }
}

function matcherOf (requirement: string | undefined): Pattern['matches'] {
  if (requirement === undefined) return () => true
  const pattern = new RegExp(`^(?:${requirement})$`)
  return (text) => pattern.test(text)
}

function wordPlace (words: Map<string, Place>, word: string): Place {
  const place = words.get(word) ?? createPlace()
  words.set(word, place)
  return place
}

function patternPlace ({ patterns }: Place, key: string, { isExtended }: Pick<Pattern, 'isExtended'>, createMatcher: () => Pattern['matches']): Place {
  const pattern = patterns.get(key) ?? { matches: createMatcher(), isExtended, place: createPlace() }
  patterns.set(key, pattern)
  return pattern.place
}

function contestAt ({ words, extendedWords, patterns }: Place, { requires }: { readonly requires: boolean }): Contest | undefined {
  const requirements = [...patterns].filter(([, { isExtended }]) => !isExtended).map(([requirement]) => requirement)
  const hasExtensions = extendedWords.size + patterns.size > requirements.length
  const hasVariables = requirements.length > (requires ? 1 : 0)
  if (words.size === 0 && !hasVariables && !hasExtensions) return undefined
  return { words, hasInteger: [...words.keys()].some((word) => /^-?\d+$/.test(word)), hasVariables, requirements, hasExtensions }
}

/** What the router finds: it comes back where a way leads nowhere. */
function reach (place: Place, [segment, ...others]: readonly string[], fold: Fold, accept: Accept): Route | undefined {
  if (segment === undefined) return accept(place.routes)
  const dot = segment.lastIndexOf('.')
  const ways = [
    place.words.get(fold(segment)),
    // An extension is in lower case for every router.
    place.extendedWords.get(fold(segment.slice(0, dot)) + segment.slice(dot)),
    ...Array.from(place.patterns.values(), ({ matches, place: next }) => matches(segment) ? next : undefined),
    place.rest
  ]
  for (const way of ways) {
    const reached = way === undefined ? undefined : reach(way, others, fold, accept)
    if (reached !== undefined) return reached
  }
  return undefined
}
