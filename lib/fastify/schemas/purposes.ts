/** What the copies of a schema are for. */

/** A client may send it, or may see it. */
export type Direction = 'sent' | 'seen'

interface Use {
  /** Its properties are those that go this way; null for all. */
  readonly direction: Direction | null
  /** A validator needs conditions, and a document tells only what goes the way. */
  readonly reader: 'validator' | 'serializer' | 'document'
  /** At the end of its name. */
  readonly suffix: string
}

export const PURPOSES = {
  sent: { direction: 'sent', reader: 'validator', suffix: 'Input' },
  seen: { direction: 'seen', reader: 'serializer', suffix: 'Output' },
  /** What an action describes itself. */
  own: { direction: null, reader: 'validator', suffix: 'Form' },
  input: { direction: 'sent', reader: 'document', suffix: 'Input' },
  /** The same where unknown properties are refused. */
  closed: { direction: 'sent', reader: 'document', suffix: 'Input' },
  output: { direction: 'seen', reader: 'document', suffix: 'Output' }
} as const satisfies Readonly<Record<string, Use>>

export type Purpose = keyof typeof PURPOSES

/** A copy for one direction. */
export type Directed = Exclude<Purpose, 'own'>

export function isDocument (purpose: Purpose): boolean {
  return PURPOSES[purpose].reader === 'document'
}
