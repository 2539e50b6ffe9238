/** What types say of controllers, by the fastest compiler; the others are in typed-controllers.slow.ts. */

import t from 'tap'
import { testControllers } from './support/typed-controllers.js'

testControllers(t, 'TypeScript 7')
