/**
 * The types of some declarations, by the fastest compiler. types.slow.ts has the other one, and all
 * declarations.
 */

import { testDeclarations } from './support/typed-declarations.js'

testDeclarations('TypeScript 7')
