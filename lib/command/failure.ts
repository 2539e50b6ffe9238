/** A failure of the command, with its message and exit code. */

export class Failure extends Error {
  /** 1 for a module or a listing that fails, 2 for wrong usage. */
  constructor (readonly exitCode: 1 | 2, message: string) {
    super(message)
  }
}
