/** The types of what travels: what a client sends, and what arrives as JSON. */

import type { AppTypes } from './registered-app.js'
import type { Marked, PropertiesOf, Read, ReadOnly, SchemaOf, WithoutId, WriteOnly } from './records.js'

/** What a client sends for a schema: a property with a default may be left out. */
export type Input<E extends AppTypes, X> = InputWithout<E, X, never>

/** The same for `input` or a record, without the properties that no client sends. */
export type RecordInput<E extends AppTypes, Rec, In> =
  [In] extends [undefined] ? WithoutId<Rec, InputWithout<E, Rec, ReadOnly>> : InputWithout<E, In, ReadOnly>

/** What arrives for a schema: the JSON of its type, without the properties that no client sees, or a file. */
export type Received<E extends AppTypes, X> =
  Read<E, X> extends infer V ? V extends Blob ? Blob : Arriving<X, V> : never

type InputWithout<E extends AppTypes, X, Mark> =
  Read<E, X> extends infer V
    ? unknown extends V ? unknown
    // Zod and others say themselves what they take.
    : X extends { readonly '~standard': { readonly types?: infer T } }
      ? NonNullable<T> extends { readonly input: infer I } ? I : Sending<X, V, Mark>
    : Sending<X, V, Mark>
    : never

type Defaulted = { readonly default: unknown }

type Sending<X, V, Mark> =
  V extends object
    ? V extends readonly unknown[] ? SendingList<ItemsOf<X>, V, Mark>
    : [PropertiesOf<X>] extends [never] ? V : SendingObject<PropertiesOf<X>, V, Mark>
    : V

// Items of a list are read later than those of a tuple, so a list may have lists of its own type.
type SendingList<Y, V extends readonly unknown[], Mark> =
  [V[number][], V] extends [V, unknown[]] ? Array<Sending<Y, V[number], Mark>>
    : { [K in keyof V]: Sending<Y, V[K], Mark> }

// The objects stand in conditions, so that messages show them and not the names of types.
type SendingObject<P, V, Mark> =
  [Marked<P, Defaulted>] extends [never]
    ? { [K in keyof V as K extends Marked<P, Mark> ? never : K]: Sending<SchemaOf<P, K>, V[K], Mark> }
    : Joined<
      & {
        [K in keyof V as K extends Marked<P, Defaulted> | Marked<P, Mark>
          ? never
          : K]: Sending<SchemaOf<P, K>, V[K], Mark>
      }
      & {
        [K in keyof V as K extends Exclude<Marked<P, Defaulted>, Marked<P, Mark>>
          ? K
          : never]?: Sending<SchemaOf<P, K>, V[K], Mark>
      }
    >

type Joined<V> = unknown extends V ? never : { [K in keyof V]: V[K] }

/** What `JSON.stringify` makes of a value, and `JSON.parse` of that. */
type Arriving<X, V> =
  V extends string | number | boolean | null | undefined ? V
  : unknown extends V ? unknown
  : V extends bigint ? number : V extends Blob ? string
  : V extends { readonly toJSON: (...args: never) => infer J } ? Arriving<unknown, J>
  : V extends readonly unknown[] ? ArrivingList<ItemsOf<X>, V>
  : V extends Unwritten ? Record<string, never>
  : V extends Function | symbol ? undefined
  : {
      [K in keyof V as K extends Marked<PropertiesOf<X>, WriteOnly>
        ? never
        : K]: Arriving<SchemaOf<PropertiesOf<X>, K>, V[K]>
    }

type ArrivingList<Y, V extends readonly unknown[]> =
  V[number][] extends V ? Array<Arriving<Y, V[number]>> : { -readonly [K in keyof V]: Arriving<Y, V[K]> }

/** They keep nothing in properties. */
type Unwritten = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | RegExp

type ItemsOf<X> = X extends { readonly items: infer Y } ? Y : unknown
