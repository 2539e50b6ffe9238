/** The entry `fastify-resources/client`: calls the controllers of drawn routes over `fetch`. */

export { createClient } from './client/create-client.js'
export { ResponseError } from './client/response.js'
export type * from '../types/typed-client.js'
