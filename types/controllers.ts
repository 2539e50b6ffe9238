/** Controllers, typed by what they are. */

import type { FastifyInstance, FastifyRequest, FastifySchema, FastifyTypeProvider, FastifyTypeProviderDefault, RouteOptions } from 'fastify'
import type { AnswerOf } from './answers.js'
import type { AppOf, AppTypes, RegisteredApp } from './app.js'
import type { Handler, Parts, ParentsOf, RequestOf, ResourceRequest } from './handlers.js'
import type { IsOne } from './literals.js'
import type { DeclarationOf, Routes } from './mapper.js'
import type { IdOf } from './records.js'
import type { RegisteredRoutes } from './registry.js'
import type { Row, RowsOf } from './rows.js'

/** Fastify's route options, without those that the declaration decides. */
export type ActionOptions = Omit<Partial<RouteOptions>, 'method' | 'url' | 'path' | 'handler' | 'constraints'>

declare const known: unique symbol

/** What `controller` gives, as others see it: no value has this property. */
export interface ControllerOf<C, Rec, Answers, Loaded, S, P> {
  readonly [known]: { readonly name: C, readonly record: Rec, readonly responses: Answers, readonly loaded: Loaded, readonly schemas: S, readonly provider: P }
}

/** What is known of a controller, of a function that gives one, of a module. */
export type KnownOf<X> =
  X extends { readonly [known]: infer K } ? K
  : X extends (...args: never) => infer R ? KnownOf<Awaited<R>>
  : X extends { readonly default: infer D } ? KnownOf<D> : unknown

export interface DefineController<E extends AppTypes> {
  /** Gives the definition as it is; the types of its handlers follow from the routes, its record and its schemas. */
  <const C extends keyof E['controlled'] & string, const S extends Schemas<E, C>, Load, const Rec = undefined, const Answers extends Responses<E, C> = false>(
    name: Complete<C, RowsIn<E, C>['actions'], keyof S>, definition: Common<E, C, Rec, Answers, Load> & UnknownActions<C, Exclude<keyof S, RowsIn<E, C>['actions'] | CommonKey>> & Actions<E, C, S, Rec, Answers, Loaded<Load>>
  ): ControllerOf<C, Rec, Answers, Loaded<Load>, S, E['provider']>

  /** For the instance of a class. */
  readonly instance: <const C extends keyof E['controlled'] & string, D extends object>(name: C, controller: D & InstanceOf<E, C, D>) =>
  ControllerOf<C, Has<D, 'record'>, Has<D, 'responses'>, Loaded<Returned<Has<D, 'load'>>>, D, E['provider']>
}

/** `controller`, for what is registered. */
export interface Define extends DefineController<RegisteredApp> {
  /** Where nothing is registered, or other routes are: `controller.for<typeof routes, TypeBoxTypeProvider>()('posts', …)`. */
  readonly for: <R extends Routes, P extends FastifyTypeProvider = FastifyTypeProviderDefault, S = {}, K = {}>() => DefineController<AppOf<R, P, S, K>>
}

export type RowsIn<E extends AppTypes, C> = E['controlled'][C & keyof E['controlled']] extends infer T extends Row ? T : never

/** What handlers are typed by while nothing is inferred yet. */
type Schemas<E extends AppTypes, C> = { readonly [A in RowsIn<E, C>['actions']]?: unknown }

type Responses<E extends AppTypes, C> = boolean | { readonly [A in RowsIn<E, C>['actions']]?: 'list' | 'record' | false | object }

/** The name where no action is missing, else what the compiler's message shows. A misspelt one has a message of its own. */
type Complete<C, A extends string, Given> =
  [A] extends [Given] ? C : string extends A ? C : [Exclude<Given, A | CommonKey>, IsOne<C>] extends [never, true] ? MissingAction<C, Exclude<A, Given>> : C

type MissingAction<C, A> = `'${C & string}' has no handler for the action '${A & string}'`

/** `keyof S` stands alone: only so does the compiler infer `S` from the schemas before it types the handlers. */
type Actions<E extends AppTypes, C, S, Rec, Answers, L> = {
  readonly [A in keyof S]: A extends CommonKey ? unknown : Action<C, A, E, S[A], Rec, Answers, L>
}

type CommonKey = keyof Common<AppTypes, never, never, never, never>

type UnknownActions<C, A extends PropertyKey> = { readonly [K in A]: UnknownAction<C, K> }

type UnknownAction<C, A> = `the routes have no action '${A & string}' of '${C & string}'`

