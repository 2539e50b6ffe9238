/** The types that a declaration inherits from what surrounds it. */

import type { PathVariables, Snake } from './names.js'

export interface Context {
  /** The variables of the inherited path. */
  readonly path: readonly string[]
  /** Whether the inherited path is empty, so that the path `/` is the root. */
  readonly isRoot: boolean
  /** The properties that variables of paths hold, where that is not `id`: `{ post_slug: 'slug' }`. */
  readonly properties: object
  /**
   * The variables that surrounding resources add to the inherited path, with controller and property of their
   * records: `{ post_id: ['posts', 'id'] }`.
   */
  readonly records: object
  /** The controllers of surrounding singletons, by their names: `{ account: 'accounts' }`. */
  readonly singletons: object
  /** The inherited name prefix: `post_`. */
  readonly name: string
  /** Path and name from namespaces alone: shallow member routes start from them. */
  readonly shallowPath: readonly string[]
  readonly shallowName: string
  /** `admin/`, or `''` without a module. */
  readonly module: string
  readonly shallow: boolean
  readonly inResource: boolean
  /** The conventional actions that the whole tree leaves out. */
  readonly blocked: string
  /** Whether clients of the tree send bodies under the name of its record. */
  readonly wraps: boolean
  /** The formats of the whole tree. */
  readonly formats: string
  /** The options of namespaces and groups, for resources. */
  readonly defaults: object
  /** Those for plain routes: all of groups; of namespaces only those that each row may have. */
  readonly grouped: object
}

/** The context of a whole tree; `O` are the options of `draw`. */
export interface Top<O> extends Context {
  readonly path: []
  readonly isRoot: true
  readonly properties: {}
  readonly records: {}
  readonly singletons: {}
  readonly name: ''
  readonly shallowPath: []
  readonly shallowName: ''
  readonly module: ''
  readonly shallow: false
  readonly inResource: false
  readonly blocked: O extends { readonly api: true } ? 'new' | 'edit' : never
  readonly wraps: O extends { readonly wrap: infer W extends boolean } ? W
    : O extends { readonly api: true } ? false : true
  readonly formats: FormatsOf<O, never>
  readonly defaults: {}
  readonly grouped: {}
}

/**
 * Inside a namespace. Inside a module it adds to the name. At the top level it is the name. In a resource
 * block it sets only the module. Its own word in the path has no variables.
 */
export interface InNamespace<N extends string, O, C extends Context> extends Context {
  readonly path: PathPrefix<O, C['path']>
  readonly isRoot: {
    appends: false,
    root: PrefixIsRoot<O, false>,
    module: PrefixIsRoot<O, C['isRoot']>
  }[Stance<O, C>]
  readonly properties: C['properties']
  readonly records: RecordsBelow<O, C>
  readonly singletons: C['singletons']
  readonly name: NamespaceName<N, O, C, C['name']>
  readonly shallowPath: PathPrefix<O, C['shallowPath']>
  readonly shallowName: NamespaceName<N, O, C, C['shallowName']>
  readonly module: `${Module<O, C['module']>}${N}/`
  readonly shallow: O extends { readonly shallow: infer V extends boolean } ? V : C['shallow']
  readonly inResource: C['inResource']
  readonly blocked: C['blocked']
  readonly wraps: C['wraps']
  readonly formats: C['formats']
  readonly defaults:
    MergedDefaults<C['defaults'], Omit<O, 'pathPrefix' | 'namePrefix' | 'namespace' | 'shallow'>>
  readonly grouped: MergedDefaults<C['grouped'], DeepOptions<O>>
}

/** Inside a group, which adds to path and name. */
export interface InGroup<O, C extends Context> extends Context {
  readonly path: [...C['path'], ...GroupVariables<O>]
  readonly isRoot: C['isRoot'] extends true ? PrefixIsRoot<O, true> : false
  readonly properties: C['properties']
  readonly records: C['records']
  readonly singletons: C['singletons']
  readonly name: `${C['name']}${NamePrefix<O, ''>}`
  readonly shallowPath: [...C['shallowPath'], ...GroupVariables<O>]
  readonly shallowName: `${C['shallowName']}${NamePrefix<O, ''>}`
  readonly module: C['module']
  readonly shallow: C['shallow']
  readonly inResource: C['inResource']
  readonly blocked: C['blocked']
  readonly wraps: C['wraps']
  readonly formats: C['formats']
  readonly defaults: MergedDefaults<C['defaults'], Omit<O, 'pathPrefix' | 'namePrefix'>>
  readonly grouped: MergedDefaults<C['grouped'], Omit<O, 'pathPrefix' | 'namePrefix'>>
}

