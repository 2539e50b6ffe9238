/** The entry of this folder: what actions derive from the schema of a record. */

export type { Derive } from './derive.js'
export { createDerive } from './derive.js'
export type { Loads } from './load.js'
export { createLoads, decorateRecords } from './load.js'
export type { Records } from './record.js'
export { readRecords } from './record.js'
export { validatorFault } from './validators.js'
export { formValues, shownValues } from './values.js'
