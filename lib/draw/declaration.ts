/** The nodes of a declaration tree. */

import type { Routes } from '../../types/mapper.js'
import type { MethodWord } from '../../types/options.js'
import type { Route, RouteDeprecation, RouteRedirect } from '../../types/route.js'
import type { Mistakes } from '../routes/mistakes.js'

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

/** The node that an option belongs to. */
export type OptionOwner = Pick<OwnNode, 'kind' | 'mistakes'>

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
  /** The line of code that declares it; undefined unless the command asks. */
  readonly source: string | undefined
}

/** A route until its table is complete. A copy for each change would take longer than all checks. */
export type MutableRoute = { -readonly [K in keyof Route]: Route[K] }

export type Actions = ReadonlyArray<readonly [action: string, methods: readonly MethodWord[]]>

/** The extensions of paths. */
export interface Extensions {
  readonly names: readonly string[]
  readonly isRequired: boolean
}

/**
 * Checked options: absent where not given, each in a normal form. A map may be null, which inherits nothing.
 */
export interface Options {
  readonly member?: Actions | null
  readonly collection?: Actions | null
  readonly new?: Actions | null
  readonly controller?: string
  /** The options of plain routes. */
  readonly action?: string
  readonly method?: readonly MethodWord[]
  /** The status of a redirect. */
  readonly status?: RouteRedirect['status']
  readonly singular?: string
  readonly param?: string
  readonly slashes?: boolean
  readonly requirements?: Readonly<Record<string, string>> | null
  readonly conditions?: Readonly<Record<string, unknown>> | null
  readonly defaults?: Readonly<Record<string, string | null>> | null
  readonly formats?: Extensions
  readonly deprecated?: RouteDeprecation | null
  readonly as?: string
  /** The nodes of `hasOne` and `hasMany`, as a block would make them. */
  readonly hasOne?: readonly ResourceNode[]
  readonly hasMany?: readonly ResourceNode[]
  readonly pathNames?: Readonly<Record<string, string>> | null
  /** `''` for none, else with a leading slash and no trailing one. */
  readonly pathPrefix?: string
  readonly namePrefix?: string
  readonly only?: readonly string[]
  readonly except?: readonly string[]
  readonly shallow?: boolean
  /** With a trailing slash. */
  readonly namespace?: string
}
