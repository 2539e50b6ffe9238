/** What a row checks itself, beside its schema: documents tell it, and Fastify compiles nothing of it. */

import type { Schema } from '../schemas/index.js'

interface RowFacts {
  /** The schema of its ids; undefined where the action has one itself, or where nothing is checked. */
  readonly params: Schema | undefined
  /** The schema of its body, in the same way. */
  readonly body: Schema | undefined
  /** Whether clients send files. */
  readonly takesFiles: boolean
}

const kFacts = Symbol('fastify-resources.facts')

const NONE: RowFacts = { params: undefined, body: undefined, takesFiles: false }

/** A part of the schema, since that is what plugins see of a route. */
export function withFacts (schema: Schema, facts: RowFacts): Schema {
  return { ...schema, [kFacts]: facts }
}

export function factsOf (schema: unknown): RowFacts {
  return (schema as { readonly [kFacts]?: RowFacts } | undefined)?.[kFacts] ?? NONE
}
