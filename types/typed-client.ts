/** The types of the client. */

import type { AppTypes, TypeProvider, Unseen } from './registered-app.js'
import type { KnownOf } from './known.js'
import type { IsOne } from './literals.js'
import type { DeclarationOf, Routes } from './mapper.js'
import type { Partly, Read } from './records.js'
import type { Row, RowsOf } from './rows.js'
import type { AnswerOptions, ErrorOf, ErrorStatus, FailureOf, Reply, SuccessOf } from './statuses.js'
import type { IdOrRecordOf, IdsOf, PositionsOf, RequiredFormat } from './url-for.js'
import type { FormatOption } from './url-options.js'
import type { Input, RecordInput } from './wire.js'

export type { AnswerOptions, ErrorBody, Problem } from './statuses.js'
// Declaration files of modules that export a client name these: of this entry, since it needs no Fastify.
export type { BodyStatus, Reply } from './statuses.js'
export type { Id, Identified } from './url-options.js'

/** Every argument that `new Headers()` takes. Undefined values are left out. */
export type HeadersGiven = NonNullable<ConstructorParameters<typeof Headers>[0]> | HeaderValues

type HeaderValues = Readonly<Record<string, string | number | boolean | undefined>>

/** Every `fetch` that `createClient` takes. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** `K` are the controllers by name. */
export interface ClientOptions<K = {}> {
  /** The address of the app, or a path where `fetch` knows the host, as in a browser. Default: no path. */
  readonly baseUrl?: string | undefined
  /** The place for retries, caches and other wrappers of a request. Default: the global one. */
  readonly fetch?: Fetch | undefined
  /** Headers of every call, such as tokens. The client calls a function each time. */
  readonly headers?: HeadersGiven | (() => HeadersGiven | Promise<HeadersGiven>) | undefined
  /** Whether requests to another site carry cookies. Default: that of `fetch`. */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** Which version of a tree to call, where rows have one: `2` is 2.0.0 or 2.1.0. Default: the first. */
  readonly version?: string | undefined
  /** How a query has lists: `a=1&a=2`, or `a=1,2`. Default: `a[]=1&a[]=2`. */
  readonly lists?: 'repeat' | 'comma' | undefined
  /** The property of a record that has its version, which writes send as `If-Match`. Default: none. */
  readonly ifMatch?: PropertyOfRecords<K>
}

/** A name of any record; each text where one of them is unknown, or all are. */
type PropertyOfRecords<K> =
  { [N in keyof K]: PropertyOf<FactsOf<KnownOf<K[N]>>> }[keyof K] extends infer P
    ? [P] extends [never] ? string : P & string
    : never

/** Without a schema, the properties of what `load` finds; a controller without both has no version. */
type PropertyOf<X extends Facts> =
  [X['record']] extends [undefined] ? KeyIn<X['loaded']>
  : Read<AppWith<X['provider']>, X['record']> extends infer V ? unknown extends V ? string : KeyIn<V> : never

type KeyIn<V> = V extends unknown ? keyof V : never

/** What every call takes beside its headers: the options of `fetch`. */
export interface CallOptions extends OrUndefined<
  Omit<RequestInit, 'method' | 'headers' | 'body' | 'duplex' | 'window' | 'cache'>
> {
  // The types of Node.js 20 lack it.
  readonly cache?:
    'default' | 'no-store' | 'reload' | 'no-cache' | 'force-cache' | 'only-if-cached' | undefined
}

type OrUndefined<T> = { readonly [K in keyof T]: T[K] | undefined }

/** How to read an answer. Default: by its type. */
export type As = 'json' | 'text' | 'blob' | 'response'

/** What `client.posts.show.try(1)` resolves to, by status. */
export interface Succeeded<Status, Body> {
  readonly ok: true
  readonly status: Status
  readonly body: Body
  /** Its body has been read, unless `as` is `'response'`. */
  readonly response: Response
}

export interface Failed<Status, Body> {
  readonly ok: false
  readonly status: Status
  readonly body: Body
  /** Its body can still be read. */
  readonly response: Response
}

