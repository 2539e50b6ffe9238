/** The types of the arguments of handlers. */

import type {
  ContextConfigDefault, FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, FastifySchema,
  FastifyTypeProviderDefault, RawRequestDefaultExpression, RawServerDefault, RouteGenericInterface
} from 'fastify'
import type { Answering } from './action-answers.js'
import type { AppTypes, RowsWith } from './registered-app.js'
import type { KnownOf } from './known.js'
import type { RegisteredUrlFor } from './registry.js'
import type { Row } from './rows.js'
import type { IdOf, Keyed, Partly, Read, Sent } from './records.js'

/**
 * A file that a form sent, where the schema has one: its bytes, with the name and the media type that the
 * browser gave.
 */
export type FormFile = Buffer & { readonly filename: string, readonly mimetype: string }

/** The parts of a request. */
export interface Parts {
  readonly params: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly body: unknown
  readonly record: unknown
  readonly parents: unknown
  readonly urlFor: unknown
}

export interface ResourceRequest<Q extends Parts> extends FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  RawRequestDefaultExpression,
  FastifySchema,
  FastifyTypeProviderDefault,
  ContextConfigDefault,
  FastifyBaseLogger,
  Q
> {
  /** The record that the controller's `load` found. */
  readonly record: Q['record']
  /** The records that the parents' `load` found, by name. */
  readonly parents: Q['parents']
  /** The URL helpers: those registered, and those of the tree that `controller.for` names. */
  urlFor: RegisteredUrlFor & Q['urlFor']
}

/**
 * For the action `A` of the controller `C`; `S` are its own schemas, `Rec` and `In` those of the controller,
 * `L` is the result of `load`. If it does not run, an app may set `parents` itself.
 */
export interface RequestOf<C, A, E extends AppTypes, S, Rec, In, L, IsLoading = true> extends Parts {
  readonly params: 'params' extends keyof S
    ? ParamsBy<RowsWith<E, C, A>['params'], Read<E, S['params']>>
    : IdsOf<E, RowsWith<E, C, A>, C, Rec>
  readonly query: 'querystring' extends keyof S
    ? Read<E, S['querystring']>
    : 'query' extends keyof S ? Read<E, S['query']> : unknown
  readonly headers: 'headers' extends keyof S ? Read<E, S['headers']> : unknown
  readonly body: 'body' extends keyof S ? Read<E, S['body']>
    : A extends 'create' ? Keyed<RowsWith<E, C, A>['singular'], Sent<E, Rec, In>>
      : A extends 'update'
        ? Keyed<RowsWith<E, C, A>['singular'], Partly<Sent<E, Rec, In>>>
        : unknown
  readonly record: RecordIn<RowsWith<E, C, A>, A, L>
  readonly parents: IsLoading extends true ? ParentsOf<E, AboveOf<RowsWith<E, C, A>>, C, L> : unknown
  readonly urlFor: E['urlFor']
}

/**
 * A plain route without the record's id has none, nor has a request that leaves it out: an action that serves
 * such may get null.
 */
type RecordIn<T extends Row, A, L> =
  [T] extends [never] ? unknown
  : T extends unknown
    ? A extends T['members']
      ? L | (T['param'] extends Missing<T['optional']> ? null : never)
      : T['isPlain'] extends true ? null : unknown
  : never

/** The path has its variables, whichever type provider reads the schemas. */
type ParamsBy<P extends readonly string[], V> =
  unknown extends V ? P extends unknown ? { readonly [K in P[number]]: unknown } : never : V

/** The union of the parents, where one action serves several. */
type IdsOf<E extends AppTypes, T extends Row, C, Rec> =
  T extends unknown
    ? {
        readonly [K in Exclude<T['params'][number], Missing<T['optional']>> | keyof T['constants']]:
          K extends keyof T['constants'] ? T['constants'][K] : IdIn<E, T, C, Rec, K>
      } & OptionalIds<E, T, C, Rec, Missing<T['optional']>>
    : never

// `unknown` and not `{}`, so that the compiler's messages show the ids alone.
type OptionalIds<E extends AppTypes, T extends Row, C, Rec, V extends PropertyKey> =
  [V] extends [never] ? unknown : { readonly [K in V]?: IdIn<E, T, C, Rec, K> }

