/** What the schemas of records say of bodies, ids and answers, as types. */

import type { AppTypes } from './app.js'

/** What the app's type provider reads in a schema. */
export type Read<E extends AppTypes, X> = (E['provider'] & { schema: X })['validator']

/** What it takes for an answer; not every provider tells. */
export type Written<E extends AppTypes, X> =
  (E['provider'] & { schema: X })['serializer'] extends infer V ? unknown extends V ? Read<E, X> : V : never

/** What a client gets for a schema. */
export type Received<E extends AppTypes, X> = Read<E, X> extends infer V ? unknown extends V ? unknown : Visible<X, V, never> : never

/** What a client may send of a record. */
export type Sent<E extends AppTypes, X> = Read<E, X> extends infer V ? unknown extends V ? unknown : Sendable<X, V> : never

/** What it may see of one. */
export type Seen<E extends AppTypes, X> = Written<E, X> extends infer V ? unknown extends V ? unknown : Visible<X, V, Date> : never

/** TypeBox keeps no options in its types, but knows `Type.Readonly()`. */
type ReadOnly = { readonly readOnly: true } | { readonly '~readonly': true }
type WriteOnly = { readonly writeOnly: true }

/** Without what is marked as read-only, wherever it is. */
type Sendable<X, V> =
  V extends object
    ? V extends readonly (infer I)[] ? X extends { readonly items: infer Y } ? Array<Sendable<Y, I>> : V
    : [PropertiesOf<X>] extends [never] ? V : SendableOf<PropertiesOf<X>, V>
    : V

type SendableOf<P, V> = { [K in keyof V as K extends Marked<P, ReadOnly> ? never : K]: Sendable<Of<P, K>, V[K]> }

/** Without what is marked as write-only, wherever it is. What becomes a text may be `D`, and lists may be read-only. */
type Visible<X, V, D> =
  V extends object
    ? V extends readonly (infer I)[] ? ReadonlyArray<Visible<X extends { readonly items: infer Y } ? Y : unknown, I, D>>
    : VisibleOf<PropertiesOf<X>, V, D>
    : string extends V ? V | D : V

type VisibleOf<P, V, D> = { [K in keyof V as K extends Marked<P, WriteOnly> ? never : K]: Visible<Of<P, K>, V[K], D> }

/** The union over all schemas that speak of one object. */
type PropertiesOf<X> =
  X extends { readonly properties: infer P } ? P
  : X extends { readonly [_ in 'allOf' | 'anyOf' | 'oneOf']?: infer M } ? unknown extends M ? never : PropertiesOf<M[number & keyof M]> : never

type Marked<P, Mark> = P extends unknown ? { [K in keyof P]: P[K] extends Mark ? K : never }[keyof P] : never
type Of<P, K> = P extends unknown ? K extends keyof P ? P[K] : never : never

/** A record under its name; the union where a controller serves several resources. */
export type Keyed<N extends string, V> = unknown extends V ? unknown : N extends unknown ? { [K in N]: V } : never

/** Text where there is no record, what its schema says where that can be read, else what it may be. */
export type IdOf<E extends AppTypes, X, K extends PropertyKey = 'id'> =
  [X] extends [undefined] ? string
    : Read<E, X> extends infer V ? unknown extends V ? string | number : K extends keyof V ? Exclude<V[K], undefined> : string : never
