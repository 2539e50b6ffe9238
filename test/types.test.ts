/**
 * The types of some declarations, by the fastest compiler. types.slow.ts has the other one, and all
 * declarations.
 */

import t from 'tap'
import { testHovers } from './support/hovers.js'
import { testDeclarations } from './support/typed-declarations.js'

testDeclarations(t, 'TypeScript 7')
testHovers(t, 'TypeScript 7')
