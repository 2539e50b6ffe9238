/** The words of a declaration: what `draw` and the mapper's methods take. */

import type { ACTIONS, ALL_METHODS } from '../lib/routes/actions.js'
import type { RouteRedirect } from './route.js'

/** The seven conventional actions. */
export type Action = (typeof ACTIONS)[number]['action']

/** What an action map takes; `any` stands for GET, POST, PUT, PATCH and DELETE. */
export type MethodWord = Lowercase<(typeof ALL_METHODS)[number]> | 'any'

/** A list of actions is a map of each to `any`. */
export type ActionMap<M = MethodWord> = Readonly<Record<string, M | readonly M[]>> | readonly string[]

export type ActionFilter<A extends string = Action> = A | 'all' | 'none' | readonly A[]

/** `'comments'`, `['comments', 'tags']`, `{ comments: 'votes' }`, and any mix of them. */
export type Associations = string | readonly Associations[] | { readonly [name: string]: Associations }

/**
 * A block, even an async one, is no options object: as a function it has everything that is required
 * of one, namely nothing.
 */
interface NoFunction {
  readonly [Symbol.hasInstance]?: never
}

/** Dates such as `'2026-01-31'`, ISO times with a zone, or a `Date`. */
export interface Deprecation extends NoFunction {
  /** Since when, or from when on, nobody should begin to use it. */
  readonly since?: string | Date
  /** From when on it may be gone; not before `since`. */
  readonly sunset?: string | Date
  /** The address of a page about it: `https://…`, or a path of this site. */
  readonly link?: string
}

interface CommonOptions extends NoFunction {
  /** Further actions on one record: `{ publish: 'put' }`. */
  readonly member?: ActionMap | null
  /** Further actions on the collection: `{ search: 'get' }`. */
  readonly collection?: ActionMap | null
  /** Further actions on a record that is not stored yet: `{ preview: 'post' }`. */
  readonly new?: ActionMap<Exclude<MethodWord, 'options'>> | null
  /** The controller, where its name is not the resource's. */
  readonly controller?: string
  /** What each routing variable must match: `{ id: /\d+/ }`. */
  readonly requirements?: Readonly<Record<string, RegExp>> | null
  /** Fastify's route constraints: `{ host: 'api.example.org' }`. */
  readonly conditions?: Readonly<Record<string, unknown>> | null
  /** Constant parameters: `{ section: 'news' }` is in `request.params`, whatever the client sends. */
  readonly defaults?: Readonly<Record<string, string>> | null
  /** The extensions that its paths may end in: `['html', 'json']`; `[]` for none. Default: those of `draw`. */
  readonly formats?: readonly string[]
  /** Answers tell so in their headers, the listing and an OpenAPI document as well. Default: null. */
  readonly deprecated?: Deprecation | null
  /** The path word, where it is not the resource's name. */
  readonly as?: string
  readonly hasOne?: string | readonly string[]
  readonly hasMany?: Associations
  /** Path words of actions: `{ new: 'nuevo' }`. */
  readonly pathNames?: Readonly<Record<string, string>> | null
  /** Replaces the inherited path; null and '' stand for none. */
  readonly pathPrefix?: string | null
  /** Replaces the inherited name prefix; null restarts naming. */
  readonly namePrefix?: string | null
  /** Member routes without the parent's path and name; inherited by children. */
  readonly shallow?: boolean
  /** The controller's module: `'admin'` makes `admin/posts`. */
  readonly namespace?: string
}

/** The options of a namespace are the defaults of what it holds: maps merge one level, and null takes nothing over. */
export interface NamespaceOptions extends CommonOptions {
  readonly only?: ActionFilter | null
  readonly except?: ActionFilter | null
}

export interface ResourcesOptions extends NamespaceOptions {
  /** The singular, where `pluralize` does not know it. */
  readonly singular?: string
  /** The property of records that paths have: `'slug'` makes `/posts/:slug`, and `:post_slug` for children. Default: `'id'`. */
  readonly param?: string
}

export interface ResourceOptions extends CommonOptions {
  readonly only?: ActionFilter<Exclude<Action, 'index'>> | null
  readonly except?: ActionFilter<Exclude<Action, 'index'>> | null
}

/** What a plain route may have beside its target. */
export interface RouteOptions {
  /** Default: that of the group, else `'get'`. */
  readonly method?: MethodWord | readonly MethodWord[]
  readonly requirements?: Readonly<Record<string, RegExp>> | null
  readonly conditions?: Readonly<Record<string, unknown>> | null
  /** Constant parameters: `{ section: 'news' }` is in `request.params`, whatever the client sends. */
  readonly defaults?: Readonly<Record<string, string>> | null
  /** Default: those of `draw`. */
  readonly formats?: readonly string[]
  /** Default: null. */
  readonly deprecated?: Deprecation | null
}

/** What a redirect may have beside its target. */
export interface RedirectOptions extends Pick<RouteOptions, 'requirements' | 'conditions' | 'deprecated'> {
  /** Default: 301. */
  readonly status?: RouteRedirect['status']
}

/** Whose action answers a plain route, as an object, which may hold the options too. */
export interface RouteTarget extends RouteOptions {
  /** Default: that of the group. */
  readonly controller?: string
  readonly action: string
}

/** The same as text: `'posts#show'`, `'admin/posts#show'`; `'#show'` where a group gives the controller. */
export type TargetText = `${string}#${string}`

/** What the declarations directly in a group have in common. */
export interface GroupOptions extends NoFunction, RouteOptions {
  /** Added to the inherited path. */
  readonly pathPrefix?: string
  /** Added to the inherited name prefix. */
  readonly namePrefix?: string
  readonly controller?: string
}

export interface DrawOptions extends NoFunction {
  /** Path words of actions everywhere: `{ new: 'nuevo', edit: 'editar' }`. */
  readonly pathNames?: Readonly<Record<string, string>>
  /** `update` answers PATCH as well as PUT. Default: false. */
  readonly patch?: boolean
  /** No `new` and no `edit`, and no `_method` in forms. Default: false. */
  readonly api?: boolean
  /** The extensions that all paths may end in: `['html', 'json']` makes `/posts/1.json`. Default: none. */
  readonly formats?: readonly string[]
}
