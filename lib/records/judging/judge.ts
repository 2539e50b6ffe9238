/** What judges by a library: at once where all its rules are synchronous, else with a promise. */

import type { Properties } from '../../routes/objects.js'
import type { Validate } from '../../schemas/index.js'
import type { Fault } from './part-errors.js'

/** A schema's own `validate`. */
export interface Library {
  readonly validate: (value: unknown) => Soon<Judged>
}

/** Judges what clients send of a record. */
export interface RecordJudge {
  /** A form leaves out blank optional fields that are refused. */
  readonly judgeNew: (sent: unknown, isForm: boolean) => Soon<Judged>
  /** Judges what was sent over a loaded record as a client sends it; each value alone where that is null. */
  readonly judgeChanged: (sent: Properties, loaded: Properties | null) => Soon<Judged>
}

export type Soon<T> = T | Promise<T>

type Validated = Awaited<ReturnType<Validate>>

/** Without `faults` it is valid. */
export interface Judged extends Validated {
  readonly faults?: readonly Fault[]
}

export function isPromise<T> (value: Soon<T>): value is Promise<T> {
  return value instanceof Promise
}

/** To wait costs time, and most schemas need not. */
export function after<T, R> (value: Soon<T>, next: (value: T) => Soon<R>): Soon<R> {
  return isPromise(value) ? value.then(next) : next(value)
}
