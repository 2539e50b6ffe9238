/** The entry of this folder: decorators of requests and replies. */

export { checkLoaded } from './loaded.js'
export { answerNotFound, refuseMissing } from './missing.js'
export { decorateProgress, noteAction, progressOf } from './progress.js'
export { decorateRecords } from './request-record.js'
export { noteFields, noteFiles, noteNames, readParts } from './sent-files.js'
export { decorateUrls, hasUrls } from './request-urls.js'
