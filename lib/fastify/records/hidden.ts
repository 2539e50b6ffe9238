/** What a record hides leaves nowhere: removes it at places that no schema describes. */

import { clean, createShapes } from '../cleaning/index.js'
import type { Elsewhere } from '../cleaning/index.js'
import { namesAnywhere } from '../schemas/index.js'
import type { Node } from '../schemas/index.js'
import type { ControllerRecord } from './record.js'

/** An object at such a place may be the record. Undefined where nothing is hidden. */
export type Hiding = Elsewhere | undefined

type Schemas = Pick<ControllerRecord, 'sent' | 'seen'>

/** What the record and other schemas mark as hidden. */
export function createHiding (
  schemas: Schemas, others: readonly Node[], readsGetters: boolean
): Hiding {
  const isHiding = [schemas.sent, schemas.seen, ...others].some((node) => namesAnywhere(node).isHiding)
  return isHiding ? guessOf(schemas, markedNames(schemas, others), readsGetters) : undefined
}

/**
 * Objects that may be the record, without hidden names; those that the record itself shows stay. Without a
 * record, the `input` stands for it.
 */
export function guessOf (
  { sent, seen }: Schemas, hidden: ReadonlySet<string>, readsGetters: boolean
): Elsewhere {
  const node = namesAnywhere(seen).all.size === 0 ? sent : seen
  return { shape: createShapes('seen', true)(node), hidden, readsGetters }
}

/** The names that a record marks as hidden, or another schema. */
function markedNames ({ sent, seen }: Schemas, others: readonly Node[] = []): Set<string> {
  return new Set([sent, seen, ...others].flatMap((node) => [...namesAnywhere(node).hidden]))
}

/** Those, and what clients send but a record has not: a password beside its hash. */
export function unseenNames ({ sent, seen }: Schemas): Set<string> {
  const shown = namesAnywhere(seen).all
  const others = shown.size === 0 ? [] : [...namesAnywhere(sent).all].filter((name) => !shown.has(name))
  return new Set([...markedNames({ sent, seen }), ...others])
}

/** A copy where anything is removed. */
export function hide (value: unknown, hiding: Hiding): unknown {
  if (hiding === undefined) return value
  return clean(value, hiding.shape, { texts: null, partial: false, unknown: 'remove', elsewhere: hiding })
}
