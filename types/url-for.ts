/** The types of the URL helpers of drawn routes. */

import type { DeclarationOf, Routes } from './mapper.js'
import type { Camel } from './names.js'
import type { Row, RowsOf } from './rows.js'
import type { FormatOption, Id, Identified, PathOptions, UrlHash, UrlOptions } from './url-options.js'

/** The result of `hashForPostPath(1)`. */
export interface RouteHash extends UrlHash {
  readonly useRoute: string
  readonly controller: string
  readonly action: string
  readonly onlyPath: boolean
}

/** The helpers of `typeof routes`, and the long forms. */
export type UrlFor<R extends Routes> = Helpers<RowsOf<DeclarationOf<R>>>

export type Helpers<T extends Row, P extends string = PlainNames<T>> = {
  readonly [K in T as `${Camel<NamesOf<K, P>>}Path`]: Helper<K, OptionsOf<PathOptions, K>, string>
} & {
  readonly [K in T as `${Camel<NamesOf<K, P>>}Url`]: Helper<K, OptionsOf<UrlOptions, K>, string>
} & {
  readonly [K in T as `hashFor${Capitalize<Camel<NamesOf<K, P>>>}Path`]: Helper<
    K,
    OptionsOf<PathOptions, K>,
    RouteHash
  >
} & {
  readonly [K in T as `hashFor${Capitalize<Camel<NamesOf<K, P>>>}Url`]: Helper<
    K,
    OptionsOf<UrlOptions, K>,
    RouteHash
  >
} & Patterns<T['open']> &
  LongForms<T> &
  Carrier<T> &
  Fillable<T> &
  Unlisted

/** The names of plain routes, which rows of resources leave to them. */
type PlainNames<T extends Row> = T extends { readonly isPlain: true } ? T['names'] : never

type NamesOf<T extends Row, P extends string> =
  T['isPlain'] extends true ? T['names'] : Exclude<T['names'], P>

interface Fillable<T extends Row> {
  /** The same helpers with these variables filled in: `urlFor.with({ locale: 'de' })`. */
  readonly with: <V extends { readonly [K in T['params'][number]]?: IdWith<PropertyOf<T, K>> }>(
    variables: V & { readonly [K in Exclude<keyof V, T['params'][number]>]: UnknownVariable<T['open']> }
  ) => Helpers<Filled<T, keyof V>>
}

/** The property that a variable holds in those rows where it is not `id`. */
type PropertyOf<T extends Row, K extends string> =
  T extends { readonly properties: { readonly [_ in K]: infer P extends string } } ? P : never
type IdWith<Property extends string> = [Property] extends [never] ? IdOrRecord : Id | Identified<Property>

type UnknownVariable<Open extends string> = [Open] extends [never] ? 'no route has this variable' : unknown

type Filled<T extends Row, V> =
  T extends unknown
    ? Omit<T, 'params' | 'parents'> & {
      readonly params: Unfilled<T['params'], V>,
      readonly parents: Unfilled<T['parents'], V>
    }
    : never

type Unfilled<P extends readonly string[], V> =
  P extends readonly [infer H extends string, ...infer R extends readonly string[]]
    ? H extends V ? Unfilled<R, V> : [H, ...Unfilled<R, V>]
    : []

/** Carries the rows of helpers in types, for the form helpers; no value has it. */
declare const rows: unique symbol

interface Carrier<T extends Row> {
  /** A function, so that two types of helpers together carry the rows of the last one. */
  readonly [rows]: () => T
}

/** The rows of a type of helpers; never for a type that carries none. */
export type RowsOfHelpers<U> = U extends Carrier<infer T> ? T : never

type OptionsOf<Options, T extends Row> =
  [T['formats']] extends [never] ? Options
  : T['needsFormat'] extends true ? Options & RequiredFormat<T['formats']>
  : Options & FormatOption<T['formats']>

