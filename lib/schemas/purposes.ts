/** What the copies of a schema are for. */

/** A client may send it, or may see it. */
export type Direction = 'sent' | 'seen'

export const DIRECTIONS: readonly Direction[] = ['sent', 'seen']

interface Use {
  /** Its properties are those that go this way. */
  readonly direction: Direction
  /** Whether properties that do not go this way are left out. */
  readonly leavesOut: boolean
  /** At the end of its name in documents. */
  readonly suffix: string
}

export const PURPOSES = {
  /** The schema as it is. */
  whole: { direction: 'sent', leavesOut: false, suffix: '' },
  /** For a validator, which reads what a client has not sent too. */
  sent: { direction: 'sent', leavesOut: false, suffix: '' },
  /** What an action describes itself, for a validator. */
  own: { direction: 'sent', leavesOut: false, suffix: '' },
  /** For a serializer. */
  seen: { direction: 'seen', leavesOut: true, suffix: '' },
  /** For documents. */
  input: { direction: 'sent', leavesOut: true, suffix: 'Input' },
  output: { direction: 'seen', leavesOut: true, suffix: 'Output' }
} as const satisfies Readonly<Record<string, Use>>

export type Purpose = keyof typeof PURPOSES

/** One for each purpose. */
export function byPurpose<T> (make: () => T): Readonly<Record<Purpose, T>> {
  const entries = Object.keys(PURPOSES).map((purpose) => [purpose, make()])
  return Object.fromEntries(entries) as Record<Purpose, T>
}
