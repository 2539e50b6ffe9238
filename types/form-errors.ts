/** The types of `formErrors`, `fieldErrors` and `invalid`. */

/** Fastify's error for a failed validation, from `request.validationError` or an error handler. */
export interface ValidationFailure {
  readonly validation?: readonly ValidationFault[] | undefined
}

/** One error of a validator, in the form of Ajv. */
export interface ValidationFault {
  /** A JSON pointer: `/post/title`. */
  readonly instancePath: string
  /** The keyword that failed: `required`, `minLength`. */
  readonly keyword?: string
  readonly message?: string
  readonly params?: Readonly<Record<string, unknown>>
  /** The library whose message it is, or that of its schema: `zod`. */
  readonly library?: string
}

/** Messages by the name of the field: `post[title]`. */
export type FormErrors = Readonly<Record<string, readonly string[]>>

/** Other words for a fault; undefined keeps the default. */
export type TranslateFault = (fault: ValidationFault) => string | undefined

/** An error with messages by field, which an action throws. */
export interface FieldErrors extends Error {
  readonly statusCode: number
  readonly fields: FormErrors
}

/** What a form that comes back shows. */
export interface InvalidForm {
  /**
   * The values that were sent, over those of the loaded record. Among the loaded ones is nothing that is
   * `writeOnly`, or that only the `input` names.
   */
  readonly values: Readonly<Record<string, any>>
  /** Messages by the name of the field. */
  readonly errors: FormErrors
}
