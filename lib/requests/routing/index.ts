/** The entry of this folder: declared paths, the check of ids, and the answers of redirects. */

export { declareRows, findAnswers, findRow } from './declared-paths.js'
export type { MethodAnswer } from './declared-paths.js'
export { idCheck, paramsHook } from './params-hook.js'
export { createRecognize } from './recognize.js'
export { redirectAction } from './redirect.js'
export { routerOptionsOf } from './router-options.js'
