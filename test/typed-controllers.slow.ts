/** What types say of controllers, by each compiler. */

import t from 'tap'
import { testControllers } from './support/typed-controllers.js'

testControllers(t, 'TypeScript 5')
testControllers(t, 'TypeScript 6')
testControllers(t, 'TypeScript 7')