type Helper<T extends Row, Options, Result> =
  T['needsFormat'] extends true
    ? T['params'] extends readonly [] ? { (options: Options): Result }
    : HelperBy<NamedIds<T>, PositionsIn<T>, [options: Options], Result>
  : T['params'] extends readonly [] ? { (options?: Options): Result }
  : [OptionalOf<T> | keyof T['properties']] extends [never] ? PlainHelper<T['params'], Options, Result>
  : HelperBy<
      [OptionalOf<T>] extends [never] ? ByNameOf<T['params'], T['properties']> : NamedIds<T>,
      PositionsIn<T>, [options?: Options], Result
    >

type PositionsIn<T extends Row> = PositionsOf<T['params'], T['properties'], OptionalOf<T>>

/**
 * For the usual case that all ids are `id`s. The types have no names, so that hovers show arguments and their
 * variables.
 */
type PlainHelper<P, Options, Result> =
  P extends readonly [infer A] ? { (id: IdOrRecord<A> | ByName<[A & string]>, options?: Options): Result }
  : P extends readonly [infer A extends string, infer B extends string]
    ? {
        (ids: ByName<[A, B]>, options?: Options): Result
        (parentId: IdOrRecord<A>, id: IdOrRecord<B>, options?: Options): Result
      }
  : P extends readonly [infer A extends string, infer B extends string, infer C extends string]
    ? {
        (ids: ByName<[A, B, C]>, options?: Options): Result
        (
          grandparentId: IdOrRecord<A>, parentId: IdOrRecord<B>, id: IdOrRecord<C>, options?: Options
        ): Result
      }
  : P extends readonly string[]
    ? HelperBy<ByName<P>, { [K in keyof P]: IdOrRecord<P[K]> }, [options?: Options], Result>
  : never

/** Ids by name, or by position. */
interface HelperBy<Ids, Positions extends readonly unknown[], Options extends readonly unknown[], Result> {
  (ids: Ids, ...options: Options): Result
  (...args: [...ids: Positions, ...Options]): Result
}

export interface RequiredFormat<F extends string> {
  readonly format: F
}

/** Depends on the variable `K` in name alone, so that hovers and messages show it. */
type IdOrRecord<K = 'id'> = Id | Identified | ([K] extends [never] ? K : never)
type IdOrRecordBy<K, Property extends string> =
  Id | Identified<Property> | ([K] extends [never] ? K : never)

/** `M` are the properties that are not `id`, by variable. */
export type IdOrRecordOf<K, M> = K extends keyof M ? IdOrRecordBy<K, M[K] & string> : IdOrRecord<K>

/** The ids by name: `{ post_id, id }`. */
type ByName<P extends readonly string[]> = { readonly [K in P[number]]: IdOrRecord<K> }
type ByNameOf<P extends readonly string[], M> = { readonly [K in P[number]]: IdOrRecordOf<K, M> }

/** Where rows share a name and a path, one of them takes what any of them takes. */
type OptionalOf<T extends Pick<Row, 'optional'>> = T extends unknown ? keyof T['optional'] : never

/** An object for the record's own variable alone is the record. */
type NamedIds<T extends Row> = T['params'] extends readonly [T['param']] ? never : IdsOf<T>

/** The ids of a row by name; null stands for a missing one. */
export type IdsOf<T extends Pick<Row, 'params' | 'properties' | 'optional'>> =
  [OptionalOf<T>] extends [never] ? ByNameOf<T['params'], T['properties']>
  : Unfilled<T['params'], OptionalOf<T>> extends infer P extends readonly string[]
    // An empty object type beside the optional ids would take any value.
    ? P extends readonly [] ? OptionalByName<T['params'], T['properties']>
    : T['params'] extends readonly [...P, ...infer R extends readonly string[]]
      ? ByNameOf<P, T['properties']> & OptionalByName<R, T['properties']>
      : never
    : never

type Missing = null | undefined
type MissingOf<P extends readonly string[]> =
  P extends readonly [string, ...infer R extends readonly string[]] ? [id?: Missing, ...MissingOf<R>] : []

