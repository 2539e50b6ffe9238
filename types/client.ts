/** The types of the client. */

import type { FastifyTypeProvider } from 'fastify'
import type { SaidOf } from './answers.js'
import type { AppTypes } from './app.js'
import type { KnownOf } from './known.js'
import type { IsOne } from './literals.js'
import type { DeclarationOf, Routes } from './mapper.js'
import type { Received, Sent, Written } from './records.js'
import type { Row, RowsOf } from './rows.js'
import type { IdOrRecordOf, IdsOf, PositionsOf } from './url-for.js'

/** Every argument that `new Headers()` takes. */
export type HeadersGiven = NonNullable<ConstructorParameters<typeof Headers>[0]>

/** Every `fetch` that `createClient` takes. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface ClientOptions {
  /** The address of the app, or a path where `fetch` knows the host, as in a browser. Default: no path. */
  readonly baseUrl?: string
  /** The place for retries, caches and other wrappers of a request. Default: the global one. */
  readonly fetch?: Fetch
  /** Headers of every call, such as tokens. The client calls a function each time. */
  readonly headers?: HeadersGiven | (() => HeadersGiven | Promise<HeadersGiven>)
  /** Whether requests to another site carry cookies. Default: that of `fetch`. */
  readonly credentials?: 'omit' | 'same-origin' | 'include'
}

/** What every call takes. */
export interface CallOptions {
  readonly headers?: HeadersGiven
  readonly signal?: AbortSignal
}

/** `{ posts: { update (id, values, options) {} } }`: `R` are the drawn routes, `K` the controllers by name. */
export type Client<R extends Routes, K = {}> = ClientOf<RowsOf<DeclarationOf<R>>, K>

type ClientOf<T extends Row, K> = Controllers<{ readonly [X in T as [X['actions']] extends [never] ? never : X['controller']]: X }, K> & Unseen<T['open']>

type Controllers<T, K> = { readonly [C in keyof T]: Actions<T[C], C extends keyof K ? FactsOf<KnownOf<K[C]>> : Facts> }

/** The known types of a controller. */
interface Facts {
  readonly record: unknown
  readonly responses: unknown
  readonly schemas: unknown
  readonly provider: FastifyTypeProvider
}

type FactsOf<X> = X extends Facts ? X : Facts

/** Where types cannot see all routes, any controller is allowed. */
type Unseen<Prefix> = [Prefix] extends [never] ? unknown : { readonly [controller: string]: any }

type Actions<T, X extends Facts> = { readonly [A in Part<T, 'actions'>]: Action<A, RowsWith<T, A>, X, SchemasOf<A, X['schemas']>> }
type Part<T, K extends keyof Row> = T extends { readonly [_ in K]: infer V extends Row[K] } ? V : never
type RowsWith<T, A> = T extends { readonly actions: infer B } ? A extends B ? T : never : never

/** The schemas of an action; an instance has them in its options. */
type SchemasOf<A, S> = A extends keyof S ? S[A] extends { readonly schema: infer I } ? I : S[A] : unknown

/** For the rows `T`, the facts `X` and the action's own schemas `S`. With a format the call gives the response. */
type Action<A, T, X extends Facts, S> = Calls<T, Values<A, T, X, S>, OptionsOf<A, T, X, S>, AnswerOf<A, T, X, S>>

type Calls<T, V extends readonly unknown[], O, R> =
  & ([Part<T, 'formats'>] extends [never] ? unknown : Call<T, Part<T, 'params'>, Part<T, 'properties'>, [...V, options: O & { readonly format: Part<T, 'formats'> }], Response>)
  & Call<T, Part<T, 'params'>, Part<T, 'properties'>, {} extends O ? [...V, options?: O] : [...V, options: O], R>

/** Where rows have several parents, only names choose among them. `M` are the properties of records by variable. */
type Call<T, P extends readonly string[], M, Rest extends readonly unknown[], R> =
  IsOne<P> extends true ? [keyof Part<T, 'optional'>] extends [never] ? CallOfOne<P, M, Rest, R>
    : CallN<PositionsOf<P, M, keyof Part<T, 'optional'>>, IdsOf<{ params: P, properties: M & object, optional: Part<T, 'optional'> }>, Rest, R>
  : CallByName<ByNameOf<P, M>, Rest, R> & ([Extract<P, readonly []>] extends [never] ? unknown : Call0<Rest, R>)

