/** The entry of this folder: decorators of requests and replies. */

export {
  addMediaTypes, checkMediaTypes, decorateFormats, isPageType, mediaTypeOf, prefersHtml, takeFormat
} from './formats.js'
export { noteFiles, readParts } from './files.js'
export { decorateUrls, hasUrls } from './urls.js'
