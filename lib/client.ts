/** The door of the client: what the controllers of drawn routes answer, called over `fetch`. */

export { createClient } from './client/client.js'
export { injectFetch } from './client/inject.js'
export { ResponseError } from './client/response.js'
export type * from '../types/client.js'
