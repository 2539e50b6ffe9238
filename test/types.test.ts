/**
 * The types of some declarations, by the fastest compiler, and what controllers cost. types.slow.ts has the
 * other one, all declarations, and what is registered; typed-controllers.slow.ts the costs of all.
 */

import t from 'tap'
import { testCosts } from './support/typed-controllers.js'
import { testDeclarations } from './support/typed-declarations.js'

testDeclarations(t, 'TypeScript 7')
testCosts(t, 'TypeScript 7', { by: 'controller.for', options: 'except' }, [100])
