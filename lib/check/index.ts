/** The entry of this folder: gaps in an app's trees. */

export { findGaps } from './gaps.js'
export { readAppTable } from './trees.js'
