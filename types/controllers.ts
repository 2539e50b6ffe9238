/** The controllers that drawn routes need, as types. */

import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyTypeProvider, FastifyTypeProviderDefault, RouteOptions } from 'fastify'
import type { DeclarationOf, Routes } from './mapper.js'
import type { Body, CreateValues, IdsOf, RecordOf, Records, RecordsOf, UpdateValues } from './records.js'
import type { Row, RowsOf } from './rows.js'

/** Fastify's route options, without those that the declaration decides. */
export type ActionOptions = Omit<Partial<RouteOptions>, 'method' | 'url' | 'path' | 'handler' | 'constraints'>

/**
 * Every controller of `typeof routes`, for `satisfies Controllers<typeof routes>`. `S` are the schemas of records by
 * controller, and `P` the type provider that reads them: `Controllers<typeof routes, { posts: typeof Post },
 * TypeBoxTypeProvider>` knows bodies and ids too.
 */
export type Controllers<R extends Routes, S extends RecordSchemas<R> = {}, P extends FastifyTypeProvider = FastifyTypeProviderDefault> =
  [keyof S] extends [never] ? ControllersOf<RowsOf<DeclarationOf<R>>> : RecordControllers<RowsOf<DeclarationOf<R>>, RecordsOf<RowsOf<DeclarationOf<R>>, S, P>>

/**
 * What the plugin's option takes: any object, with types for the handlers and functions that are written
 * in place. `Controllers<typeof routes>` knows more.
 */
export type AnyController =
  | object
  | { readonly [action: string]: ActionHandler<Readonly<Record<string, string>>> }
  | ((fastify: FastifyInstance) => unknown)

/** One of them, for a file of its own: `satisfies Controller<typeof routes, 'posts'>`. */
export type Controller<R extends Routes, C extends ControllerName<R>, S extends RecordSchemas<R> = {}, P extends FastifyTypeProvider = FastifyTypeProviderDefault> =
  [keyof S] extends [never]
    ? ControllerOf<Controlled<RowsOf<DeclarationOf<R>>, C>>
    : RecordController<Controlled<RowsOf<DeclarationOf<R>>, C>, RecordsOf<RowsOf<DeclarationOf<R>>, S, P>>

export type ControllerName<R extends Routes> = RowsOf<DeclarationOf<R>>['controller']

/** The schemas of records, by controller. */
export type RecordSchemas<R extends Routes> = { readonly [C in ControllerName<R>]?: unknown }

/** Where all actions are blocked, no controller is needed. */
type ControllersOf<T extends Row> =
  & {
    readonly [K in T as [K['actions']] extends [never] ? never : K['controller']]:
      ControllerSource<{ readonly [L in K as L['actions']]: ActionHandler<Params<L['params']>> } & Reserved>
  }
  & Others<T>

type RecordControllers<T extends Row, S extends Records> =
  & { readonly [K in T as [K['actions']] extends [never] ? never : K['controller']]: ControllerSource<RecordController<K, S>> }
  & Others<T>

/** Controllers of routes that types could not see into. */
type Others<T extends Row> = [T['open']] extends [never] ? unknown : { readonly [controller: string]: object }

type Controlled<T extends Row, C extends string> = T extends { readonly controller: C } ? T : never

/** A controller, or what makes one once the app's decorators are there. */
export type ControllerSource<C> = C | ((fastify: FastifyInstance) => Lazy<C | { readonly default: ControllerSource<C> }>)

type Lazy<T> = T | Promise<T>

type ControllerOf<T extends Row> = { readonly [K in T as K['actions']]: ActionHandler<Params<K['params']>> } & Reserved

/** Where the schemas of records are known. */
type RecordController<T extends Row, S extends Records> =
  & { readonly [K in T as Exclude<K['actions'], 'create' | 'update'>]: RecordAction<IdsOf<K['params'], K['controller'], S>, unknown> }
  & { readonly [K in T as Extract<K['actions'], 'create'>]: RecordAction<IdsOf<K['params'], K['controller'], S>, Body<K['singular'], CreateValues<S, K['controller']>>> }
  & { readonly [K in T as Extract<K['actions'], 'update'>]: RecordAction<IdsOf<K['params'], K['controller'], S>, Body<K['singular'], UpdateValues<S, K['controller']>>> }
  & RecordOf<S, T['controller']>
  & Reserved

/** What a controller has for itself, so that no action can be called that. */
interface Reserved {
  /** Fastify's route options for all its actions. */
  readonly routeOptions?: ActionOptions
  /** The record's JSON Schema: bodies, ids and answers follow from it. */
  readonly record?: unknown
  /** Whether `index`, `show`, `create` and `update` answer with the record's properties only. Default: false. */
  readonly responses?: boolean
}

/** The union where one action serves several parents. */
type Params<P extends readonly string[]> = P extends unknown ? { readonly [K in P[number]]: string } : never

export type ActionHandler<P> = Handler<P> | HandlerWithOptions<P>

interface HandlerWithOptions<P> extends ActionOptions {
  readonly handler: Handler<P>
}

type Handler<P> = BareHandler<P> | AnnotatedHandler<P>

/** What a handler without annotations takes: its body and its query are unknown. */
type BareHandler<P> = (this: FastifyInstance, request: FastifyRequest<{ Params: P }>, reply: FastifyReply) => unknown

/**
 * A handler may say more of its request, but no other params. That the two signatures differ in type
 * parameters keeps the compiler from reading the first one's `any` into handlers without annotations.
 */
interface AnnotatedHandler<P> {
  (this: any, request: FastifyRequest<Annotated<P>>, reply: any): unknown
  <_>(this: any, request: FastifyRequest<Annotated<P>>, reply: any): unknown
}

/** As `ActionHandler`, with the body that a record's schema tells. */
type RecordAction<P, B> = RecordHandler<P, B> | RecordHandlerWithOptions<P, B>

interface RecordHandlerWithOptions<P, B> extends ActionOptions {
  readonly handler: RecordHandler<P, B>
}

type RecordHandler<P, B> = ((this: FastifyInstance, request: FastifyRequest<{ Params: P, Body: B }>, reply: FastifyReply) => unknown) | AnnotatedHandler<P>

interface Annotated<P> {
  Params: P
  Body: any
  Querystring: any
  Headers: any
  Reply: any
}
