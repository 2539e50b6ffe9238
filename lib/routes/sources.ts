/** The lines of code that declare rows, kept beside the table, and only where the command asks for them. */

import type { FoundRow } from '../../types/findings.js'
import type { Route } from '../../types/route.js'
import { pathHelper } from './route-names.js'

interface Recorder {
  readonly lineOf: (stack: string) => string | undefined
  /** By declaration, and by row. */
  readonly lines: WeakMap<object, string>
}

// Shared by every copy of the package, since the command and an app may each load their own.
const kRecorder = Symbol.for('fastify-resources.recorder')
const shared: typeof globalThis & { [kRecorder]?: Recorder } = globalThis

/** From now on, `lineOf` reads the line of each declaration from a stack trace. */
export function recordSources (lineOf: Recorder['lineOf']): void {
  shared[kRecorder] = { lineOf, lines: new WeakMap() }
}

/** The line that calls the function `callee`. */
export function readSource (callee: (...args: readonly never[]) => unknown): string | undefined {
  if (shared[kRecorder] === undefined) return undefined
  const trace = { stack: '' }
  Error.captureStackTrace(trace, callee)
  return shared[kRecorder].lineOf(trace.stack)
}

export function withSource<T extends object> (value: T, source: string | undefined): T {
  if (source !== undefined) shared[kRecorder]?.lines.set(value, source)
  return value
}

export function sourceOf (value: object): string | undefined {
  return shared[kRecorder]?.lines.get(value)
}

/** As findings of `check` and `diff` name a row, with the file and line of its declaration. */
export function foundRow (route: Route, table: readonly Route[]): FoundRow {
  const { method, path, controller, action } = route
  const [file = null, line = null] = sourceOf(route)?.split(/:(?=\d+$)/) ?? []
  return {
    method,
    path,
    controller,
    action,
    helper: pathHelper(route, table),
    file,
    line: line === null ? null : Number(line)
  }
}