/**
 * `{ posts: { update (id, values, options) {} } }`: `R` are the drawn routes, `K` the controllers by name,
 * `O` the options of the plugin that change answers.
 */
export type Client<R extends Routes, K = {}, O extends AnswerOptions = {}> =
  ClientOf<RowsOf<DeclarationOf<R>>, K, O>

// Mapped types stand in conditions, so that messages and hovers show their properties and not their names.
type ClientOf<T extends Row, K, O> =
  { readonly [X in T as [X['actions']] extends [never] ? never : X['controller']]: X } extends infer C
    ? Controllers<C, K, O, ''> & Namespaces<C, K, O, '', Extract<keyof C, `${string}/${string}`>> &
        Unseen<T, any>
    : never

/** The controllers `C` right in the namespace `P`. */
type Controllers<C, K, O, P extends string> = {
  readonly [N in keyof C as N extends `${string}/${string}` ? never : N]:
    Actions<C[N], `${P}${N & string}` extends infer F extends keyof K ? FactsOf<KnownOf<K[F]>> : Facts, O>
} extends infer M ? M : never

/** Those in namespaces below it, by the first words of their names `N`. */
type Namespaces<C, K, O, P extends string, N extends string & keyof C> =
  [N] extends [never] ? unknown : { readonly [X in N as FirstWord<X>]: Namespace<C, K, O, P, X> }

type Namespace<C, K, O, P extends string, N extends string & keyof C> =
  { readonly [X in N as AfterWord<X>]: C[X] } extends infer D
    ? Controllers<D, K, O, `${P}${FirstWord<N>}/`> &
      Namespaces<D, K, O, `${P}${FirstWord<N>}/`, Extract<keyof D, `${string}/${string}`>>
    : never

type FirstWord<N extends string> = N extends `${infer Word}/${string}` ? Word : never
type AfterWord<N extends string> = N extends `${string}/${infer Rest}` ? Rest : never

/** The known types of a controller. */
interface Facts {
  readonly record: unknown
  readonly input: unknown
  readonly responses: unknown
  readonly loaded: unknown
  readonly schemas: unknown
  readonly provider: TypeProvider
}

type FactsOf<X> = X extends Facts ? X : Facts

type Actions<T, X extends Facts, O> =
  Part<T, 'actions'> extends infer N
    ? {
        readonly [A in N & string]:
          CallsOf<A, RowsWith<T, A>, X, SchemasOf<A, X['schemas']>, AppWith<X['provider']>, O>
      }
    : never

type Part<T, K extends keyof Row> = T extends { readonly [_ in K]: infer V extends Row[K] } ? V : never
type RowsWith<T, A> = T extends { readonly actions: infer B } ? A extends B ? T : never : never

/** The schemas of an action; an instance has them in its options. */
type SchemasOf<A, S> = A extends keyof S ? S[A] extends { readonly schema: infer I } ? I : S[A] : unknown

/** What a call takes after its ids, and what it gives. */
interface CallFacts {
  readonly values: readonly unknown[]
  readonly options: object
  readonly formats: string
  /** Whether all its paths end in an extension. */
  readonly needsFormat: boolean
  /** Whether it answers with a page, which `as` must ask for. */
  readonly isPage: boolean
  readonly success: Replied
  readonly failure: Replied
}

/** A status and its body. */
interface Replied {
  readonly status: number
  readonly body: unknown
}

/**
 * For the action `A` of the rows `T`, the facts `X` and the action's own schemas `S`. The object has no name,
 * so that hovers and messages show its properties.
 */
type CallsOf<A, T, X extends Facts, S, E extends AppTypes, O> = Calls<T, {
  readonly values: ValuesArgument<A, T, X, S, E>
  readonly options:
    & CallOptions & HeadersOptionOf<E, S> & QueryOptionOf<E, S>
    & (A extends 'create' | 'update'
      ? WrapOptionOf<T, E, S>
      : BodyOptionOf<E, S>)
  readonly formats: Part<T, 'formats'>
  readonly needsFormat: Part<T, 'needsFormat'>
  readonly isPage: IsPage<A, X['responses'], S>
  readonly success: SuccessOf<A, Part<T, 'members'>, E, X['record'], X['responses'], S>
  readonly failure: FailureOf<E, S, ErrorOf<SentOf<A, T, X, S, E>, O>>
}, PropertyOf<X> & string>