type CallOfOne<P extends readonly string[], M, Rest extends readonly unknown[], R> =
  P extends readonly [] ? Call0<Rest, R>
  : P extends readonly [infer V] ? Call1<IdOrRecordOf<V, M>, ByName<P, M>, Rest, R>
  : CallN<{ readonly [K in keyof P]: IdOrRecordOf<P[K], M> }, ByName<P, M>, Rest, R>

interface Call0<Rest extends readonly unknown[], R> {
  (...args: Rest): Promise<R>
}

interface Call1<Id, Ids, Rest extends readonly unknown[], R> {
  (id: Id | Ids, ...args: Rest): Promise<R>
}

interface CallN<P extends readonly unknown[], Ids, Rest extends readonly unknown[], R> {
  (ids: Ids, ...args: Rest): Promise<R>
  (...args: [...ids: P, ...Rest]): Promise<R>
}

interface CallByName<Ids, Rest extends readonly unknown[], R> {
  (ids: Ids, ...args: Rest): Promise<R>
}

type ByName<P extends readonly string[], M> = { readonly [K in P[number]]: IdOrRecordOf<K, M> }
type ByNameOf<P extends readonly string[], M> = P extends readonly [] ? never : P extends unknown ? ByName<P, M> : never

/** The argument of `create` and `update` after the ids: the record without its key, or a form with its field names. */
type Values<A, T, X extends Facts, S> = A extends 'create' | 'update' ? [values: FormData | ValuesOf<A, T, X, S>] : []
type ValuesOf<A, T, X extends Facts, S> =
  'body' extends keyof S ? Unwrapped<T, Written<AppWith<X['provider']>, S['body']>>
  : A extends 'update' ? Partly<Sent<AppWith<X['provider']>, X['record']>> : Sent<AppWith<X['provider']>, X['record']>
type Unwrapped<T, V> = IsWrapped<T, V> extends true ? V[Part<T, 'singular'> & keyof V] : V
type IsWrapped<T, V> = unknown extends V ? true : [Part<T, 'singular'>] extends [keyof V] ? true : false
type Partly<V> = unknown extends V ? unknown : { [K in keyof V]?: V[K] }

interface QueryOptions extends CallOptions {
  readonly query?: Readonly<Record<string, unknown>>
}

interface WriteOptions {
  /** Whether the body has the record under its name. Default: true. */
  readonly wrap?: boolean
}

interface BodyOptions {
  readonly body?: unknown
}

type OptionsOf<A, T, X extends Facts, S> = QueryOptionsOf<X, S> & (A extends 'create' | 'update' ? WriteOptionsOf<T, X, S> : BodyOptionsOf<X, S>)

type QueryOptionsOf<X extends Facts, S> =
  'querystring' extends keyof S ? QueryOption<Written<AppWith<X['provider']>, S['querystring']>>
  : 'query' extends keyof S ? QueryOption<Written<AppWith<X['provider']>, S['query']>> : QueryOptions

type QueryOption<Q> = unknown extends Q ? QueryOptions : CallOptions & ({} extends Q ? { readonly query?: Q } : { readonly query: Q })

/** If an action's own body schema lacks the record's name, the body is not wrapped. */
type WriteOptionsOf<T, X extends Facts, S> =
  'body' extends keyof S ? IsWrapped<T, Written<AppWith<X['provider']>, S['body']>> extends true ? WriteOptions : { readonly wrap: false } : WriteOptions

type BodyOptionsOf<X extends Facts, S> = 'body' extends keyof S ? BodyOption<Written<AppWith<X['provider']>, S['body']>> : BodyOptions
type BodyOption<V> = unknown extends V ? BodyOptions : { readonly body: FormData | V }

interface AppWith<P extends FastifyTypeProvider> extends AppTypes {
  readonly provider: P
}

/** The answer by its schema; a status without a body gives undefined. */
type AnswerOf<A, T, X extends Facts, S> =
  'response' extends keyof S ? Success<AppWith<X['provider']>, S['response']>
  : Said<X, SaidOf<A, Part<T, 'members'>, X['responses']>>

type Said<X extends Facts, W> =
  W extends false ? unknown : W extends 'list' ? List<Received<AppWith<X['provider']>, X['record']>> : Received<AppWith<X['provider']>, W extends 'record' ? X['record'] : W>

type List<V> = unknown extends V ? unknown : V[]

type Success<E extends AppTypes, R> = {
  [K in keyof R]: `${K & (string | number)}` extends '204' | '205' ? undefined : `${K & (string | number)}` extends `2${string}` | 'default' ? Received<E, R[K]> : never
}[keyof R]
