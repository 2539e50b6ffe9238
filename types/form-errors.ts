/** The types of `formErrors`. */

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
}

/** Messages by the name of the field: `post[title]`. */
export type FormErrors = Readonly<Record<string, readonly string[]>>
