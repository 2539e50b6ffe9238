/** The types of an app: its rows, its type provider, and its controllers. */

import type { DeclarationOf, Routes } from './mapper.js'
import type { FastifyResources, RegisteredRoutes } from './registry.js'
import type { Row, RowsOf } from './rows.js'

/** A `FastifyTypeProvider`, for clients that have no Fastify. */
export interface TypeProvider {
  readonly schema: unknown
  readonly validator: unknown
  readonly serializer: unknown
}

export interface AppTypes {
  readonly rows: Row
  /** The rows by controller. */
  readonly controlled: object
  /** Controller and property of the record, by its variable in the path of a child: `post_id`. */
  readonly owners: object
  readonly provider: TypeProvider
  /** Controllers by name, the functions that make them, or the schemas of their records. */
  readonly controllers: unknown
  /** The helpers of its requests, beside the registered ones. */
  readonly urlFor: unknown
}

export interface AppOf<R extends Routes, P extends TypeProvider, K> extends AppTypes {
  readonly rows: RowsOf<DeclarationOf<R>>
  readonly controlled: { readonly [T in RowsOf<DeclarationOf<R>> as T['controller']]: T } & Unseen<
    RowsOf<DeclarationOf<R>>,
    Row
  >
  readonly owners: {
    readonly [T in RowsOf<DeclarationOf<R>> as `${T['singular']}_${T['param']}`]: readonly [
      controller: T['controller'],
      param: T['param']
    ]
  }
  readonly provider: P
  readonly controllers: K
}

/** Where types cannot see all routes, any controller is allowed. */
export type Unseen<T extends Row, V> =
  [T['open']] extends [never] ? unknown : { readonly [controller: string]: V }

/** An interface, so that the compiler's messages name it instead of writing it out. */
export interface RegisteredApp extends AppOf<RegisteredRoutes, RegisteredProvider, unknown> {
  // Here and not in the base, since the compiler reads it later: `typeof controllers` refers to this type.
  readonly controllers: RegisteredControllers
}

type RegisteredProvider = Extract<Registered<'provider', TypeProvider>, TypeProvider>
type RegisteredControllers =
  Omit<Registered<'controllers', {}>, keyof Registered<'records', {}>> & Registered<'records', {}>

type Registered<K extends string, Default> =
  K extends keyof FastifyResources ? FastifyResources[K] : Default

/** The rows of a controller. */
export type RowsIn<E extends AppTypes, C> =
  E['controlled'][C & keyof E['controlled']] extends infer T extends Row ? T : never

/** Those of them that have the action. */
export type RowsWith<E extends AppTypes, C, A> = WithAction<RowsIn<E, C>, A>
type WithAction<T extends Row, A> = T extends unknown ? A extends T['actions'] ? T : never : never
