/** What types say of controllers, by the compilers that take longer. */

import { testControllers } from './support/typed-controllers.js'

testControllers('TypeScript 5')
testControllers('TypeScript 6')
