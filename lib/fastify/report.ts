/** Collects mistakes at startup, so that one error lists them all. */

import { createError } from '../errors.js'

/** Takes a mistake, and the error that caused it, if any. */
export type ReportMistake = (mistake: string, cause?: unknown) => void

export interface Mistakes {
  readonly report: ReportMistake
  /** Throws one error if any mistake was reported. */
  throwIfAny: () => void
}

export function gatherMistakes (code: 'FST_RESOURCES_CONTROLLERS' | 'FST_RESOURCES_ROUTE'): Mistakes {
  const mistakes: string[] = []
  const causes: unknown[] = []
  return {
    report (mistake, cause) {
      // Several paths may report the same mistake.
      if (mistakes.includes(mistake)) return
      mistakes.push(mistake)
      if (cause !== undefined) causes.push(cause)
    },
    throwIfAny () {
      if (mistakes.length === 0) return
      const cause = causes.length === 1 ? causes[0] : new AggregateError(causes)
      throw createError(code, [mistakes], causes.length === 0 ? {} : { cause })
    }
  }
}
