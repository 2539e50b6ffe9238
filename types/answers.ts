/** What handlers answer, where the answers of their controller are checked. */

import type { FastifyReply } from 'fastify'
import type { Seen, Written } from './records.js'
import type { RowsWith } from './controllers.js'
import type { AppTypes } from './app.js'

/** Of the action `A`; `M` are the actions that have a record, `S` its own schemas. */
export type AnswerOf<A, C, E extends AppTypes, S, Rec, Answers> =
  'response' extends keyof S ? Checked<Success<E, S['response']>>
  : Answers extends true ? A extends 'index' ? List<Seen<E, Rec>> : A extends 'create' | RowsWith<E, C, A>['members'] ? Checked<Seen<E, Rec>> : unknown
  : A extends keyof Answers
    ? Answers[A] extends 'list' ? List<Seen<E, Rec>> : Answers[A] extends 'record' ? Checked<Seen<E, Rec>> : Checked<Written<E, Answers[A]>>
  : unknown

type Checked<V> = unknown extends V ? unknown : V | Passing
type List<V> = unknown extends V ? unknown : readonly V[] | Passing

/** A union of what the 2xx have. */
type Success<E extends AppTypes, R> = { [K in keyof R]: `${K & (string | number)}` extends `2${string}` | 'default' ? Written<E, R[K]> : never }[keyof R]

/** What no schema serializes: text, bytes, streams, and what `reply` has sent. */
type Passing = string | Bytes | Streamed | Replied | void

// Symbols, so that an editor does not offer their keys in a record.
interface Bytes { readonly [Symbol.toStringTag]: 'Uint8Array' }
interface Streamed { readonly [Symbol.asyncIterator]: unknown }
interface Replied { readonly hijack: unknown }

type Good = 200 | 201 | 202 | 203 | 206

/** A reply whose 2xx are checked. */
export interface Answering<R> extends FastifyReply {
  code (status: Good): Answering<R>
  code (status: number): FastifyReply
  status (status: Good): Answering<R>
  status (status: number): FastifyReply
  header (key: string, value: unknown): this
  headers (values: Parameters<FastifyReply['headers']>[0]): this
  type (contentType: string): this
  send (payload?: R): this
}
