/** The door: which method a request has, and which it may not have. */

export { isForm } from './field.js'
export { missedOverrideError } from './missed.js'
export { guardRoot, warnWhereInactive } from './not-allowed.js'
export { decorateOriginalMethod, isOverride, overrideMethods, refuseForeignForm } from './override.js'
