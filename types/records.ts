/** The types that follow from the schemas of records: bodies, ids and answers. */

import type { AppTypes } from './registered-app.js'

/**
 * The type that a schema gives: zod and others say it themselves, any other is for the app's type provider.
 */
export type Read<E extends AppTypes, X> = X extends Standard ? OutputOf<X> : Provided<E, X>

type Provided<E extends AppTypes, X> = (E['provider'] & { schema: X })['validator']

interface Standard {
  readonly '~standard': { readonly types?: { readonly output: unknown } | undefined }
}

type OutputOf<X extends Standard> = NonNullable<X['~standard']['types']>['output']

/** The type that a provider reads for an answer; not every one has it. */
export type Written<E extends AppTypes, X> =
  X extends Standard ? OutputOf<X>
  : (E['provider'] & { schema: X })['serializer'] extends infer V
    ? unknown extends V ? Provided<E, X> : V
    : never

/** The properties that a client may send, those of `input` or of the record. */
export type Sent<E extends AppTypes, Rec, In> =
  [In] extends [undefined] ? WithoutId<Rec, SentBy<E, Rec>> : SentBy<E, In>

type SentBy<E extends AppTypes, X> =
  Read<E, X> extends infer V ? unknown extends V ? unknown : Sendable<X, V> : never

/**
 * Removes the id of the record, which no client sends: it is in the path, or the app gives it. The schema may
 * say otherwise, by `readOnly: false`.
 */
export type WithoutId<X, V> =
  V extends unknown
    // First whether there is one, since most schemas mark theirs.
    ? 'id' extends keyof V
      ? 'id' extends Marked<PropertiesOf<X>, Writable>
        ? V
        : { [K in keyof V as K extends 'id' ? never : K]: V[K] }
      : V
    : never

type Writable = { readonly readOnly: false }

/** The properties of a record that a client may see. */
export type Seen<E extends AppTypes, X> =
  Written<E, X> extends infer V ? unknown extends V ? unknown : Visible<X, V> : never

/** TypeBox keeps no options in its types, but knows `Type.Readonly()`. */
export type ReadOnly = { readonly readOnly: true } | { readonly '~readonly': true }
export type WriteOnly = { readonly writeOnly: true }

/** Removes read-only properties, at every level. */
type Sendable<X, V> =
  V extends object
    ? V extends readonly (infer I)[] ? X extends { readonly items: infer Y } ? Array<Sendable<Y, I>> : V
    : [PropertiesOf<X>] extends [never] ? V : SendableOf<PropertiesOf<X>, V>
    : V

type SendableOf<P, V> =
  { [K in keyof V as K extends Marked<P, ReadOnly> ? never : K]: Sendable<SchemaOf<P, K>, V[K]> }

/**
 * Removes write-only properties, at every level. A text may be a date, a file is a text, and lists may be
 * read-only. The object stands in a condition, so that messages show it and not its name.
 */
type Visible<X, V> =
  V extends object
    ? V extends Blob ? string : V extends Date ? V
    : V extends readonly (infer I)[]
      ? ReadonlyArray<Visible<X extends { readonly items: infer Y } ? Y : unknown, I>>
    : PropertiesOf<X> extends infer P
    ? { [K in keyof V as K extends Marked<P, WriteOnly> ? never : K]: Visible<SchemaOf<P, K>, V[K]> } : never
    : string extends V ? V | Date : V

/** The union over all schemas of one object. */
export type PropertiesOf<X> =
  X extends { readonly properties: infer P } ? P
  : X extends { readonly [_ in 'allOf' | 'anyOf' | 'oneOf']?: infer M }
    ? unknown extends M ? never : PropertiesOf<M[number & keyof M]>
    : never

export type Marked<P, Mark> =
  P extends unknown ? { [K in keyof P]: P[K] extends Mark ? K : never }[keyof P] : never
export type SchemaOf<P, K> = P extends unknown ? K extends keyof P ? P[K] : never : never

/** What an update sends. */
export type Partly<V> = unknown extends V ? unknown : { [K in keyof V]?: V[K] }

/** A record under its name; the union where a controller serves several resources. */
export type Keyed<N extends string, V> =
  unknown extends V ? unknown : N extends unknown ? { [K in N]: V } : never

/**
 * The type of an id: a string without a record, else the type in its schema, or `string | number` if that is
 * unknown.
 */
export type IdOf<E extends AppTypes, X, K extends PropertyKey = 'id'> =
  [X] extends [undefined] ? string
    : Read<E, X> extends infer V
      ? unknown extends V ? string | number : K extends keyof V ? Exclude<V[K], undefined> : string
      : never