/** What a controller has for itself, so that no action can be called that. */
interface Common<E extends AppTypes, C, Rec, Answers, Load> {
  /** The record's JSON Schema: bodies, ids and answers follow from it. */
  readonly record?: Rec
  /** Finds the record of a row; null or undefined is a 404. Write it before the actions, whose `request.record` it types. */
  readonly load?: (...args: LoadArguments<E, RowsOfRecords<RowsIn<E, C>>, Rec>) => Load
  /** Whether actions answer with the record's properties only, or with what instead, by action. Default: false. */
  readonly responses?: Answers
  /** Fastify's route options for all its actions. */
  readonly routeOptions?: ActionOptions
  /** What becomes of properties that no schema names. */
  readonly unknown?: 'refuse' | 'remove'
  /** Whether JSON must come under the record's name. Default: true. */
  readonly wrap?: boolean
}

type RowsOfRecords<T extends Row> = T extends unknown ? [T['members']] extends [never] ? never : T : never

/** A singleton has no id. */
type LoadArguments<E extends AppTypes, T extends Row, Rec> =
  [Extract<T, { readonly params: readonly [...unknown[], T['param']] }>] extends [never]
    ? [parents: ParentsOf<E, T['parents']>, request: FastifyRequest]
    : [id: IdOf<E, Rec, T['param']>, parents: ParentsOf<E, T['parents']>, request: FastifyRequest]

type Loaded<Load> = Exclude<Awaited<Load>, null | undefined | void>

type Action<C, A, E extends AppTypes, S, Rec, Answers, L> =
  | Handler<RequestOf<C, A, E, S, Rec, L>, AnswerOf<A, C, E, S, Rec, Answers>>
  | WithOptions<RequestOf<C, A, E, S, Rec, L>, AnswerOf<A, C, E, S, Rec, Answers>, S>
  | Unloaded<RequestOf<C, A, E, S, Rec, unknown>, AnswerOf<A, C, E, S, Rec, Answers>, S>

interface WithOptions<Q extends Parts, R, S> extends Omit<ActionOptions, 'schema'> {
  readonly load?: true
  readonly schema?: S & FastifySchema & UnknownParts<S>
  readonly handler: Handler<Q, R>
}

interface Unloaded<Q extends Parts, R, S> extends Omit<ActionOptions, 'schema'> {
  readonly load: false
  readonly schema?: S & FastifySchema & UnknownParts<S>
  readonly handler: Handler<Q, R>
}

type UnknownParts<S> = { readonly [K in Exclude<keyof S, keyof FastifySchema>]: `Fastify's schemas have no part '${K & string}'` }

export type RowsWith<E extends AppTypes, C, A> = WithAction<RowsIn<E, C>, A>
type WithAction<T extends Row, A> = T extends unknown ? A extends T['actions'] ? T : never : never

/** The methods of a class are annotated, `show (request: ActionRequest<'posts', 'show', typeof Post>)`, and it may have members besides. */
export type ActionRequest<C extends RegisteredApp['rows']['controller'], A extends RowsIn<RegisteredApp, C>['actions'], Rec = undefined, S = unknown, L = unknown> =
  ResourceRequest<RequestOf<C, A, RegisteredApp, S, Rec, L>>

type InstanceOf<E extends AppTypes, C, D> =
  { readonly [A in RowsIn<E, C>['actions'] as string extends A ? never : A]: Action<C, A, E, Has<Has<D, A>, 'schema'>, Has<D, 'record'>, Has<D, 'responses'>, Loaded<Returned<Has<D, 'load'>>>> }

type Has<D, K> = K extends keyof D ? D[K] : undefined
type Returned<F> = F extends (...args: never) => infer R ? R : unknown

/**
 * Every controller of the routes, for what no single one can tell: `controllers: { posts, comments } satisfies
 * AllControllers` finds one that is missing, one under another's name, and a name in `FastifyResources` that no route has.
 */
export type AllControllers<R extends Routes = RegisteredRoutes> =
  & { readonly [T in RowsOf<DeclarationOf<R>> as [T['actions']] extends [never] ? never : T['controller']]: ControllerSource<Named<T['controller']>> }
  & Others<RowsOf<DeclarationOf<R>>>
  & Unregistered<Exclude<keyof (RegisteredApp['records'] & RegisteredApp['controllers']), keyof RegisteredApp['controlled']>>

type Unregistered<C> = [C] extends [never] ? unknown : { readonly [K in C & string]: `FastifyResources has '${K}', but the routes have no such controller` }

interface Named<C> { readonly [known]: { readonly name: C } }

/** Controllers of routes that types could not see into. */
type Others<T extends Row> = [T['open']] extends [never] ? unknown : { readonly [controller: string]: object }

/** A controller, or what makes one once the app's decorators are there. */
type ControllerSource<C> = C | ((fastify: FastifyInstance) => Lazy<C | { readonly default: ControllerSource<C> }>)
type Lazy<T> = T | Promise<T>

/** What the plugin's option takes: any object, with types for handlers that are written in place. */
export type AnyController =
  | object
  | { readonly [action: string]: Handler<AnyParts, unknown> | WithOptions<AnyParts, unknown, FastifySchema> }
  | ((fastify: FastifyInstance) => unknown)

interface AnyParts extends Parts {
  readonly params: Readonly<Record<string, string>>
}
