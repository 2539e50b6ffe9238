/** The door: which method a request has, and which it may not have. */

export { isForm } from './field.js'
export { refuseWrongMethods, warnWhereInactive } from './not-allowed.js'
export { decorateOriginalMethod, overrideHooks, overrideMethods } from './override.js'
