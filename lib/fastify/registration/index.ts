/** The door: rows registered as native routes. */

export { checkRoutes, refuseHidden } from './conflicts.js'
export { registerRow } from './register.js'
