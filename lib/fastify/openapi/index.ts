/** The entry of this folder: rows in the OpenAPI document of @fastify/swagger. */

export { openapiOptions } from './models.js'
export type { Describe } from './operations.js'
export { createDescribe, hideRoute } from './operations.js'
