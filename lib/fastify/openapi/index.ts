/** The door: the OpenAPI document that @fastify/swagger makes of rows. */

export { openapiOptions } from './models.js'
export type { Describe } from './operations.js'
export { createDescribe, hide } from './operations.js'
