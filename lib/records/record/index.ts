/** The entry of this folder: the layer of records, and of schemas that actions have themselves. */

export { createRecordLayer } from './derive.js'
