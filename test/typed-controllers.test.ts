/** What types say of controllers, by the fastest compiler; the others are in typed-controllers.slow.ts. */

import { testControllers } from './support/typed-controllers.js'

testControllers('TypeScript 7')
