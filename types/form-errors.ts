/** What `formErrors` takes and gives. */

/** Fastify's error of a failed validation, as `request.validationError` or an error handler has it. */
export interface ValidationFailure {
  readonly validation?: readonly ValidationFault[] | undefined
}

/** One finding of a validator, as Ajv gives it. */
export interface ValidationFault {
  /** A JSON pointer: `/post/title`. */
  readonly instancePath: string
  /** What was asked for: `required`, `minLength`. */
  readonly keyword?: string
  readonly message?: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** Messages by the name of the field: `post[title]`. */
export type FormErrors = Readonly<Record<string, readonly string[]>>
