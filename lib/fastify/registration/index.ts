/** The door: rows registered as native routes. */

export { checkRoutes, refuseHidden, registerRoute } from './register.js'
