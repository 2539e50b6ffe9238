/** The types of form helpers. */

import type { Row } from './rows.js'
import type { AnyUrlFor, IdOrRecordOf, RowsOfHelpers } from './url-for.js'
import type { Id } from './url-options.js'

export interface HiddenField {
  readonly name: string
  readonly value: string
}

/** Gives its HTML wherever it becomes a string; its properties are for JSX. */
export interface Form {
  readonly action: string
  /** The method that a browser sends. Any other is in the first field, `_method`. */
  readonly method: 'get' | 'post'
  readonly fields: readonly HiddenField[]
  toString: () => string
}

/** True is a bare attribute; false, null and undefined are left out. */
export type HtmlAttributes = Readonly<Record<string, string | number | bigint | boolean | null | undefined>>

/** Values by name; null and undefined are left out. */
export type HiddenFields = Readonly<
  Record<string, string | number | bigint | boolean | Date | null | undefined>
>

interface CommonOptions {
  readonly attributes?: HtmlAttributes | undefined
  /** Hidden inputs. */
  readonly fields?: HiddenFields | undefined
}

export interface FormOptions extends CommonOptions {
  /** Default: `'post'`. */
  readonly method?: 'get' | 'post' | 'put' | 'patch' | 'delete' | undefined
}

/** `attributes` are the button's. */
export interface ButtonOptions extends FormOptions {
  readonly formAttributes?: HtmlAttributes | undefined
}

export interface FormForOptions extends CommonOptions {
  /** Default: whether the record lacks an id. */
  readonly isNew?: boolean | undefined
  /** The method for a record that is not new. Default: `'put'`. */
  readonly method?: 'put' | 'patch' | undefined
}

export interface FormHelpersOptions {
  /** Hidden inputs of each form that is not sent by get; those of a form itself take precedence. */
  readonly fields?: HiddenFields | undefined
}

/** The form helpers for the routes of a `urlFor`: `FormHelpers<UrlFor<typeof routes>>`. */
export interface FormHelpers<U = AnyUrlFor> {
  readonly formTag: (path: string, options?: FormOptions) => Form
  readonly buttonTo: (label: string | number, path: string, options?: ButtonOptions) => Form
  readonly fieldName: (name: string, ...keys: ReadonlyArray<string | number>) => string
  readonly formFor: FormFor<RowsOfHelpers<U>>
}

/** Any name is allowed where types know no routes. */
export type FormFor<T extends Row> =
  [T] extends [never] ? OpenFormFor<''> : KnownFormFor<T> & OpenForm<T['open']>

interface KnownFormFor<T extends Row> {
  <N extends keyof RecordsByForm<T>>(name: N, record: RecordsByForm<T>[N], options?: FormForOptions): Form
}

type OpenForm<Prefix extends string> = [Prefix] extends [never] ? unknown : OpenFormFor<Prefix>

interface OpenFormFor<Prefix extends string> {
  (name: `${Prefix}${string}`, record: any, options?: FormForOptions): Form
}

/**
 * The record argument of `formFor`, by name: a record, or a list of its parents and itself. A path that must
 * end in a format has none.
 */
export type RecordsByForm<T extends Row> = {
  readonly [K in T as K['needsFormat'] extends true ? never : K['forms']]: Records<
    K['parents'], K['properties'], keyof K['optional']
  >
}

/** `D` are the variables that may be missing. */
type Records<P extends readonly string[], M, D> =
  P extends unknown
    ? P extends readonly [] ? FormRecord : readonly [...{ [K in keyof P]: Parent<P[K], M, D> }, FormRecord]
    : never

type Parent<K, M, D> = IdOrRecordOf<K, M> | (K extends D ? null : never)

/**
 * A record, whose id may be absent; a list is not a record. The second type is for objects written in place.
 */
type FormRecord = Id | (object & { readonly [Symbol.iterator]?: never }) | Readonly<Record<string, unknown>>
