/** Ids that the router takes for a word: `/posts/new` is never the post `new`. */

import type { Route } from '../../types/route.js'
import { isVariable, pathSegments } from './path.js'
import { requirementPattern } from './requirement.js'
import { conditionsKey } from './table.js'

/** A place in the tree of all paths. */
interface Node {
  readonly words: Map<string, Node>
  variable?: Node
  readonly routes: Route[]
}

/** What stands beside the variables of one route. */
export interface Rivals {
  /** By variable, the words in its place; undefined where there is none. */
  readonly words: ReadonlyArray<ReadonlyMap<string, unknown> | undefined>
  /** The route that a request for the path with these values would reach instead. */
  find: (values: readonly string[]) => Route | undefined
}

/** Gives the rivals of each route of a table; the tree is built once. */
export function createRivals (table: readonly Route[]): (route: Route) => Rivals {
  const root = createNode()
  for (const route of table) placeOf(route, root).at(-1)?.routes.push(route)

  return (route) => {
    const segments = pathSegments(route.path)
    const places = placeOf(route, root)
    const positions = segments.flatMap((segment, index) => isVariable(segment) ? [index] : [])
    return {
      words: positions.map((index) => places[index]?.words).map((words) => words?.size === 0 ? undefined : words),
      find (values) {
        const texts = segments.map((segment, index) => values[positions.indexOf(index)] ?? segment)
        const reached = reach(root, texts, [], route)
        return reached === route ? undefined : reached
      }
    }
  }
}

/** The nodes on the way to a route, the root first. */
function placeOf (route: Route, root: Node): Node[] {
  const nodes = [root]
  for (const segment of pathSegments(route.path)) {
    const node = nodes.at(-1) as Node
    nodes.push(isVariable(segment) ? variableChild(node) : wordChild(node, segment))
  }
  return nodes
}

function createNode (): Node {
  return { words: new Map(), routes: [] }
}

function variableChild (node: Node): Node {
  node.variable ??= createNode()
  return node.variable
}

function wordChild (node: Node, word: string): Node {
  const child = node.words.get(word) ?? createNode()
  node.words.set(word, child)
  return child
}

/** What the router finds for the segments: it prefers a word, and comes back where that leads nowhere. */
function reach (node: Node, [segment, ...rest]: readonly string[], values: readonly string[], sought: Route): Route | undefined {
  if (segment === undefined) return node.routes.find((route) => answersLike(route, sought) && accepts(route, values))
  const word = node.words.get(segment)
  return (word === undefined ? undefined : reach(word, rest, values, sought)) ??
    (node.variable === undefined ? undefined : reach(node.variable, rest, [...values, segment], sought))
}

function answersLike (route: Route, sought: Route): boolean {
  return (route.method === sought.method || route.method === 'ANY' || sought.method === 'ANY') &&
    conditionsKey(route) === conditionsKey(sought)
}

function accepts ({ params, requirements }: Route, values: readonly string[]): boolean {
  return params.every((variable, position) => requirementPattern(requirements[variable]).test(values[position] as string))
}
