/** The door: what the router knows of our paths. */

export { constraintsOf, declarePaths, findDeclared } from './declared-paths.js'
export { routerOptionsOf } from './router-options.js'
