/** The entry of this folder: declared paths, the check of ids, and the answers of redirects. */

export { constraintsOf, declareRows, findDeclared, refusesIds } from './declared-paths.js'
export { idCheck, paramsHook } from './params.js'
export { createRecognize } from './recognize.js'
export { redirectAction } from './redirect.js'
export { routerOptionsOf } from './router-options.js'
