/** Replaces `form-words.ts` in bundles for browsers, as that of the URL helpers. */

export { WORDS as FORM_WORDS } from '../urls/url-words.js'
