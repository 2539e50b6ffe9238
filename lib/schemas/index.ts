/** The entry of this folder: JSON Schemas, facts about their values, and copies of them for one direction. */

export { contentOf, mapContent } from './content.js'
export type { Bundle } from './copies.js'
export { bundle, createCopies, createSharedCopies } from './copies.js'
export type { Document, Node, ReadSchema, Schema } from './documents.js'
export {
  CHOICES, SAME_VALUE, TYPES, createReader, faultsOf, idOf, leadTo, mapNode, membersOf, propertiesOf,
  readAlone, referencesOf, requiredOf, resolve, resolveAll, targetOf
} from './documents.js'
export { isLaterDraft } from './drafts.js'
export type { Kinds } from './schema-facts.js'
export {
  bothOf, eitherOf, factsInside, hiddenNames, isNoText, isOnly, kindsOf, mayBeFile, partsOf, propertiesIn
} from './schema-facts.js'
export { expandLocal, isEndless } from './endless.js'
export type { Names } from './schema-names.js'
export { createNames, withSuffix } from './schema-names.js'
export type { Member, Place, PlaceOf } from './places.js'
export { createPlaces, markConflicts } from './places.js'
export type { Issue, StandardSchema, Validate } from './standard.js'
export { isSchema, isStandard, looseViewOf, viewOf } from './standard.js'
export { lostRules } from './rules.js'
export { structureOf } from './valibot.js'
export { DIRECTIONS } from './purposes.js'
export type { Direction } from './purposes.js'
export {
  MOST_ISSUES, anythingOf, copyForClients, hasInside, innerSchemas, isCodec, isOneWay, isPlainRecord, isZod,
  mayWait, metaNameOf
} from './zod.js'
export type { ParseContext, Parsed, Payload, RawIssue, ZodSchema } from './zod.js'