/**
 * What a call may ask for. `ReturnType` of a call takes all of them at once: undefined among them stands for
 * the answer of a call that asks for nothing.
 */
type Readings<F extends CallFacts> =
  F['isPage'] extends true ? Exclude<As, 'json'> : F['needsFormat'] extends true ? As : As | undefined

type IsPage<A, Answers, S> =
  A extends 'new' | 'edit'
    ? A extends keyof Answers ? false : 'response' extends keyof S ? false : true
    : false

/** Where rows have several parents, only names choose among them. `N` are the names of the record. */
type Calls<T, F extends CallFacts, N extends string> =
  CallsBy<T, Part<T, 'params'>, Part<T, 'properties'>, F, N>

/** `M` are the properties of records by variable. */
type CallsBy<T, P extends readonly string[], M, F extends CallFacts, N extends string> =
  IsOne<P> extends true ? [keyof Part<T, 'optional'>] extends [never] ? CallOfOne<P, M, F, N>
    : CallN<PositionsOf<P, M, keyof Part<T, 'optional'>>, IdsOf<{
      params: P,
      properties: M & object,
      optional: Part<T, 'optional'>
    }>, F>
  : [Extract<P, readonly []>] extends [never] ? Call<[ids: ByNameOf<P, M>], F> : CallN<[], ByNameOf<P, M>, F>

type CallOfOne<P extends readonly string[], M, F extends CallFacts, N extends string> =
  P extends readonly [] ? Call<[], F>
  : P extends readonly [infer V] ? Call<[id: RecordWith<V, M, N> | ByName<P, M>], F>
  : CallN<{ readonly [K in keyof P]: RecordWith<P[K], M, N> }, ByName<P, M, N>, F>

/** A record may be written in place, with its version: `{ ...post, version: 3 }`. */
type RecordWith<K, M, N extends string> =
  IdOrRecordOf<K, M> | (Extract<IdOrRecordOf<K, M>, object> & { readonly [_ in N]?: unknown })

/** One way to give the ids; `Tries` is whether it resolves for failures too. */
export interface CallAs<P extends readonly unknown[], F extends CallFacts, Tries> {
  <W extends Readings<F> = never, X extends F['formats'] = never>(
    ...args: [...ids: P, ...Rest<F, W, X>]
  ): Promise<Tries extends true ? OutcomeAs<F, W, X> : BodyAs<F, W, X>>
}

export interface Call<P extends readonly unknown[], F extends CallFacts> extends CallAs<P, F, false> {
  /** Resolves for failures too: `{ ok, status, body, response }`. */
  readonly try: CallAs<P, F, true>
}

/** Ids by name, or by position. */
export interface CallN<P extends readonly unknown[], Ids, F extends CallFacts>
  extends CallAs<[ids: Ids], F, false>, CallAs<P, F, false> {
  /** Resolves for failures too: `{ ok, status, body, response }`. */
  readonly try: CallAs<[ids: Ids], F, true> & CallAs<P, F, true>
}

type ByName<P extends readonly string[], M, N extends string = never> =
  { readonly [K in P[number]]: RecordWith<K, M, N> }
type ByNameOf<P extends readonly string[], M> =
  P extends readonly [] ? never : P extends unknown ? ByName<P, M> : never

/** `W` is the reading that a call asks for, `X` its format; never where it says neither. */
type Rest<F extends CallFacts, W, X extends string> =
  F['isPage'] extends true ? [...F['values'], options: OptionsWith<F, X> & { readonly as: W }]
  : {} extends OptionsWith<F, string> ? [...F['values'], options?: OptionsWith<F, X> & AsOption<W>]
  : [...F['values'], options: OptionsWith<F, X> & AsOption<W>]

interface AsOption<W> {
  readonly as?: W | undefined
}

