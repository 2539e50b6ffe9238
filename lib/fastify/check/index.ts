/** The entry of this folder: gaps in an app's trees. */

export { checkApp } from './check-app.js'
export { listApp, readAppTable } from './list-app.js'
