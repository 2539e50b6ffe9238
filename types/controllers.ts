/** The types of controllers. */

import type {
  FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, FastifyTypeProvider,
  FastifyTypeProviderDefault, RouteOptions
} from 'fastify'
import type { AnswerOf } from './action-answers.js'
import type { AnswerStatus } from './statuses.js'
import type { AppOf, AppTypes, RegisteredApp, RowsIn, Unseen } from './registered-app.js'
import type { InvalidForm } from './form-errors.js'
import type { AboveOf, Handler, Parts, ParentsOf, RequestOf, ResourceRequest } from './handlers.js'
import type { ControllerOf, Named } from './known.js'
import type { IsOne } from './literals.js'
import type { DeclarationOf, Routes } from './mapper.js'
import type { IdOf } from './records.js'
import type { RegisteredRoutes } from './registry.js'
import type { Row, RowsOf } from './rows.js'
import type { UrlFor } from './url-for.js'

/**
 * What becomes of a WebSocket of another site, and of a writing request that needs no preflight: a 403, or
 * the action decides.
 */
export type CrossSite = 'refuse' | 'allow'

/** Fastify's route options, without those that the declaration decides. */
export interface ActionOptions extends Omit<
  Partial<RouteOptions>,
  'method' | 'url' | 'path' | 'handler' | 'constraints'
> {
  /** Whether requests of other sites are refused. Default: that of the plugin. */
  readonly crossSite?: CrossSite
  /** The formats of its rows that it answers, for documents and checks. Default: all of them. */
  readonly formats?: readonly string[]
}

export interface DefineController<E extends AppTypes> {
  /**
   * Returns the definition unchanged. The types of its handlers follow from the routes, its record and its
   * schemas.
   */
  <
    const C extends keyof E['controlled'] & string,
    const S extends Schemas<E, C>,
    Load = Unread,
    const Rec = undefined,
    const In = undefined,
    const Answers extends Responses<E, C> = false
  >(
    name: Complete<C, RowsIn<E, C>['actions'], keyof S>,
    definition: Common<E, C, Rec, In, Answers, Load> &
      UnknownActions<C, Exclude<keyof S, RowsIn<E, C>['actions'] | CommonKey>> &
      Actions<E, C, S, Rec, In, Answers, LoadedIn<S, Load>>
  ): ControllerOf<C, Rec, In, Answers, LoadedIn<S, Load>, S, E['provider']>

  /** For an instance of a class. */
  readonly instance: <const C extends keyof E['controlled'] & string, D extends object>(
    name: C, controller: D & InstanceOf<E, C, D>
  ) => ControllerOf<
    C,
    Has<D, 'record'>,
    Has<D, 'input'>,
    Has<D, 'responses'>,
    Loaded<Returned<Has<D, 'load'>>>,
    D,
    E['provider']
  >
}

/** `controller`, for the registered app. */
export interface Define extends DefineController<RegisteredApp> {
  /**
   * For an app without registered types, or with other routes:
   * `controller.for<typeof routes, TypeBoxTypeProvider>()('posts', …)`. After the provider come the
   * controllers: `controller.for<typeof routes, TypeBoxTypeProvider, typeof controllers>()('comments', …)`.
   */
  readonly for: <
    R extends Routes,
    P extends FastifyTypeProvider = FastifyTypeProviderDefault,
    K = {}
  >() => DefineController<GivenApp<R, P, K>>
}

// The helpers are a property: as an argument, they would be instantiated for each controller.
interface GivenApp<R extends Routes, P extends FastifyTypeProvider, K> extends AppOf<R, P, K> {
  readonly urlFor: UrlFor<R>
}

/** The types of handlers before anything is inferred. */
type Schemas<E extends AppTypes, C> = { readonly [A in RowsIn<E, C>['actions']]?: unknown }

type Responses<E extends AppTypes, C> =
  boolean | { readonly [A in RowsIn<E, C>['actions']]?: 'list' | 'record' | false | object }