type IdIn<E extends AppTypes, T extends Row, C, Rec, K> =
  K extends T['param'] ? IdOf<E, Rec, K> : ParentId<E, OwnerOf<E, T['records'], K>, C, Rec>

/** The variables that have no parameter where a request leaves them out. */
type Missing<D> = { [K in keyof D]: D[K] extends null ? K : never }[keyof D]

/**
 * The controller of the record that a variable identifies, and the property of the record: of the block that
 * adds it (`R`), else of all resources that do so.
 */
type OwnerOf<E extends AppTypes, R, K> =
  K extends keyof R ? R[K] : K extends keyof E['owners'] ? E['owners'][K] : never

type ParentId<E extends AppTypes, O, C, Rec> =
  [O] extends [never] ? string
  : O extends readonly [infer Owner, infer K extends string] ?
    Owner extends C ? IdOf<E, Rec, K>
    : Owner extends keyof E['controllers'] ? IdOf<E, RecordOf<E['controllers'][Owner]>, K>
    : string | number
  : never

/** What may be above rows: variables, those of them that surely are of records, and singletons. */
export type AboveOf<T extends Row> =
  T extends unknown ? [T['parents'], T['records'], T['singletons']] : never

/**
 * The records above the rows of the controller `C`, whose own `load` gives `L`. Those of some rows alone are
 * undefined in the others.
 */
export type ParentsOf<E extends AppTypes, A extends Above, C, L> = Aligned<ParentsAt<E, A, C, L>>

type Above = [variables: readonly string[], records: object, singletons: object]

type Aligned<U, K extends PropertyKey = U extends unknown ? keyof U : never> =
  U extends unknown
    ? [K] extends [keyof U] ? U : U & { readonly [_ in Exclude<K, keyof U>]?: undefined }
    : never

/**
 * A variable that no block of `resources` adds is that of a parent only if its path is below the parent's,
 * which types do not see.
 */
type ParentsAt<E extends AppTypes, A extends Above, C, L> =
  A extends [infer P extends readonly string[], infer R, infer S]
    ? string extends P[number] ? any : {
        readonly [K in P[number] | keyof S as K extends keyof S ? K : NameIn<K, OwnerOf<E, R, K>>]:
          K extends keyof S
            ? Parent<E, readonly [S[K], unknown], C, L>
            : Parent<E, OwnerOf<E, R, K>, C, L> | (K extends keyof R ? never : undefined)
      }
    : never

type NameIn<K, O> =
  O extends readonly [unknown, infer P extends string] ? K extends `${infer N}_${P}` ? N : never : never
type Parent<E extends AppTypes, O, C, L> =
  O extends readonly [infer Owner, unknown]
    ? Owner extends C ? L
    : Owner extends keyof E['controllers'] ? Fact<E['controllers'][Owner], 'loaded'> : unknown
    : never
type Fact<X, K extends string> = KnownOf<X> extends { readonly [_ in K]: infer V } ? V : unknown
type RecordOf<X> = unknown extends KnownOf<X> ? X : Fact<X, 'record'>

/** `N` are the statuses that it may answer. */
export type Handler<Q extends Parts, R, N extends number> = BareHandler<Q, R, N> | SelfTypedHandler<Q, R>

interface BareHandler<Q extends Parts, R, N extends number> extends NoOptions {
  (
    this: FastifyInstance, request: NoInfer<ResourceRequest<Q>>, reply: NoInfer<ReplyOf<R, N>>
  ): NoInfer<R | Promise<R>>
}

type ReplyOf<R, N extends number> =
  [unknown, number] extends [R, N] ? FastifyReply : Answering<R, N>

/**
 * A handler may narrow the type of its request, but not contradict it. The two signatures differ in type
 * parameters, so that the compiler does not read the first one's `any` into handlers without annotations.
 */
interface SelfTypedHandler<Q extends Parts, R> extends NoOptions {
  (this: any, request: NoInfer<ResourceRequest<Loose<Q>>>, reply: any): NoInfer<R | Promise<R>>
  <_>(this: any, request: NoInfer<ResourceRequest<Loose<Q>>>, reply: any): NoInfer<R | Promise<R>>
}

/** Tells handlers from options, so that the compiler knows options without `load` from those with it. */
interface NoOptions {
  readonly load?: never
}

type Loose<Q> = { [K in keyof Q]: unknown extends Q[K] ? any : Q[K] }
