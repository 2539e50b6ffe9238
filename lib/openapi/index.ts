/** The entry of this folder: the layer that describes rows in the document of @fastify/swagger. */

export { createOpenapiLayer } from './operations.js'
