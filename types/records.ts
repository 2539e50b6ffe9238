/** What the schemas of records say of bodies and ids, as types. */

import type { FastifyTypeProvider } from 'fastify'
import type { Row } from './rows.js'

/** The schemas by controller, what reads them, and the rows that tell whose an id is. */
export interface Records {
  readonly rows: Row
  readonly schemas: object
  readonly provider: FastifyTypeProvider
}

export interface RecordsOf<T extends Row, S, P extends FastifyTypeProvider> extends Records {
  readonly rows: T
  readonly schemas: S & object
  readonly provider: P
}

/** What a controller must have where its schema is known. */
export type RecordOf<S extends Records, C> = C extends keyof S['schemas'] ? { readonly record: S['schemas'][C] } : unknown

/** What the provider makes of a controller's record. */
type Values<S extends Records, C> = C extends keyof S['schemas'] ? (S['provider'] & { schema: S['schemas'][C] })['validator'] : unknown

/** What a client may send to create a record. */
export type CreateValues<S extends Records, C> =
  unknown extends Values<S, C> ? unknown : { [K in keyof Sent<S, C>]: Sent<S, C>[K] }

/** What it may send to change one. */
export type UpdateValues<S extends Records, C> =
  unknown extends Values<S, C> ? unknown : { [K in keyof Sent<S, C>]?: Sent<S, C>[K] }

type Sent<S extends Records, C> = Omit<Values<S, C>, ReadOnlyKeys<S['schemas'][C & keyof S['schemas']]>>

type ReadOnlyKeys<Schema> =
  Schema extends { readonly properties: infer P } ? { [K in keyof P]: P[K] extends ReadOnly ? K : never }[keyof P] : never

/** TypeBox keeps no options in its types, but knows `Type.Readonly()`. */
type ReadOnly = { readonly readOnly: true } | { readonly '~readonly': true }

/** A record under its name; the union where a controller serves several resources. */
export type Body<N extends string, V> = unknown extends V ? unknown : N extends unknown ? { [K in N]: V } : never

/** The parts of a path: ids as the records of their controllers have them, else text. */
export type IdsOf<P extends readonly string[], C, S extends Records> =
  P extends unknown ? { readonly [K in P[number]]: IdOf<S, K extends 'id' ? C : OwnerOf<K, S['rows']>> } : never

type IdOf<S extends Records, C> =
  [C] extends [never] ? string : C extends unknown ? Values<S, C> extends { id?: infer I } ? Exclude<I, undefined> : string : never

/** `post_id` is the id of what is called `post`. */
type OwnerOf<K extends string, T extends Row> = T extends unknown ? K extends `${T['singular']}_id` ? T['controller'] : never : never
