/** Files of forms: a validator of JSON Schemas knows none. */

import { TYPES } from './documents.js'
import type { Node, Schema } from './documents.js'
import { isBinary } from './facts.js'

/** The bytes of a file have a method, which is of no type, and which no client can send. */
const METHOD: Schema = { not: { anyOf: TYPES.map((type) => ({ type })) } }
const FILE: Schema = { type: 'object', required: ['subarray'], properties: { subarray: METHOD } }

/** A file passes, and all else by the schema. */
export function fileOr (schema: Schema): Schema {
  return { if: FILE, else: schema }
}

/** Whether the copy of a schema for a validator takes files too. */
export function isFileText ({ schema }: Node): boolean {
  return isBinary(schema) && [schema.type].flat().includes('string')
}

/** The pointer of a node in such a copy of its document. */
export function pointerInCopy ({ parent, at }: Node): string {
  if (parent === undefined) return at
  return pointerInCopy(parent) + (isFileText(parent) ? '/else' : '') + at.slice(parent.at.length)
}