/**
 * The controller's name; if an action is missing, the compiler's message instead. A misspelt action has its
 * own message.
 */
type Complete<C, A extends string, Handled> =
  [A] extends [Handled]
    ? C
    : string extends A
      ? C
      : [Exclude<Handled, A | CommonKey>, IsOne<C>] extends [never, true]
        ? MissingAction<C, Exclude<A, Handled>>
        : C

type MissingAction<C, A> = `'${C & string}' has no handler for the action '${A & string}'`

/**
 * `keyof S` must be alone: only then does the compiler infer `S` from the schemas before it types the
 * handlers.
 */
type Actions<E extends AppTypes, C, S, Rec, In, Answers, L> = {
  readonly [A in keyof S]: A extends CommonKey
    ? unknown
    : Action<AnswerOf<A, C, E, S[A], Rec, Answers>, C, A, E, S[A], Rec, In, L>
}

type CommonKey = keyof Common<AppTypes, never, never, never, never, never>

type UnknownActions<C, A extends PropertyKey> = { readonly [K in A]: UnknownAction<C, K> }

type UnknownAction<C, A> = `'${A & string}' is no option, and no action of '${C & string}'`

/** The properties of a controller that are not actions; no action can have such a name. */
interface Common<E extends AppTypes, C, Rec, In, Answers, Load> {
  /** The record's schema, a JSON Schema or a Standard Schema: bodies, ids and answers follow from it. */
  readonly record?: Rec
  /**
   * The schema of what clients send, where it is not the record's. A library's own validation runs, on an
   * update after `load`.
   */
  readonly input?: In
  /**
   * Finds the record of a row; null or undefined is a 404. Write it before the actions: it types their
   * `request.record`.
   */
  readonly load?: (
    ...args: LoadArguments<E, RowsOfRecords<RowsIn<E, C>>, C, Rec>
  ) => IsUnread<Load> extends true ? any : Load
  /**
   * Answers each form of its actions whose body is invalid, or whose handler threw `fieldError`. It gets the
   * status 422, the values that were sent, and messages by field. An action may have its own.
   */
  readonly invalid?: (
    request: ResourceRequest<AnyRowParts<E, C>>, reply: FastifyReply, form: InvalidForm
  ) => unknown
  /** Whether answers are the record's properties only, or by action what else they are. Default: false. */
  readonly responses?: Answers
  /** Fastify's route options for all its actions. */
  readonly routeOptions?: ActionOptions
  /**
   * A property of the record that changes with each write, a number or a text. A write that names an old one
   * is refused: 412 for `If-Match`, 409 for a form.
   */
  readonly version?: string
  /** Whether a write that names no version is refused: 428. */
  readonly requireVersion?: boolean
  /** Whether `show` answers 304 to `If-None-Match`: right only if it shows nothing but the record. */
  readonly etag?: boolean
}

/** The request of any row of the controller. */
interface AnyRowParts<E extends AppTypes, C> extends Parts {
  readonly record: any
  readonly parents: ParentsOf<E, AboveOf<RowsIn<E, C>>, C, unknown>
  readonly urlFor: E['urlFor']
}

type RequestIn<E extends AppTypes> =
  unknown extends E['urlFor'] ? FastifyRequest : FastifyRequest & { readonly urlFor: E['urlFor'] }

type RowsOfRecords<T extends Row> = T extends unknown ? [T['members']] extends [never] ? never : T : never

/** A singleton has no id. */
type LoadArguments<E extends AppTypes, T extends Row, C, Rec> =
  [Extract<T, { readonly params: readonly [...unknown[], T['param']] }>] extends [never]
    ? [parents: ParentsOf<E, AboveOf<T>, C, unknown>, request: RequestIn<E>]
    : [id: IdOf<E, Rec, T['param']>, parents: ParentsOf<E, AboveOf<T>, C, unknown>, request: RequestIn<E>]

/** The result of a `load` that is missing, or that the compiler leaves out beside another error. */
interface Unread {
  readonly unread: never
}

