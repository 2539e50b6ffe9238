/** What the copies of a schema are for. */

/** A client may send it, or may see it. */
export type Direction = 'sent' | 'seen'

export const DIRECTIONS: readonly Direction[] = ['sent', 'seen']

/**
 * `whole` is the schema as it is. `sent` is for a validator, which reads what a client has not sent too, and
 * `own` for that of what an action describes itself. `seen` is for a serializer, `input` and `output` are for
 * documents: these three have only the properties that go their way.
 */
export type Purpose = 'whole' | 'sent' | 'own' | 'seen' | 'input' | 'output'

export function directionOf (purpose: Purpose): Direction {
  return purpose === 'seen' || purpose === 'output' ? 'seen' : 'sent'
}
