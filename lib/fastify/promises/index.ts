/** The entry of this folder: which formats of its rows an action answers. */

export { createPromisesLayer, warnOfMissing } from './action-formats.js'
