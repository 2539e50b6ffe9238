/** The types of a client's answers by their status. */

import type { AppTypes } from './registered-app.js'
import type { FormErrors } from './form-errors.js'
import type { RouteRedirect } from './route.js'
import type { Received } from './wire.js'

type SuccessStatus = BodyStatus | EmptyStatus

type EmptyStatus = 204 | 205

/** The statuses of answers that have a body. */
export type BodyStatus = 200 | 201 | 202 | 203 | 206

/** Those that the HTTP registry names. */
export type ErrorStatus =
  | 300 | 301 | 302 | 303 | 304 | 307 | 308 | 400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410
  | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451
  | 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511

/** The body of an error, as Fastify and the plugin answer it; `V` are the values that were sent. */
export interface ErrorBody<V = unknown> {
  readonly statusCode: number
  readonly error: string
  readonly message: string
  readonly code?: string
  /** Messages by property, where `sendFieldErrors` or the app sends them; nested ones as `lines.0.sku`. */
  readonly fields?: FieldsOf<V>
}

/** The same under the plugin's `problems`. */
export interface Problem<V = unknown> {
  readonly type: string
  readonly title?: string
  readonly status: number
  /** A 5xx has none. */
  readonly detail?: string
  readonly code?: string
  readonly fields?: FieldsOf<V>
}

/** The options of the plugin that change answers. */
export interface AnswerOptions {
  readonly problems?: boolean
}

export type ErrorOf<V, O> = O extends { readonly problems: true } ? Problem<V> : ErrorBody<V>

type FieldsOf<V> = FormErrors & { readonly [K in NamesIn<V>]?: readonly string[] }
type NamesIn<V> = V extends unknown ? keyof V & string : never

/**
 * What the plugin answers itself: an invalid request, one of another site, a missing record, an old version
 * of one, an invalid form, a missing version.
 */
type OwnFailure = 400 | 403 | 404 | 409 | 412 | 422 | 428

/** `'list'`, `'record'`, a schema, or false where any answer is allowed. */
export type DeclaredAnswer<A, Members, Answers> =
  Answers extends false ? false
  : A extends keyof Answers ? Answers[A]
  : A extends 'index'
    ? 'list'
    : A extends 'new' | 'edit' | 'destroy' ? false : A extends 'create' | Members ? 'record' : false

/** The answers of 2xx by the action's `response` schema, or by `responses` where it names none. */
export type SuccessOf<A, Members, E extends AppTypes, Rec, Answers, S> =
  NamesSuccess<S> extends true
    ? Successes<E, S['response' & keyof S]>
    : Declared<E, Rec, DeclaredAnswer<A, Members, Answers>> | Nothing<A>

/** A `destroy` may return nothing, whatever it declares. */
type Nothing<A> = A extends 'destroy' ? Reply<204, undefined> : never

type NamesSuccess<S> =
  'response' extends keyof S
    ? Extract<Text<keyof S['response']>, `2${string}` | 'default'> extends never ? false : true
    : false

/** The failures that the schema names, and those of the plugin with the body `B`. */
export type FailureOf<E extends AppTypes, S, B> =
  'response' extends keyof S
    ? Failures<E, S['response']> | OwnFailures<Exclude<OwnFailure, FailureStatusOf<keyof S['response']>>, B>
    : OwnFailures<OwnFailure, B>

/** `default` has all of them. */
type FailureStatusOf<K> = 'default' extends K ? ErrorStatus : StatusOf<K>

/**
 * What a handler may give `reply.code`: where its `response` schema names statuses, those and redirects, and
 * each 2xx if it names none.
 */
export type AnswerStatus<S> = 'response' extends keyof S ? Allowed<keyof S['response']> : number

type Allowed<K> =
  [K] extends [never] ? number
  : string extends K ? number
  : number extends K ? number
  : 'default' extends K ? number
  : StatusOf<K> | Redirect | (Extract<Text<K>, `2${string}`> extends never ? SuccessStatus : SuccessClass<K>)

type SuccessClass<K> = K extends '2xx' | '2XX' ? BodyStatus : never

type Redirect = RouteRedirect['status'] | 304

export interface Reply<Status, Body> {
  readonly status: Status
  readonly body: Body
}

type Successes<E extends AppTypes, R> = {
  [K in keyof R]: Text<K> extends '204' | '205' ? Reply<StatusOf<K>, undefined>
    : Text<K> extends '2xx' | '2XX' | 'default'
      ? Reply<Exclude<BodyStatus, StatusOf<keyof R>>, Received<E, R[K]>>
    : Text<K> extends `2${string}` ? Reply<StatusOf<K>, Received<E, R[K]>> : never
}[keyof R]

type Failures<E extends AppTypes, R> = {
  [K in keyof R]: Text<K> extends `${3 | 4 | 5}${string}` ? Reply<StatusOf<K>, Received<E, R[K]>>
    : Text<K> extends 'default' ? Reply<Exclude<ErrorStatus, StatusOf<keyof R>>, Received<E, R[K]>>
    : never
}[keyof R]

type OwnFailures<Status, B> = Status extends unknown ? Reply<Status, B> : never

/** Without a declared answer its status tells whether it has a body. */
type Declared<E extends AppTypes, Rec, W> =
  W extends false ? Reply<BodyStatus, unknown> | Reply<EmptyStatus, undefined>
  : Reply<BodyStatus, W extends 'list' ? List<Received<E, Rec>> : Received<E, W extends 'record' ? Rec : W>>

type List<V> = unknown extends V ? unknown : V[]

type Text<K> = `${K & (string | number)}`

/** `200` for `200` and `'200'`; the statuses of a class for `'4xx'`. */
type StatusOf<K> = K extends unknown ? StatusIn<Text<K>> : never
type StatusIn<T extends string> =
  T extends `${infer N extends number}` ? N
  : T extends `${infer D extends number}${'xx' | 'XX'}` ? OfClass<D> : never
type OfClass<D extends number> =
  ErrorStatus extends infer N ? N extends number ? `${N}` extends `${D}${string}` ? N : never : never : never
