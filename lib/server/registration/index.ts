/** The entry of this folder: rows registered as native routes. */

export { checkRoutes } from './route-conflicts.js'
export { warnOfLateSetup } from './late-setup.js'
export { registerRow } from './register.js'
export type { RowRegistration } from './route-options.js'
