/** What a record hides leaves nowhere: removes it at places that no schema describes. */

import { hiddenAnywhere } from '../schemas/index.js'
import type { Node } from '../schemas/index.js'
import { clean } from './clean.js'
import type { Elsewhere } from './clean.js'
import { createShapes } from './shapes.js'

/** An object at such a place may be the record. Undefined where nothing is hidden. */
export type Hiding = Elsewhere | undefined

/** `others` are schemas that may hide names too. */
export function createHiding (record: Node, others: readonly Node[], readsGetters: boolean): Hiding {
  const hidden = new Set([record, ...others].flatMap((node) => [...hiddenAnywhere(node, 'seen')]))
  return hidden.size === 0 ? undefined : { shape: createShapes('seen', true)([{ node: record, guards: [] }]), hidden, readsGetters }
}

/** A copy where anything is removed. */
export function hide (value: unknown, hiding: Hiding): unknown {
  if (hiding === undefined) return value
  return clean(value, hiding.shape, { texts: null, partial: false, unknown: 'remove', elsewhere: hiding })
}
