/** The door: what requests and replies are decorated with. */

export { checkMediaTypes, decorateFormats, takeExtension } from './formats.js'
export { decorateUrls, hasUrls } from './urls.js'
