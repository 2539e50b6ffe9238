/** The entry of this folder: decorators of requests and replies. */

export { addAcceptToVary, decorateFormats, prefersHtml, takeFormat } from './formats.js'
export {
  addMediaTypes, checkMediaTypes, isPageType, mediaTypeOf, usualExtensionOf, usualTypesOf
} from './media-types.js'
export { answerNotFound, refuseMissing } from './missing.js'
export { cleanAgain, decorateProgress, noteAction, progressOf } from './progress.js'
export { decorateRecords } from './records.js'
export { noteFields, noteFiles, noteNames, readParts } from './files.js'
export { decorateUrls, hasUrls } from './urls.js'
