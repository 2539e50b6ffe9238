/** What schemas refer to, and which of them share an object, before copies are made. */

import { isObject } from '../../routes/objects.js'
import { propertiesOf, typesOf } from './facts.js'
import { enter, findTarget, mapSchemas, membersOf, referencesOf, SAME_VALUE, targetOf } from './json-schema.js'
import type { Schema, SchemaDocument, Target } from './json-schema.js'

/** What the schemas of a scope reach, for copies in either direction. */
export interface Reach {
  /** Takes note of a schema and of all that it refers to, before any copy is made. */
  note: (target: Target) => void
  /** The outermost schemas that one refers to, and it. */
  of: (top: Schema) => readonly Schema[]
  /** Schemas beside which others have a say on the same object. */
  readonly joint: ReadonlySet<Schema>
}

export function createReach (): Reach {
  const references = new Map<Schema, Set<Schema>>()
  const joint = new Set<Schema>()
  const reached = new Map<Schema, readonly Schema[]>()

  function note ({ document: { top, find } }: Target): void {
    if (references.has(top)) return
    const found = new Map<Schema, SchemaDocument>()
    references.set(top, new Set())
    visit(targetOf(top, find), found)
    for (const [other, document] of found) {
      references.get(top)?.add(other)
      note({ schema: other, document })
    }
  }

  function visit (given: Target, found: Map<Schema, SchemaDocument>): void {
    const target = enter(given)
    const { schema, document } = target
    const other = typeof schema.$ref === 'string' ? findTarget(schema.$ref, document) : undefined
    if (other !== undefined) found.set(other.document.top, other.document)
    const members = SAME_VALUE.flatMap((keyword) => membersOf(target, keyword)).filter((member) => typesOf(member)?.has('object') ?? true)
    if (members.length > 1 || propertiesOf(target).length > 0) for (const member of members.flatMap(referencesOf)) joint.add(member.schema)
    mapSchemas(schema, (inner) => { if (isObject(inner)) visit({ schema: inner, document }, found) })
  }

  return {
    note,
    joint,
    of (top) {
      const known = reached.get(top)
      if (known !== undefined) return known
      const all = new Set([top])
      for (const one of all) references.get(one)?.forEach((next) => { all.add(next) })
      reached.set(top, [...all])
      return [...all]
    }
  }
}
