/** Gathers what goes wrong at startup, so that one error can tell it all. */

import { createError } from '../errors.js'

/** Takes one mistake, and the error behind it where there is one. */
export type Report = (mistake: string, cause?: unknown) => void

export interface Mistakes {
  readonly report: Report
  /** Throws the one error where anything was reported. */
  throwIfAny: () => void
}

export function gatherMistakes (code: 'FST_RESOURCES_CONTROLLERS' | 'FST_RESOURCES_ROUTE'): Mistakes {
  const mistakes: string[] = []
  const causes: unknown[] = []
  return {
    report (mistake, cause) {
      // One mistake may show at several paths.
      if (mistakes.includes(mistake)) return
      mistakes.push(mistake)
      if (cause !== undefined) causes.push(cause)
    },
    throwIfAny () {
      if (mistakes.length > 0) throw createError(code, [mistakes], causes.length === 0 ? {} : { cause: causes.length === 1 ? causes[0] : new AggregateError(causes) })
    }
  }
}