/** The options of a namespace or a group that hold for every row in its block and that types see. */
export type DeepOptions<O> = Pick<O, Extract<keyof O, 'defaults' | 'formats'>>

type GroupVariables<O> = O extends { readonly pathPrefix: infer V extends string } ? PathVariables<V> : []

type Stance<O, C extends Context> =
  Module<O, C['module']> extends '' ? C['inResource'] extends true ? 'module' : 'root' : 'appends'

type NamespaceName<N extends string, O, C extends Context, Inherited extends string> = {
  appends: `${NamePrefix<O, Inherited>}${Snake<N>}_`,
  root: NamePrefix<O, `${Inherited}${Snake<N>}_`>,
  module: NamePrefix<O, Inherited>
}[Stance<O, C>]

/** The variables of a given `pathPrefix`, else the inherited ones. */
export type PathPrefix<O, Inherited extends readonly string[]> =
  O extends { readonly pathPrefix: infer V extends string | null }
    ? V extends string ? PathVariables<V> : []
    : Inherited

/** A given `pathPrefix` takes the place of the path of surrounding resources. */
export type RecordsBelow<O, C extends Context> =
  O extends { readonly pathPrefix: string | null } ? {} : C['records']

/** Whether a given `pathPrefix` is empty, else whether the inherited path is. */
type PrefixIsRoot<O, Inherited extends boolean> =
  O extends { readonly pathPrefix: infer V extends string | null }
    ? V extends '' | '/' | null ? true : false
    : Inherited

/** A given `namePrefix`, where null is an empty one, else the inherited one. */
export type NamePrefix<O, Inherited extends string> =
  O extends { readonly namePrefix: infer V extends string | null }
    ? V extends string ? Snake<V> : ''
    : Inherited

/** A given `namespace`, with its slash, else the inherited one. */
export type Module<O, Inherited extends string> =
  O extends { readonly namespace: infer V extends string } ? V extends `${string}/` ? V : `${V}/` : Inherited

/** The given `formats`, else the inherited ones. */
export type FormatsOf<O, Inherited extends string> =
  O extends { readonly formats: infer V extends readonly string[] } ? V[number]
  : O extends { readonly formats: { readonly required: infer V extends readonly string[] } }
    ? V[number]
    : Inherited

/** Whether paths must end in one of the formats. */
export type NeedsFormat<O> =
  O extends { readonly formats: { readonly required: readonly string[] } } ? true : false

/** Constant parameters, by name. */
export type Constants<O> =
  O extends { readonly defaults: infer V extends object }
    ? 'format' extends keyof V ? Omit<V, 'format'> : V
    : {}

/**
 * The child's own option replaces the default, but maps merge one level. An own `only` or `except` replaces
 * both inherited ones.
 */
export type MergedDefaults<D, O> =
  [keyof D] extends [never] ? O
  : [keyof O] extends [never] ? D
  : Replaced<D, { readonly [K in SetKey<O>]: O[K] }>

type Replaced<D, O> = Omit<D, keyof O | Both<keyof O>> & {
  readonly [K in keyof O]: K extends keyof D & ('member' | 'collection' | 'new' | 'defaults')
    ? MergedMap<D[K], O[K]>
    : O[K]
}

/** Null inherits nothing. */
type MergedMap<D, O> = O extends object ? Omit<MapOf<D>, keyof MapOf<O>> & MapOf<O> : O

/** A list of actions is a map of each. */
type MapOf<M> = M extends readonly string[] ? { readonly [A in M[number]]: 'any' } : M

type Both<K> = K extends 'only' | 'except' ? 'only' | 'except' : never

/** Null is a value for prefixes. For `only` and `except` it means that the option is missing. */
type SetKey<O> = {
  [K in keyof O]: O[K] extends undefined
    ? never
    : K extends 'only' | 'except' ? O[K] extends null ? never : K : K
}[keyof O]
