/** The types of a declaration: the arguments of `draw` and of the mapper's methods. */

import type { ACTIONS, ALL_METHODS } from '../lib/routes/actions.js'
import type { RouteRedirect } from './route.js'

export type ConventionalAction = (typeof ACTIONS)[number]

/** The seven conventional actions. */
export type Action = ConventionalAction['action']

/** Those of them on a collection, a record or a new one. */
export type ActionOn<P extends ConventionalAction['on']> =
  P extends unknown ? Extract<ConventionalAction, { readonly on: P }>['action'] : never

/** A method of an action map; `any` is GET, POST, PUT, PATCH and DELETE. */
export type MethodWord = Lowercase<(typeof ALL_METHODS)[number]> | 'any'

/** A list of actions is a map of each to `any`. */
export type ActionMap<M = MethodWord> = Readonly<Record<string, M | readonly M[]>> | readonly string[]

export type ActionFilter<A extends string = Action> = A | 'all' | 'none' | readonly A[]

/** `'comments'`, `['comments', 'tags']`, `{ comments: 'votes' }`, and any mix of them. */
export type Associations = string | readonly Associations[] | { readonly [name: string]: Associations }

/**
 * A block, even an async one, is not an options object. Without this type a function would match, since no
 * property of options is required.
 */
interface NoFunction {
  readonly [Symbol.hasInstance]?: never
}

/** Extensions that a path may end in, or must end in. */
export type Formats = readonly string[] | { readonly required: readonly string[] }

/** What all kinds of routes share. */
interface RowOptions {
  /** What each routing variable must match: `{ id: /\d+/ }`. */
  readonly requirements?: Readonly<Record<string, RegExp>> | null
  /** Fastify's route constraints: `{ host: 'api.example.org' }`. */
  readonly conditions?: Readonly<Record<string, unknown>> | null
  /**
   * Constant parameters: `{ section: 'news' }` is in `request.params`, whatever the client sends. The default
   * of a variable at the end of a path makes it optional; with null a missing one has no parameter. `format`
   * is that of requests without an extension, which `Accept` does not decide then.
   */
  readonly defaults?: Readonly<Record<string, string | null>> | null
  /**
   * The extensions that its paths may end in: `['html', 'json']`; `[]` for no extension;
   * `{ required: ['json'] }` where they must end in one. Default: those of `draw`.
   */
  readonly formats?: Formats
}

interface CommonOptions extends NoFunction, RowOptions {
  /** Further actions on one record: `{ publish: 'put' }`. */
  readonly member?: ActionMap | null
  /** Further actions on the collection: `{ search: 'get' }`. */
  readonly collection?: ActionMap | null
  /** Further actions on a record that is not stored yet: `{ preview: 'post' }`. */
  readonly new?: ActionMap<Exclude<MethodWord, 'options'>> | null
  /** The controller, if its name is not the resource's. */
  readonly controller?: string
  readonly hasOne?: string | readonly string[]
  readonly hasMany?: Associations
  /** Path words of actions: `{ new: 'nuevo' }`. */
  readonly pathNames?: Readonly<Record<string, string>> | null
  /** Replaces the inherited path; null and '' remove it. */
  readonly pathPrefix?: string | null
  /** Replaces the inherited name prefix; null restarts naming. */
  readonly namePrefix?: string | null
  /** Member routes without the parent's path and name; children inherit it. */
  readonly shallow?: boolean
  /** The controller's module: `'admin'` makes `admin/posts`. */
  readonly namespace?: string
}

/**
 * The options of a namespace are the defaults of its resources: maps merge one level, and null inherits
 * nothing. Conditions, defaults and formats hold for every row in it.
 */
export interface NamespaceOptions extends CommonOptions {
  readonly only?: ActionFilter | null
  readonly except?: ActionFilter | null
}

interface PathWord {
  /** The path word, if it is not the resource's name. */
  readonly as?: string
}

export interface ResourcesOptions extends NamespaceOptions, PathWord {
  /** The singular, if `pluralize` does not know it. */
  readonly singular?: string
  /**
   * The property of records in paths: `'slug'` makes `/posts/:slug`, and `:post_slug` for children. Default:
   * `'id'`.
   */
  readonly param?: string
  /** Whether ids may hold slashes, which URLs have as `%2F`. Default: false. */
  readonly slashes?: boolean
}

export interface ResourceOptions extends CommonOptions, PathWord {
  readonly only?: ActionFilter<Exclude<Action, 'index'>> | null
  readonly except?: ActionFilter<Exclude<Action, 'index'>> | null
}

/** The options of a plain route, in addition to its target. */
export interface RouteOptions extends RowOptions {
  /** Default: that of the group, else `'get'`. */
  readonly method?: MethodWord | readonly MethodWord[]
  /** Whether its variables may hold slashes, which URLs have as `%2F`. Default: false. */
  readonly slashes?: boolean
}

/** The options of a redirect, in addition to its target. */
export interface RedirectOptions extends Pick<
  RouteOptions, 'slashes' | 'requirements' | 'conditions'
> {
  /** Default: 301. */
  readonly status?: RouteRedirect['status']
}

/** The target of a plain route as an object, which may hold the options too. */
export interface RouteTarget extends RouteOptions {
  /** Default: that of the group. */
  readonly controller?: string
  readonly action: string
}

/** The target as text: `'posts#show'`, `'admin/posts#show'`; `'#show'` where a group gives the controller. */
export type TargetText = `${string}#${string}`

/** The options that the rows in a group share; `controller` and `method` only those directly in it. */
export interface GroupOptions extends NoFunction, Omit<RouteOptions, 'slashes'> {
  /** Added to the inherited path. */
  readonly pathPrefix?: string
  /** Added to the inherited name prefix. */
  readonly namePrefix?: string
  readonly controller?: string
}

export interface DrawOptions extends NoFunction {
  /** Path words of actions everywhere: `{ new: 'nuevo', edit: 'editar' }`. */
  readonly pathNames?: Readonly<Record<string, string>> | undefined
  /** `true`: `update` answers PATCH as well as PUT; `'only'`: PATCH alone. Default: false. */
  readonly patch?: boolean | 'only' | undefined
  /** No `new` and no `edit`, and no `_method` in forms. Default: false. */
  readonly api?: boolean | undefined
  /**
   * Whether bodies must come under the name of their record, and the client sends them so. Default: true,
   * except with `api: true`.
   */
  readonly wrap?: boolean | undefined
  /** The extensions that all paths may end in: `['html', 'json']` makes `/posts/1.json`. Default: none. */
  readonly formats?: readonly string[] | undefined
}
