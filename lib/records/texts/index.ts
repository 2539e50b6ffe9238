/** The entry of this folder: data that goes in or out, by the places of its schemas. */

export type { Hiding } from './hide.js'
export { hide } from './hide.js'
export type { Lack } from './nulls.js'
export { dropNulls, dropNullsInItems } from './nulls.js'
export { readText, takesBoolean } from './texts.js'
export { OWN_RULES, walk } from './walk.js'
