/** The types of answers, where a controller's answers are checked. */

import type { FastifyReply } from 'fastify'
import type { AppTypes, RowsWith } from './registered-app.js'
import type { Seen, Written } from './records.js'
import type { BodyStatus, DeclaredAnswer } from './statuses.js'

/**
 * The answer of the action `A` of the controller `C`; `S` are its own schemas, and `Answers` is `responses`.
 */
export type AnswerOf<A, C, E extends AppTypes, S, Rec, Answers> =
  'response' extends keyof S
    ? OwnAnswer<E, S['response'], DeclaredOf<A, C, E, Rec, Answers>>
    : DeclaredOf<A, C, E, Rec, Answers>

type DeclaredOf<A, C, E extends AppTypes, Rec, Answers> =
  DeclaredValue<E, Rec, DeclaredAnswer<A, RowsWith<E, C, A>['members'], Answers>>

/** An action's own schemas for errors alone leave the declared answer in force. */
type OwnAnswer<E extends AppTypes, R, Declared> =
  [Success<E, R>] extends [never] ? Declared : Checked<Success<E, R>>

type DeclaredValue<E extends AppTypes, Rec, W> =
  W extends false
    ? unknown
    : W extends 'list'
      ? List<Seen<E, Rec>>
      : W extends 'record' ? Checked<Seen<E, Rec>> : Checked<Written<E, W>>

type Checked<V> = unknown extends V ? unknown : V | Passing
type List<V> = unknown extends V ? unknown : readonly V[] | Passing

/** The union of all 2xx answers. */
type Success<E extends AppTypes, R> =
  {
    [K in keyof R]: `${K & (string | number)}` extends `2${string}` | 'default' ? Written<E, R[K]> : never
  }[keyof R]

/** Answers that no schema serializes: text, bytes, streams, a `Response`, and the result of `reply`. */
type Passing = string | Bytes | Streamed | Fetched | Replied | void

// Symbols, so that an editor does not offer their keys in a record.
interface Bytes { readonly [Symbol.toStringTag]: 'Uint8Array' }
interface Streamed { readonly [Symbol.asyncIterator]: unknown }
interface Fetched { readonly bodyUsed: boolean }
interface Replied { readonly hijack: unknown }

/** Statuses without a body, where `responses` promises one. A schema for 204 names them itself. */
type Bodiless<R, N> = unknown extends R ? never : number extends N ? 204 | 205 : never

/** The answer of such a status, whose name tells the mistake. */
interface ResponsesPromiseABody {
  /** Set `responses: { update: false }`, or name 204 in the `schema.response` of the action. */
  readonly 'use responses: false or schema.response': never
}

/** A reply whose statuses `N` are those that the action may answer, and whose 2xx are checked. */
export interface Answering<R, N extends number> extends FastifyReply {
  code (status: Bodiless<R, N>): ResponsesPromiseABody
  code (status: BodyStatus & N): Answering<R, N>
  code (status: N): FastifyReply
  status (status: Bodiless<R, N>): ResponsesPromiseABody
  status (status: BodyStatus & N): Answering<R, N>
  status (status: N): FastifyReply
  header (key: string, value: unknown): this
  headers (values: Parameters<FastifyReply['headers']>[0]): this
  type (contentType: string): this
  send (payload?: R): this
}
