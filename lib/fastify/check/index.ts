/** The door: what an app's trees lack. */

export { checkApp } from './check-app.js'
export { noteActions, noteControllers, noteRoutes } from './leftovers.js'
