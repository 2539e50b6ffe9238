/** What layers know of a row beside its schema: documents tell it, and Fastify compiles nothing of it. */

import type { Properties } from '../../routes/objects.js'
import type { Node, Schema } from '../../schemas/index.js'

export interface RowFacts {
  /** What the action itself describes, as JSON Schemas. */
  readonly own?: Schema
  /**
   * Makes the schema of its ids, since only a document reads it. Missing where the action has one itself, or
   * where nothing is checked.
   */
  readonly params?: () => Schema
  /** The same for its body. */
  readonly body?: () => Schema
  /** The same for its query. */
  readonly query?: () => Schema
  /** Whether clients send files. */
  readonly takesFiles?: boolean
  /** The record in its body; missing where the body is of the action's own. */
  readonly sent?: SentRecord | undefined
  /** What its answers are; missing where the action says it. */
  readonly answer?: { readonly node: Node, readonly isList: boolean } | undefined
  /** Whether an answer of nothing is a 404. */
  readonly isMissable?: boolean
  /** Whether the controller says that nothing describes its answers. */
  readonly hasFreeAnswers?: boolean
  /** Whether a body may come without the record's key. */
  readonly isBare?: boolean
  /** Whether answers have the statuses of conventions. */
  readonly isPromised?: boolean
  /** Those of its formats that its action answers; missing for all. */
  readonly formats?: readonly string[]
  /** Whether its record is loaded. */
  readonly isLoading?: boolean
  /** How a request names the version of its record. */
  readonly version?: RowVersion
}

export interface RowVersion {
  readonly header: 'If-Match' | 'If-None-Match' | null
  /** Whether its answer has the version. */
  readonly isTagged: boolean
  readonly isRequired: boolean
}

interface SentRecord {
  readonly node: Node
  /** Whether a body may leave out required properties. */
  readonly isPartial: boolean
}

const kFacts = Symbol('fastify-resources.facts')

const NO_FACTS: RowFacts = {}

/** A part of the schema, since that is what plugins see of a route. */
export function withFacts (schema: Properties | undefined, facts: RowFacts): Properties {
  return { ...schema, [kFacts]: facts }
}

export function factsOf (schema: unknown): RowFacts {
  return (schema as { readonly [kFacts]?: RowFacts } | undefined)?.[kFacts] ?? NO_FACTS
}
