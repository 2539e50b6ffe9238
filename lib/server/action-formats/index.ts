/** The entry of this folder: which formats of its rows an action answers. */

export { createActionFormatsLayer } from './action-formats.js'
