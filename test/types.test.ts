/**
 * The types of some declarations, by the fastest compiler. types.slow.ts has the other one, all
 * declarations, and what is registered.
 */

import t from 'tap'
import { testDeclarations } from './support/typed-declarations.js'

testDeclarations(t, 'TypeScript 7')
