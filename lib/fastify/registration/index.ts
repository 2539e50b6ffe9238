/** The entry of this folder: rows registered as native routes. */

export { checkRoutes } from './conflicts.js'
export { warnOfLatePlugins } from './late-plugins.js'
export { registerRow } from './register.js'
