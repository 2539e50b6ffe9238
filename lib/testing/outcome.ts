/** What an answer means for the one who asked. */

import type { Address } from './address.js'
import type { Answer } from './visitor.js'
import type { Step } from './world.js'

/** What decides whether an answer refuses: the paths that lead strangers to log in. */
export interface Refusals {
  readonly logIn: readonly string[]
}

export const REFUSED = [401, 403]

export function isRedirect ({ status }: Answer): boolean {
  return status >= 300 && status < 400 && status !== 304
}

/** Where the answer for a URL leads; undefined for no redirect, and for another site. */
export function redirectTarget (answer: Answer, url: string, { resolve }: Address): string | undefined {
  const { location } = answer.headers
  return isRedirect(answer) && location !== undefined ? resolve(location, url) : undefined
}

/** Whether a guard, or the action itself, sends the visitor away. */
export function isRefusal ({ answer }: Step, { logIn }: Refusals): boolean {
  const { status, ran, headers: { location } } = answer
  if (REFUSED.includes(status)) return true
  return (
    isRedirect(answer) &&
    (!ran || logIn.some((page) => location?.replace(/^https?:\/\/[^/]*/, '').startsWith(page) === true))
  )
}

/** Whether the visitor gets past all guards. */
export function isPast (step: Step, refusals: Refusals): boolean {
  const { status, ran } = step.answer
  return !isRefusal(step, refusals) && (ran || (status >= 200 && status < 300))
}

/** Whether the app refuses the body or an id before the action begins. */
export function isValidation ({ answer: { status, ran } }: Step): boolean {
  return !ran && [400, 413, 415, 422].includes(status)
}

/** Whether a missing CSRF token is all that refuses a request. */
export function isTokenFault ({ answer: { error } }: Step): boolean {
  return String(Object(error).code).startsWith('FST_CSRF')
}

/** Why a form that was sent as rendered is dead; undefined if it is not. */
export function formFault (step: Step, isStranger: boolean): string | undefined {
  const { answer: { status, ran, error }, fault, next, method, url } = step
  if (fault !== undefined) return fault
  const led = next?.answer.status
  if (led === 404 || led === 405 || Number(led) >= 500) {
    return `leads to ${next?.url as string}, which answers ${led}`
  }
  // What an action says about the values is its own affair; what it says about the visitor, or the record, is
  // not.
  const isDead = ran
    ? [403, 404, 405].includes(status)
    : status >= 400 && status < 500 && status !== 429 && !(status === 401 && isStranger)
  return isDead
    ? `sends ${method} ${url}, which answers ${status}${error === undefined ? '' : `: ${error.message}`}`
    : undefined
}
