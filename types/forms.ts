/** The types of form helpers. */

import type { FormErrors, TranslateFault } from './form-errors.js'
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

export interface FormForOptions<V = unknown> extends CommonOptions {
  /** Default: whether the record lacks an id. */
  readonly isNew?: boolean | undefined
  /** The method for a record that is not new. Default: `'put'`. */
  readonly method?: 'put' | 'patch' | undefined
  /** In place of the values of the record. */
  readonly values?: V | null | undefined
  readonly errors?: FormErrors | null | undefined
}

export interface FormHelpersOptions {
  /** Hidden inputs of each form that is not sent by get; those of a form itself take precedence. */
  readonly fields?: HiddenFields | undefined
  /** Other labels for options, by the keyword `option` and `params.value`. */
  readonly words?: TranslateFault | undefined
}

/** A form that knows the fields of its record; `R` is that record, by which its paths are typed. */
export interface FieldForm<R = any> extends Form {
  /** The opening tag with its hidden fields, as `toString()`. */
  readonly open: string
  /** The messages of the form as a whole, as HTML: of an old version, of a rule of the object. */
  readonly errors: string
  /**
   * A field: `at('title')`, `at('author.name')`, `at('lines[0].sku')`. `attributes` are added to its own or
   * replace them; false leaves one out, and `rows` makes it a text area. `options` make it a select.
   */
  readonly at: (path: FieldPath<R>, attributes?: FieldAttributes) => FormField
}

export interface FieldAttributes {
  readonly [name: string]: HtmlAttributes[string] | FieldOptions
  /** `[[1, 'Ada'], [2, 'Grace']]`, or groups: `[['Staff', [[1, 'Ada']]]]`. */
  readonly options?: FieldOptions | undefined
}

export type FieldOptions = ReadonlyArray<FieldOption | readonly [group: string, readonly FieldOption[]]>

type FieldOption = readonly [value: string | number | bigint | boolean, label: string | number]

export interface FormField {
  /** `post[title]`. */
  readonly name: string
  /** Never that of a password or a file. */
  readonly value: string
  readonly id: string
  /** The attributes of the tag, escaped. */
  readonly attributes: string
  /** A list with the messages, as HTML; `''` without them. */
  readonly errors: string
  /** The options of a choice, as HTML; otherwise `''`. */
  readonly options: string
  readonly messages: readonly string[]
  /** What the schema asks of a browser: `{ type: 'number', required: true, min: 1 }`. */
  readonly constraints: HtmlAttributes
}

/** The paths of a record; any text where its type has no known names. */
export type FieldPath<R> = PathIn<R, []>

/** Where types nest deeper, any text. */
type PathIn<R, Depth extends 0[]> =
  0 extends 1 & R ? string
    : Depth['length'] extends 5 ? string
      : R extends Leaf ? never
        : [keyof R] extends [never] ? string
          : string extends keyof R ? string
            : { [K in keyof R & string]-?: K | Inside<K, NonNullable<R[K]>, [...Depth, 0]> }[keyof R & string]

type Inside<K extends string, V, Depth extends 0[]> =
  0 extends 1 & V ? `${K}.${string}` | `${K}[${number}]${string}`
    : V extends Leaf ? never
      : V extends ReadonlyArray<infer Item>
        ? `${K}[${number}]` | Inside<`${K}[${number}]`, NonNullable<Item>, Depth>
        : `${K}.${PathIn<V, Depth> & string}`

type Leaf = string | number | bigint | boolean | symbol | Date | Uint8Array | ((...args: never) => unknown)

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
  <N extends keyof RecordsByForm<T>, R extends RecordsByForm<T>[N], V = RecordIn<R>>(
    name: N, record: R, options?: FormForOptions<V>
  ): FieldForm<V>
}

type OpenForm<Prefix extends string> = [Prefix] extends [never] ? unknown : OpenFormFor<Prefix>

interface OpenFormFor<Prefix extends string> {
  <R, V = RecordIn<R>>(name: `${Prefix}${string}`, record: R, options?: FormForOptions<V>): FieldForm<V>
}

/** Behind its parents; an id alone tells nothing of its record. */
type RecordIn<R> = R extends readonly [...unknown[], infer Last] ? RecordIn<Last> : R extends Id ? unknown : R

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