/** What `load` found. Beside another error it is any, so that no second error follows from the first. */
type LoadedIn<S, Load> = IsUnread<Load> extends true ? 'load' extends keyof S ? any : unknown : Loaded<Load>
type IsUnread<Load> = [Load, Unread] extends [Unread, Load] ? true : false

type Loaded<Load> = Exclude<Awaited<Load>, null | undefined | void>

/** Its answer `R` comes first, since messages cut the rest. */
type Action<R, C, A, E extends AppTypes, S, Rec, In, L> =
  | Handler<RequestOf<C, A, E, S, Rec, In, L>, R, number>
  | WithOptions<RequestOf<C, A, E, S, Rec, In, L>, R, S>
  | Unloaded<RequestOf<C, A, E, S, Rec, In, unknown, false>, R, S>

interface OptionsOf<Q extends Parts, R, S> extends Omit<ActionOptions, 'schema'> {
  readonly schema?: S & FastifySchema & UnknownParts<S>
  readonly invalid?: Invalid<Q>
  readonly handler: Handler<Q, R, AnswerStatus<S>>
}

interface WithOptions<Q extends Parts, R, S> extends OptionsOf<Q, R, S> {
  readonly load?: true
}

interface Unloaded<Q extends Parts, R, S> extends OptionsOf<Q, R, S> {
  readonly load: false
}

/** Answers a form whose body or query is invalid, or whose handler threw field errors: 422 is set. */
type Invalid<Q extends Parts> =
  (request: NoInfer<ResourceRequest<WithAnyBody<Q>>>, reply: FastifyReply, form: InvalidForm) => unknown

/** What is invalid has no type. */
type WithAnyBody<Q> = { [K in keyof Q]: K extends 'body' ? unknown : Q[K] }

type UnknownParts<S> = {
  readonly [K in Exclude<keyof S, keyof FastifySchema>]: `Fastify's schemas have no part '${K & string}'`
}

/**
 * A class annotates its methods, `show (request: ActionRequest<'posts', 'show', typeof Post>)`, and may have
 * other members.
 */
export type ActionRequest<
  C extends RegisteredApp['rows']['controller'],
  A extends RowsIn<RegisteredApp, C>['actions'],
  Rec = undefined,
  S = unknown,
  L = unknown,
  In = undefined
> = ResourceRequest<RequestOf<C, A, RegisteredApp, S, Rec, In, L>>

type InstanceOf<E extends AppTypes, C, D> =
  {
    readonly [A in RowsIn<E, C>['actions'] as string extends A ? never : A]: Action<
      AnswerOf<A, C, E, Has<Has<D, A>, 'schema'>, Has<D, 'record'>, Has<D, 'responses'>>,
      C, A, E, Has<Has<D, A>, 'schema'>, Has<D, 'record'>, Has<D, 'input'>,
      Loaded<Returned<Has<D, 'load'>>>
    >
  }

type Has<D, K> = K extends keyof D ? D[K] : undefined
type Returned<F> = F extends (...args: never) => infer R ? R : unknown

/**
 * All controllers of the routes: `export const controllers = { … } satisfies AllControllers` finds a missing
 * one, a misplaced one, and a name that no route has.
 */
export type AllControllers<R extends Routes = RegisteredRoutes> =
  & {
    readonly [T in RowsOf<DeclarationOf<R>> as [T['actions']] extends [never] ? never : T['controller']]:
      ControllerSource<T['controller']>
  }
  & Unseen<RowsOf<DeclarationOf<R>>, object>

/** Of two signatures the compiler reads no function in advance: what one returns may need `controllers`. */
type ControllerSource<C> = Named<C> | (() => any) | ((fastify: FastifyInstance) => any)

/** The plugin's option: any object, with types for handlers that are written in place. */
export type AnyController =
  | object
  | {
    readonly [action: string]:
      Handler<AnyParts, unknown, number> | WithOptions<AnyParts, unknown, FastifySchema>
  }
  | ((fastify: FastifyInstance) => unknown)

interface AnyParts extends Parts {
  readonly params: Readonly<Record<string, string>>
}
