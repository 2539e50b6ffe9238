/** The names in a body that no schema knows: the first ones, since a client may send very many. */

export interface UnknownKeys {
  /** As JSON pointers. */
  readonly pointers: string[]
  /** Whether there are more, or the last one is cut. */
  hasMore: boolean
}

/** How many are told, and in how many letters of all together. */
const MOST_NAMES = 20
const MOST_LETTERS = 10_000

export function addUnknown (unknown: UnknownKeys, pointer: string): void {
  if (unknown.hasMore) return
  const { pointers } = unknown
  const room = MOST_LETTERS - pointers.reduce((sum, { length }) => sum + length, 0)
  const isFull = pointers.length === MOST_NAMES || room === 0
  if (!isFull) pointers.push(pointer.slice(0, room))
  unknown.hasMore = isFull || pointer.length > room
}
