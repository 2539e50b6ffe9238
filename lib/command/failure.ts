/** A failure of the command, with its message. */

export class Failure extends Error {
  /** `module` for a module or a listing that fails, `usage` for wrong usage, which the usage explains. */
  constructor (readonly kind: 'module' | 'usage', message: string) {
    super(message)
  }
}
