/** What the schema of a form says of its fields: a layer tells it, and forms ask. */

import type { HtmlAttributes } from './forms.js'

export type Key = string | number

/** What the schema of a form says of a field. */
export interface FieldFacts {
  /** Attributes of the field: `{ type: 'number', required: true, min: 1 }`. */
  readonly constraints: HtmlAttributes
  /** The constants of a choice. */
  readonly choices: readonly Choice[]
  /** Whether it takes several values: `post[tags][]`. */
  readonly isList: boolean
  /** Whether no page may show its value. */
  readonly isSecret: boolean
  /** The value of a new record that has none. */
  readonly initial: unknown
}

export interface Choice {
  readonly value: string
  readonly label: string
  readonly group?: string | undefined
}

/** Why a path is no field. */
export interface NoField {
  readonly unknown: Key
  readonly isReadOnly: boolean
  readonly known: readonly string[]
  /** Where it takes no text: what it takes, and the path of a field in it, such as `.name`. */
  readonly group?: { readonly kind: string, readonly inside: string }
}

/** What a layer knows of the fields that a row takes. */
export interface FormFields {
  readonly takesFiles: boolean
  readonly factsAt: (keys: readonly Key[]) => FieldFacts | NoField
}

/** What an app knows of the form of a row. */
export interface RowForm {
  /** What its schema says of fields. */
  readonly fields?: FormFields | undefined
  /** The hidden fields of an update: those of the app, with the version of the record. */
  readonly hiddenOf?: (record: unknown, own: unknown, faults: string[]) => unknown
}
