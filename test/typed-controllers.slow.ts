/** What types say of controllers, by each compiler. */

import t from 'tap'
import { compilers } from './support/compilers.js'
import { allControllers, testControllers, testCosts } from './support/typed-controllers.js'

testControllers(t, 'TypeScript 5')
testControllers(t, 'TypeScript 6')
testControllers(t, 'TypeScript 7')
for (const compiler of compilers) {
  for (const one of allControllers) testCosts(t, compiler, one)
}
