/** A model of Fastify's router: finds the row that answers a request. */

import type { Method, Route } from '../../types/route.js'
import { remember } from './objects.js'
import { addWhenAsked } from './rows-by-word.js'
import { GLOB, PATTERN, WORD, compareSegments, readRouterPaths } from './router-paths.js'
import type { RouterPath, RouterSegment } from './router-paths.js'
import { answeredPaths, hasConditionsOf } from './endpoints.js'

type Fold = (text: string) => string

/** A node in the router's tree of the paths of one method. */
interface TrieNode {
  readonly words: Map<string, TrieNode>
  /** All other segments, in the order in which the router tries them. */
  readonly branches: Branch[]
  readonly ends: End[]
}

/** The end of a path of a row. */
export interface End {
  readonly route: Route
  /** The variables of this path. */
  readonly params: readonly string[]
}

interface Branch {
  readonly segment: RouterSegment
  /** The values of its variables in a text, or null. */
  readonly match: (text: string) => readonly string[] | null
  readonly node: TrieNode
}

/**
 * What the router tries before a segment of a row, and from which some path can end where that of the row
 * does.
 */
export interface Rivals {
  readonly words: ReadonlyMap<string, unknown>
  readonly branches: readonly Branch[]
}

/** The row that a request reaches, and the values of the variables of its path, then that of an extension. */
interface Reached extends End {
  readonly values: readonly string[]
}

/** Chooses among the rows at the end of a path, or none: then the router continues its search. */
type Accept = (ends: readonly End[], values: readonly string[]) => End | undefined

export interface Router {
  /** By segment of the path of a row. */
  rivalsOf: (route: Route) => readonly Rivals[]
  /**
   * Finds the row that a request for decoded segments reaches, if the request has the method and meets the
   * conditions of a row.
   */
  find: (segments: readonly string[], route: Route) => Reached | undefined
  /** Finds the row that a request for decoded segments reaches. */
  recognize: (method: Method, segments: readonly string[], accept: Accept) => Reached | undefined
}

const asItIs: Fold = (text) => text

/**
 * `table` is in order of registration; `fold` converts words as the router compares them. Rows come in when
 * somebody asks for their paths: all those of a large table take long, and megabytes.
 */
export function createRouter (table: readonly Route[], fold = asItIs): Router {
  const roots = new Map<Method, TrieNode>()
  const rootOf = ({ method }: Route): TrieNode => roots.get(method) as TrieNode
  const ask = addWhenAsked(table, (rows) => {
    const pathsOf = answeredPaths(rows)
    for (const route of rows) {
      const root = remember(roots, route.method, createNode)
      for (const { segments, params } of pathsOf(route)) {
        segments.reduce((node, segment) => nextNode(node, segment, fold), root).ends.push({ route, params })
      }
    }
  })
  return {
    rivalsOf (route) {
      const [first = ''] = route.path.slice(1).split('/', 1)
      ask(/[:*]/.test(first) ? undefined : first)
      let node = rootOf(route)
      const { segments } = readRouterPaths(route)[0] as RouterPath
      return segments.map((segment, index) => {
        const { words, branches } = node
        const rest = segments.slice(index + 1)
        node = nextNode(node, segment, fold)
        const earlier = branches.slice(
          0,
          branches.findIndex((branch) => branch.node === node)
        )
        return { words, branches: earlier.filter((branch) => isRival(branch, rest, fold)) }
      })
    },
    find (segments, route) {
      ask(segments[0])
      const accept: Accept = (ends) =>
        ends.find((end) => end.route === route) ?? ends.find((end) => hasConditionsOf(route, end.route))
      return reach(rootOf(route), segments, { fold, accept, values: [] })
    },
    recognize (method, segments, accept) {
      ask(segments[0])
      const root = roots.get(method)
      return root === undefined ? undefined : reach(root, segments, { fold, accept, values: [] })
    }
  }
}

/** Whether some path from a node may match the segments that are left. A glob matches one or more. */
function mayEnd (
  { words, branches, ends }: TrieNode, [segment, ...rest]: readonly RouterSegment[], fold: Fold
): boolean {
  if (segment === undefined) return ends.length > 0
  if (segment.kind === GLOB) return words.size + branches.length > 0
  const next = segment.kind === WORD ? [words.get(fold(segment.text))] : [...words.values()]
  return (
    next.some((node) => node !== undefined && mayEnd(node, rest, fold)) ||
    branches.some((branch) => isRival(branch, rest, fold))
  )
}

/** Whether some path through a branch may match the segments after it. */
function isRival ({ segment, node }: Branch, rest: readonly RouterSegment[], fold: Fold): boolean {
  return segment.kind === GLOB || mayEnd(node, rest, fold)
}

function createNode (): TrieNode {
  return { words: new Map(), branches: [], ends: [] }
}

/** The node for a segment; made if it is missing. */
function nextNode ({ words, branches }: TrieNode, segment: RouterSegment, fold: Fold): TrieNode {
  if (segment.kind === WORD) return remember(words, fold(segment.text), createNode)
  const isSame = (other: RouterSegment): boolean =>
    fold(other.text) === fold(segment.text) &&
    compareSegments(other, segment) === 0 &&
    other.source === segment.source
  const known = branches.find((branch) => isSame(branch.segment))
  if (known !== undefined) return known.node
  const branch = { segment, match: matcherOf(segment, fold), node: createNode() }
  const index = branches.findIndex((other) => compareSegments(segment, other.segment) < 0)
  branches.splice(index === -1 ? branches.length : index, 0, branch)
  return branch.node
}

function matcherOf ({ kind, text, source }: RouterSegment, fold: Fold): Branch['match'] {
  const start = fold(text)
  const pattern = kind === PATTERN ? new RegExp(`^${source}$`) : undefined
  return (segment) => {
    if (!fold(segment).startsWith(start)) return null
    const rest = segment.slice(text.length)
    return pattern === undefined ? [rest] : pattern.exec(rest)?.slice(1) ?? null
  }
}

interface Search {
  readonly fold: Fold
  readonly accept: Accept
  readonly values: readonly string[]
}

/** Searches as the router does: it goes back where a path leads nowhere. */
function reach (node: TrieNode, [text, ...others]: readonly string[], search: Search): Reached | undefined {
  const { fold, accept, values } = search
  if (text === undefined) {
    const end = accept(node.ends, values)
    return end && { ...end, values }
  }
  const next = node.words.get(fold(text))
  const reached = next === undefined ? undefined : reach(next, others, search)
  if (reached !== undefined) return reached
  for (const { segment, match, node: next } of node.branches) {
    const isGlob = segment.kind === GLOB
    const matched = isGlob ? [[text, ...others].join('/')] : match(text)
    const reached =
      matched === null
        ? undefined
        : reach(next, isGlob ? [] : others, { ...search, values: [...values, ...matched] })
    if (reached !== undefined) return reached
  }
  return undefined
}
