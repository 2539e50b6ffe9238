/** The entry of this folder: `_method` and 405. */

export { isForm } from './field.js'
export { missedOverrideError } from './missed.js'
export { guardRoot, warnWhereInactive } from './not-allowed.js'
export { decorateOriginalMethod, formCheck, isOverride, overrideMethods } from './override.js'
export type { FormCheck } from './override.js'
