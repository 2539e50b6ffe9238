/** Derives rows from a tree, as types: their names, variables and actions. */

import type {
  Constants, Context, FormatsOf, InGroup, InNamespace, MergedDefaults, NamePrefix, NeedsFormat, Top
} from './context.js'
import type {
  DrawnTree, GroupDeclaration, IncludeDeclaration, NamespaceDeclaration, ResourceDeclaration,
  ResourcesDeclaration, RouteDeclaration, UnseenDeclaration
} from './declarations.js'
import type { Singular } from './inflection.js'
import type { PathVariables, Snake } from './names.js'
import type { ActionOn, ConventionalAction } from './options.js'
import type { InResources, InSingleton, Own, ResourcesScope, SingletonScope, WithParam } from './scope.js'

/** Rows whose paths have the same variables. */
export interface Row {
  /** A union, like the actions. */
  readonly names: string
  /** Whether it is of a plain route, which keeps its name from all other rows. */
  readonly isPlain: boolean
  readonly params: readonly string[]
  /** The properties of records that they hold, if not `id`: `{ slug: 'slug' }`. */
  readonly properties: object
  /** The record's own variable in its path. */
  readonly param: string
  /** The names of records that a form creates or updates here. */
  readonly forms: string
  /** The variables that may be of other records. */
  readonly parents: readonly string[]
  /** Those of records whose blocks surround it, and so surely are its parents. */
  readonly records: object
  /** The controllers of the singletons above, by their names. */
  readonly singletons: object
  readonly controller: string
  readonly actions: string
  /** The actions that have a record. */
  readonly members: string
  readonly singular: string
  /** Whether clients send bodies under it. */
  readonly wraps: boolean
  /** A union too: the allowed values of `format`. */
  readonly formats: string
  /** Whether a path must end in one of them. */
  readonly needsFormat: boolean
  /** Constant parameters, by name. */
  readonly constants: object
  /** The variables that a request may leave out, with their defaults. */
  readonly optional: object
  /** A name prefix whose helpers types cannot see. */
  readonly open: string
}

/** Rows of plain `Routes` carry no types, like those of statements. */
export type RowsOf<D> =
  unknown extends D
    ? Rows<UnseenDeclaration, Top<{}>>
    : D extends DrawnTree<infer E, infer O> ? Rows<E, Top<O>> : never

type Rows<E, C extends Context> =
  E extends ResourcesDeclaration<infer N, infer O, infer B>
    ? ResourcesRows<ResourcesScope<N, MergedDefaults<C['defaults'], O>, C>, B, C>
  : E extends ResourceDeclaration<infer N, infer O, infer B>
    ? SingletonRows<SingletonScope<N, MergedDefaults<C['defaults'], O>, C>, B, C>
  : E extends NamespaceDeclaration<infer N, infer O, infer B> ? Rows<B, InNamespace<N, O, C>>
  : E extends GroupDeclaration<infer O, infer B> ? Rows<B, InGroup<O, C>>
  : E extends RouteDeclaration<infer N, infer P, infer T, infer A, infer O>
    ? PlainRow<N, P, T extends ''
      ? TextAt<C['grouped'], 'controller'>
      : T, A, MergedDefaults<C['grouped'], O>, C>
  : E extends IncludeDeclaration<infer D> ? RowsOf<D>
  : E extends UnseenDeclaration<infer O> ? OpenRow<MergedDefaults<C['defaults'], O>, C>
  : never

type ResourcesRows<S extends AnyResources, B, C extends Context> =
  CollectionRow<S> | RecordRow<S> | Inside<B | Associated<S['options']>, InResources<S, C>>

type SingletonRows<S extends AnySingleton, B, C extends Context> =
  SingletonRow<S> | Inside<B | Associated<S['options']>, InSingleton<S, C>>

/** Most resources have no children. */
type Inside<B, C extends Context> = [B] extends [never] ? never : Rows<B, C>

type AnyResources = ResourcesScope<any, any, any>
type AnySingleton = SingletonScope<any, any, any>

// The unions of names are here and not in aliases, since the compiler's messages would show the aliases.

/** What the rows of one resource share. */
interface ResourceRow<S extends AnyResources | AnySingleton> {
  readonly isPlain: false
  readonly params: readonly string[]
  readonly param: S['param']
  readonly controller: S['controller']
  readonly singular: S['singular']
  readonly wraps: S['wraps']
  readonly formats: S['formats']
  readonly needsFormat: S['needsFormat']
  readonly constants: Omit<S['constants'], this['params'][number]>
  readonly optional: Pick<S['constants'], keyof S['constants'] & this['params'][number]>
  readonly open: never
}

/** The rows at the path of the resource itself, without an id of its own. */
interface RowWithoutId<S extends AnyResources | AnySingleton> extends ResourceRow<S> {
  readonly params: S['path']
  readonly properties: S['properties']
  readonly parents: S['path']
  readonly records: S['records']
  readonly singletons: S['singletons']
}

interface CollectionRow<S extends AnyResources> extends RowWithoutId<S> {
  readonly names:
    | If<Exclude<ActionWithoutWord<'collection'>, S['blocked']>, IndexName<S>>
    | Prefixed<Own<S['options'], 'collection'>, S['blocked'], `${S['name']}${S['plural']}`>
    | If<Exclude<'new', S['blocked']>, `new_${S['name']}${S['singular']}`>
    | Prefixed<Exclude<Own<S['options'], 'new'>, 'new'>, S['blocked'], `new_${S['name']}${S['singular']}`>
  readonly forms: If<Exclude<'create', S['blocked']>, RecordForm<S>>
  readonly actions: Exclude<
    ActionOn<'collection' | 'new'> | Own<S['options'], 'collection' | 'new'>,
    S['blocked']
  >
  readonly members: never
}

