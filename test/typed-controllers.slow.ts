/** What types say of controllers, by the compilers that take longer. */

import t from 'tap'
import { testControllers } from './support/typed-controllers.js'

testControllers(t, 'TypeScript 5')
testControllers(t, 'TypeScript 6')
