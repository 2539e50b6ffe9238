/** The entry of this folder: data that goes in or out, cleaned by the schemas of its places. */

export type { CleaningRules, Elsewhere } from './clean.js'
export { clean } from './clean.js'
export type { NamedShape, NamedShapes, Shape } from './shapes.js'
export { createShapes } from './shapes.js'
export type { UnknownKeys } from './unknown.js'
