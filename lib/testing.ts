/** The entry `fastify-resources/testing`: calls an app without a socket, and walks it as its visitors do. */

export { injectFetch } from './testing/inject.js'
export { walkApp } from './testing/walk-app.js'
export type * from '../types/walk-options.js'