interface RecordRow<S extends AnyResources> extends ResourceRow<S> {
  readonly names:
    | If<Exclude<ActionWithoutWord<'member'>, S['blocked']>, `${S['recordName']}${S['singular']}`>
    | Prefixed<'edit' | Own<S['options'], 'member'>, S['blocked'], `${S['recordName']}${S['singular']}`>
  readonly params: [...S['recordPath'], S['param']]
  readonly properties: WithParam<S['properties'], S['param'], S['param']>
  readonly forms: If<Exclude<'update', S['blocked']>, `${S['recordName']}${S['singular']}`>
  readonly parents: S['recordPath']
  readonly records: S['recordsOfRecord']
  readonly singletons: S['recordSingletons']
  readonly actions: this['members']
  readonly members: Exclude<ActionOn<'member'> | Own<S['options'], 'member'>, S['blocked']>
}

interface SingletonRow<S extends AnySingleton> extends RowWithoutId<S> {
  readonly names:
    | If<Exclude<'create' | ActionWithoutWord<'member'>, S['blocked']>, `${S['name']}${S['singular']}`>
    | Prefixed<
        'edit' | Own<S['options'], 'member' | 'collection'>,
        S['blocked'],
        `${S['name']}${S['singular']}`
      >
    | If<Exclude<'new', S['blocked']>, `new_${S['name']}${S['singular']}`>
    | Prefixed<Exclude<Own<S['options'], 'new'>, 'new'>, S['blocked'], `new_${S['name']}${S['singular']}`>
  readonly forms: If<Exclude<'create' | 'update', S['blocked']>, `${S['name']}${S['singular']}`>
  readonly actions:
    this['members'] | Exclude<'create' | 'new' | Own<S['options'], 'collection' | 'new'>, S['blocked']>
  readonly members: Exclude<ActionOn<'member'> | Own<S['options'], 'member'>, S['blocked']>
}

interface PlainRow<
  N extends string, P extends string, T extends string, A extends string, O, C extends Context
> {
  readonly names: N extends '' ? never : `${C['name']}${Snake<N>}`
  readonly isPlain: true
  readonly params: [...C['path'], ...PathVariables<P>]
  readonly properties: C['properties']
  readonly param: 'id'
  readonly forms: never
  readonly parents: this['params']
  readonly records: C['records']
  readonly singletons: {}
  readonly controller: `${C['module']}${T}`
  readonly actions: A
  /** Its variable `id` is that of a record of its controller. */
  readonly members: 'id' extends this['params'][number] ? A : never
  readonly singular: Singular<Snake<LastOf<T>>>
  readonly wraps: C['wraps']
  /** An extension needs a word before it. A tree's root and globs have none. */
  readonly formats: [C['isRoot'], P] extends [true, '' | '/'] | [boolean, `${string}*${string}`]
    ? never
    : FormatsOf<O, C['formats']>
  readonly needsFormat: [this['formats']] extends [never] ? false : NeedsFormat<O>
  readonly constants: Omit<Constants<O>, this['params'][number]>
  readonly optional: Pick<Constants<O>, keyof Constants<O> & this['params'][number]>
  readonly open: never
}

interface OpenRow<O, C extends Context> {
  readonly names: never
  readonly isPlain: false
  readonly params: []
  readonly properties: {}
  readonly param: never
  readonly forms: never
  readonly parents: []
  readonly records: {}
  readonly singletons: {}
  readonly controller: never
  readonly actions: never
  readonly members: never
  readonly singular: never
  readonly wraps: never
  readonly formats: never
  readonly needsFormat: false
  readonly constants: {}
  readonly optional: {}
  readonly open: NamePrefix<O, C['name']> | (C['shallow'] extends true ? C['shallowName'] : never)
}

type TextAt<D, K extends string> = D extends { readonly [_ in K]: infer V extends string } ? V : never

/** `admin/posts` → `posts`. */
type LastOf<C extends string> = C extends `${string}/${infer Rest}` ? LastOf<Rest> : C

/** A noun with equal singular and plural would give the collection and the record one name. */
type IndexName<S extends AnyResources> =
  S['plural'] extends S['singular'] ? `${S['name']}${S['plural']}_index` : `${S['name']}${S['plural']}`

/** If no path is the record's, the collection's name is the form's. */
type RecordForm<S extends AnyResources> =
  [Exclude<ActionWithoutWord<'member'>, S['blocked']>] extends [never]
    ? IndexName<S>
    : `${S['recordName']}${S['singular']}`

/** The conventional actions whose paths have no word for them: they share a name. */
type ActionWithoutWord<P extends ConventionalAction['on']> =
  Extract<ConventionalAction, { readonly on: P, readonly suffix: '' }>['action']

type If<Actions, Name> = [Actions] extends [never] ? never : Name

/** `publish_post`. A blocked action stays out even if a map names it. */
type Prefixed<A extends string, Blocked, Name extends string> = `${Snake<Exclude<A, Blocked>>}_${Name}`

/** The resources of `hasMany` and `hasOne`. */
type Associated<O> =
  | (O extends { readonly hasMany: infer A } ? Many<A> : never)
  | (O extends { readonly hasOne: infer A } ? One<A> : never)

/**
 * `'comments'`, `['comments', 'tags']`, `{ comments: 'votes' }` and mixtures: a map nests, a list makes
 * siblings.
 */
type Many<A> =
  A extends string ? ResourcesDeclaration<A>
  : A extends readonly unknown[] ? Many<A[number]>
  : { [K in keyof A & string]: ResourcesDeclaration<K, { readonly hasMany: A[K] }> }[keyof A & string]

type One<A> =
  A extends string ? ResourceDeclaration<A> : A extends readonly unknown[] ? One<A[number]> : never
