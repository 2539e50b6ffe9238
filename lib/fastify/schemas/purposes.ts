/** What the copies of a schema are for. */

/** A client may send it, or may see it. */
export type Direction = 'sent' | 'seen'

interface Use {
  /** Its properties are those that go this way. */
  readonly direction: Direction
  /** A document tells only what goes the way. */
  readonly isDocument: boolean
  /** At the end of its name. */
  readonly suffix: string
}

export const PURPOSES = {
  /** For a validator. */
  sent: { direction: 'sent', isDocument: false, suffix: '' },
  /** For a serializer. */
  seen: { direction: 'seen', isDocument: false, suffix: '' },
  /** What an action describes itself, for a validator: whole. */
  own: { direction: 'sent', isDocument: false, suffix: '' },
  input: { direction: 'sent', isDocument: true, suffix: 'Input' },
  /** The same where unknown properties are refused. */
  closed: { direction: 'sent', isDocument: true, suffix: 'Input' },
  output: { direction: 'seen', isDocument: true, suffix: 'Output' }
} as const satisfies Readonly<Record<string, Use>>

export type Purpose = keyof typeof PURPOSES

export function isDocument (purpose: Purpose): boolean {
  return PURPOSES[purpose].isDocument
}
