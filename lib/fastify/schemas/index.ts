/** The entry of this folder: JSON Schemas, facts about their values, and copies of them for one direction. */

export { contentOf, mapContent } from './content.js'
export type { Copies } from './copies.js'
export { createCopies } from './copies.js'
export type { Document, Node, ReadSchema, Schema } from './documents.js'
export {
  CHOICES, createReader, faultsOf, idOf, mapNode, membersOf, propertiesOf, referencesOf,
  requiredOf, resolveAll, targetOf
} from './documents.js'
export { isEndless } from './endless.js'
export type { Kinds, Part } from './facts.js'
export {
  ANY, DIRECTIONS, bothOf, eitherOf, hiddenNames, isNoText, isOnly, kindsOf, mayBeFile, namesAnywhere,
  partsOf, propertiesIn, readPattern
} from './facts.js'
export type { Names } from './names.js'
export { createNames, documentSchemas } from './names.js'
export type { Issue, StandardSchema, Validate, View } from './standard.js'
export { isSchema, isStandard, looseSchema, untoldDefaults, viewOf } from './standard.js'
export type { Direction } from './purposes.js'
export { expandLocal } from './views.js'
