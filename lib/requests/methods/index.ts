/** The entry of this folder: `_method`, 405, and requests of other sites. */

export { isForm, isMultipart } from './field.js'
export { guardRoot, missedOverrideError } from './not-allowed.js'
export {
  acceptForm, decorateOriginalMethod, isOverride, isWriting, lastValue, overrideMethods
} from './override.js'
export { siteCheck, socketCheck } from './site.js'
export type { SiteCheck } from './site.js'
