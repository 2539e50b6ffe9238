/** The entry `fastify-resources/testing`: walks an app as its visitors do. */

export { walkApp } from './testing/walk-app.js'
export type * from '../types/testing.js'
