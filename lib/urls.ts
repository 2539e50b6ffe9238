/** The door for browsers and tools: drawing, helpers and the listing, without Fastify and Node. */

export { createUrlFor } from './helpers/url-helpers.js'
export { draw } from './routes/draw.js'
export { formatRoutes } from './routes/listing.js'
export type * from '../types/listing.js'
export type * from '../types/mapper.js'
export type * from '../types/options.js'
export type * from '../types/route.js'
export type * from '../types/urls.js'
