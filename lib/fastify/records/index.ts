/** The entry of this folder: what actions derive from the schema of a record. */

export { cleanAgain, documentedAnswer } from './answers.js'
export type { Derive } from './derive.js'
export { createDerive } from './derive.js'
export { factsOf } from './facts.js'
export type { Loads } from './load.js'
export { createLoads, decorateRecords } from './load.js'
export { decorateProgress } from './progress.js'
export type { ControllerRecord, Records } from './record.js'
export { readRecords } from './record.js'
export { reachedControllers } from './owners.js'
export { updateHooks } from './updates.js'
export { formValues, shownValues } from './values.js'
