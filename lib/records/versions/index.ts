/** The entry of this folder: the layer that refuses an edit which would undo another. */

export { createVersionLayer } from './versions.js'