type OptionsWith<F extends CallFacts, X extends string> =
  [F['formats']] extends [never] ? F['options']
  : F['needsFormat'] extends true ? F['options'] & RequiredFormat<X> : F['options'] & FormatOption<X>

type BodyAs<F extends CallFacts, W, X> = ReadAs<F['success']['body'], W, X>

type ReadAs<R, W, X> =
  [W] extends [never] ? [X] extends [never] ? R : Response
  : [undefined] extends [W] ? R
  : W extends 'json' ? R : W extends 'text' ? string : W extends 'blob' ? Blob : Response

// In conditions without a name of their own, so that messages and hovers show the bodies.
type OutcomeAs<F extends CallFacts, W, X> = [
  | (F['success'] extends infer R
    ? R extends Replied ? Succeeded<R['status'], ReadAs<R['body'], W, X>> : never
    : never)
  | (F['failure'] | Reply<Exclude<ErrorStatus, F['failure']['status']>, unknown> extends infer R
    ? R extends Replied ? Failed<R['status'], R['body']> : never
    : never)
] extends [infer O] ? O : never

/**
 * The argument of `create` and `update` after the ids: the record without its key, or a form with its field
 * names.
 */
type ValuesArgument<A, T, X extends Facts, S, E extends AppTypes> =
  A extends 'create' | 'update' ? [values: FormBody | ValuesOf<A, T, X, S, E>] : []

type ValuesOf<A, T, X extends Facts, S, E extends AppTypes> =
  'body' extends keyof S ? Unwrapped<T, Input<E, S['body']>>
  : A extends 'update' ? Partly<RecordInput<E, X['record'], X['input']>>
    : RecordInput<E, X['record'], X['input']>

/** The values or the body of a call. */
type SentOf<A, T, X extends Facts, S, E extends AppTypes> =
  A extends 'create' | 'update' ? ValuesOf<A, T, X, S, E>
  : 'body' extends keyof S ? Input<E, S['body']> : unknown

type FormBody = FormData | URLSearchParams
type Unwrapped<T, V> = IsWrapped<T, V> extends true ? V[Part<T, 'singular'> & keyof V] : V
type IsWrapped<T, V> = unknown extends V ? true : [Part<T, 'singular'>] extends [keyof V] ? true : false

interface AppWith<P extends TypeProvider> extends AppTypes {
  readonly provider: P
}

type HeadersOptionOf<E extends AppTypes, S> =
  'headers' extends keyof S ? HeadersOption<Input<E, S['headers']>> : HeadersOption<unknown>

type HeadersOption<H> =
  unknown extends H ? { readonly headers?: HeadersGiven | undefined }
  : {} extends H ? { readonly headers?: (H & HeaderValues) | undefined }
  : { readonly headers: H & HeaderValues }

type QueryOptionOf<E extends AppTypes, S> =
  'querystring' extends keyof S ? QueryOption<Input<E, S['querystring']>>
  : 'query' extends keyof S ? QueryOption<Input<E, S['query']>> : QueryOption<unknown>

type QueryOption<Q> =
  unknown extends Q ? { readonly query?: Readonly<Record<string, unknown>> | undefined }
  : {} extends Q ? { readonly query?: Q | undefined } : { readonly query: Q }

/** Where an action's own body schema, unlike the tree, has the record's name, or lacks it, a call says so. */
type WrapOptionOf<T, E extends AppTypes, S> =
  'body' extends keyof S
    ? WrapOptionFor<IsWrapped<T, Input<E, S['body']>>, Part<T, 'wraps'>, Input<E, S['body']>>
    : WrapOption

type WrapOptionFor<W, Usual, V> =
  unknown extends V ? WrapOption : [Usual] extends [W] ? WrapOption : { readonly wrap: W }

export interface WrapOption {
  /** Whether the body has the record under its name. Default: that of `draw`. */
  readonly wrap?: boolean | undefined
}

type BodyOptionOf<E extends AppTypes, S> =
  'body' extends keyof S ? BodyOption<Input<E, S['body']>> : BodyOption<unknown>
type BodyOption<V> = unknown extends V ? { readonly body?: unknown } : { readonly body: FormBody | V }
