/** The entry of this folder: representations of a row, and what a request asks for. */

export { addAcceptToVary, answersPage, decorateFormats, prefersPage, takeFormat } from './formats.js'
export { addMediaTypes, checkMediaTypes, isPageType, mediaTypesOf } from './media-types.js'
