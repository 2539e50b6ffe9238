/** The door: JSON Schemas, what they say of a value, and copies of them for one direction. */

export { checkSchema } from './check.js'
export type { Copies } from './copies.js'
export { createCopies } from './copies.js'
export type { Mark, Part, Types } from './facts.js'
export { bothOf, eitherOf, isMarked, markedNames, partsOf, propertiesOf, takesEmptyText, typesOf } from './facts.js'
export type { FindSchema, Schema, Target } from './json-schema.js'
export { NOTHING, danglingReference, joinSchemas, mapSchemas, membersOf, referencesOf, targetOf } from './json-schema.js'
export { createNames, idOf } from './names.js'
export type { Reach } from './reach.js'
export { createReach } from './reach.js'
