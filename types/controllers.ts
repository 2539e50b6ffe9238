/** The controllers that drawn routes need, as types. */

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { DeclarationOf, Routes } from './mapper.js'
import type { Row, RowsOf } from './rows.js'

/** Fastify's route options, without those that the declaration decides. */
export type ActionOptions = Omit<Partial<RouteOptions>, 'method' | 'url' | 'path' | 'handler' | 'constraints'>

/** Every controller of `typeof routes`, for `satisfies Controllers<typeof routes>`. */
export type Controllers<R extends Routes> = ControllersOf<RowsOf<DeclarationOf<R>>>

/**
 * What the plugin's option takes: any object, with types for the handlers and functions that are written
 * in place. `Controllers<typeof routes>` knows more.
 */
export type AnyController =
  | object
  | { readonly [action: string]: ActionHandler<Readonly<Record<string, string>>> }
  | ((fastify: FastifyInstance) => unknown)

/** One of them, for a file of its own: `satisfies Controller<typeof routes, 'posts'>`. */
export type Controller<R extends Routes, C extends ControllerName<R>> = ControllerOf<Controlled<RowsOf<DeclarationOf<R>>, C>>

export type ControllerName<R extends Routes> = RowsOf<DeclarationOf<R>>['controller']

/** Where all actions are blocked, no controller is needed. */
type ControllersOf<T extends Row> =
  & {
    readonly [K in T as [K['actions']] extends [never] ? never : K['controller']]:
      ControllerSource<{ readonly [L in K as L['actions']]: ActionHandler<Params<L['params']>> } & Reserved>
  }
  & ([T['open']] extends [never] ? unknown : { readonly [controller: string]: object })

type Controlled<T extends Row, C extends string> = T extends { readonly controller: C } ? T : never

/** A controller, or what makes one once the app's decorators are there. */
export type ControllerSource<C> = C | ((fastify: FastifyInstance) => Lazy<C | { readonly default: ControllerSource<C> }>)

type Lazy<T> = T | Promise<T>

type ControllerOf<T extends Row> = { readonly [K in T as K['actions']]: ActionHandler<Params<K['params']>> } & Reserved

/** What a controller has for itself, so that no action can be called that. */
interface Reserved {
  /** Fastify's route options for all its actions. */
  readonly routeOptions?: ActionOptions
  readonly record?: unknown
  readonly responses?: unknown
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

interface Annotated<P> {
  Params: P
  Body: any
  Querystring: any
  Headers: any
  Reply: any
}
