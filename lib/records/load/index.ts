/** The entry of this folder: the layer that loads records. */

export { createLoadLayer } from './loader.js'
