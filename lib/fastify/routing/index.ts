/** The door: declared paths and the check of ids. */

export { constraintsOf, declareRows, findDeclared } from './declared-paths.js'
export { idCheck } from './ids.js'
export { paramsHook } from './params.js'
export { createRecognize } from './recognize.js'
export { routerOptionsOf } from './router-options.js'
