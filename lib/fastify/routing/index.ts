/** The door: what the router knows of our paths. */

export { constraintsOf, declareRows, findDeclared } from './declared-paths.js'
export { idCheck } from './ids.js'
export { routerOptionsOf } from './router-options.js'
