/** The door: what follows from the schema of a record. */

export type { Derive } from './derive.js'
export { createDerive } from './derive.js'
export type { FindSchema, Schema, Target } from './json-schema.js'
export { documentOf, partsOf, referencesOf } from './json-schema.js'
export type { Records } from './params.js'
export { readRecord } from './record.js'
export { schemaNamer } from './schema-names.js'
