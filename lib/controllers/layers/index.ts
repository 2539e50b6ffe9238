/** The entry of this folder: the seam between the core and its layers. */

export { factsOf } from './row-facts.js'
export type { RowFacts, RowVersion } from './row-facts.js'
export type {
  ErrorHandler, FormRecord, Layer, LayerRoute, LayerRow, PartOptions, Registering, RowPart
} from './layer.js'
export { settleRow } from './order.js'
