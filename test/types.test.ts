/**
 * The types of some declarations, by the fastest compiler. types.slow.ts has the other one, and all
 * declarations.
 */

import { testHovers } from './support/hovers.js'
import { testDeclarations } from './support/typed-declarations.js'

testDeclarations('TypeScript 7')
testHovers('TypeScript 7')