/** A variable needs those before it. */
type OptionalByName<P extends readonly string[], M> =
  P extends readonly [infer H extends string]
    ? { readonly [_ in H]?: IdOrRecordOf<H, M> | Missing }
    : P extends readonly [infer H extends string, ...infer R extends readonly string[]]
      ?
        | { readonly [_ in H]?: IdOrRecordOf<H, M> | Missing } & { readonly [_ in R[number]]?: Missing }
        | { readonly [_ in H]: IdOrRecordOf<H, M> } & OptionalByName<R, M>
      : never

/** The ids by position; `D` are the variables that may be missing, the last ones. */
export type PositionsOf<P extends readonly string[], M, D> =
  P extends readonly [infer H, ...infer R extends readonly string[]]
    ? H extends D
      ? R extends readonly [] ? [id?: IdOrRecordOf<H, M> | Missing]
        : MissingOf<P> | [id: IdOrRecordOf<H, M>, ...PositionsOf<R, M, D>]
      : [id: IdOrRecordOf<H, M>, ...PositionsOf<R, M, D>]
    : []

/** The helpers under a prefix that types cannot see. */
type Patterns<Prefix extends string> =
  [Prefix] extends [never]
    ? unknown
    : { readonly [K in Prefix as Pattern<K, Camel<K>>]: Untyped } & OpenForms<Prefix>

/** `any`, so that `noUncheckedIndexedAccess` does not make it undefined. */
type Untyped = any

type Pattern<Prefix extends string, Stem extends string> =
  Prefix extends '' ? `${string}${'Path' | 'Url'}`
  : `${Stem | `${string}${Capitalize<Stem>}`}${NextLetter<Prefix>}${string}${'Path' | 'Url'}`

/** A name begins with a capital behind an underscore. */
type NextLetter<Prefix extends string> = Prefix extends `${string}_` ? Uppercase<string> : ''

/** The helpers of routes without types. */
export type AnyUrlFor = Patterns<''> & {
  readonly with: (variables: Readonly<Record<string, unknown>>) => AnyUrlFor
}

/**
 * The long forms make a function of `urlFor`, and editors offer the members of functions. They leave out
 * what is private.
 */
declare class Unlisted {
  private readonly apply: never
  private readonly arguments: never
  private readonly bind: never
  private readonly call: never
  private readonly caller: never
  private readonly length: never
  private readonly name: never
  private readonly prototype: never
  private readonly toString: never
}

interface LongForms<T extends Row> {
  /** `urlFor('edit_post', { id: 1 })`. */
  <N extends keyof RowsByName<T>>(name: N, ...args: LongArguments<RowsByName<T>[N]>): string
  /** `urlFor(urlFor.hashForPostPath(1))`. */
  (hash: RouteHash): string
  /** `urlFor({ controller: 'posts', action: 'edit', id: 1 })`. */
  <C extends keyof IdsByAction<T>, A extends keyof IdsByAction<T>[C]>(
    target: Target<C, A> & IdsByAction<T>[C][A]
  ): string
}

interface LongOptions extends UrlOptions {
  /** A path, or a whole URL. Default: true. */
  readonly onlyPath?: boolean | undefined
}

interface Target<C, A> {
  readonly controller: C
  readonly action: A
}

interface OpenForms<Prefix extends string> {
  (name: `${string}${Prefix}${string}`, ...args: any[]): string
  (target: Target<string, string> & LongOptions & FormatOption & Readonly<Record<string, unknown>>): string
}

type RowsByName<T extends Row, P extends string = PlainNames<T>> = { [K in T as NamesOf<K, P>]: K }
type IdsByAction<T extends Row> = { [K in T as K['controller']]: { [L in K as L['actions']]: Chosen<L> } }

/** The union where an action has several rows. */
type Chosen<T extends Row> = T extends unknown ? IdsOf<T> & T['constants'] & OptionsOf<LongOptions, T> : never

type LongArguments<T> =
  T extends Row ? [...LongIds<IdsOf<T>>, ...LongRest<OptionsOf<LongOptions, T>>] : never
type LongIds<Ids> =
  [keyof Ids] extends [never] ? [ids?: Readonly<Record<string, never>>]
  : {} extends Ids ? [ids?: Ids] : [ids: Ids]
type LongRest<Options> = {} extends Options ? [options?: Options] : [options: Options]
