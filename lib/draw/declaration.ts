/** The nodes of a declaration tree. */

import type { Routes } from '../../types/mapper.js'
import type { Route } from '../../types/route.js'
import type { Mistakes } from '../routes/mistakes.js'
import type { Options } from './draw-options.js'

/** The mistakes of a node are those at its place: `resources('posts') > resources('comments')`. */
export type Declaration = OwnNode | IncludeNode

/** A node with options, which is not of another tree. */
export type OwnNode = ResourceNode | GroupNode | RouteNode | RedirectNode

export interface ResourceNode {
  readonly kind: 'resources' | 'resource' | 'namespace'
  readonly mistakes: Mistakes
  readonly names: readonly string[]
  readonly options: Options
  readonly children: readonly Declaration[]
}

/** The options that its children share. */
interface GroupNode {
  readonly kind: 'group'
  readonly mistakes: Mistakes
  readonly options: Options
  readonly children: readonly Declaration[]
}

export interface RouteNode {
  readonly kind: 'route'
  readonly mistakes: Mistakes
  /** `''` for a route without a name. */
  readonly name: string
  readonly path: string
  readonly options: Options
}

export interface RedirectNode {
  readonly kind: 'redirect'
  readonly mistakes: Mistakes
  readonly path: string
  /** A path where it begins with a slash, else a route's name. */
  readonly to: string
  readonly options: Options
}

interface IncludeNode {
  readonly kind: 'include'
  readonly mistakes: Mistakes
  readonly routes: Routes
}

/** One declaration of a resource. */
export interface ResourceOrigin {
  /** Equal for declarations of one resource. */
  readonly place: string
  /** Gives the same text where their options agree. */
  readonly optionsText: () => string
  /** The resource whose block contains it. */
  readonly parent: ResourceOrigin | undefined
}

/** A route and the declaration that made it. */
export interface DeclaredRoute {
  readonly route: Route
  /** The keys of the sites of its paths, the full path first. */
  readonly keys: readonly string[]
  /** The same for all rows of one `any`; undefined for all others. */
  readonly any: object | undefined
  readonly mistakes: Mistakes
  /** Undefined for plain routes and included trees. */
  readonly origin: ResourceOrigin | undefined
}

/** A route until its table is complete. A copy for each change would take longer than all checks. */
export type MutableRoute = { -readonly [K in keyof Route]: Route[K] }
