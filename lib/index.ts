/** The door of the plugin. */

import '../types/fastify.js'

export { resourcesPlugin as default, resourcesPlugin } from './fastify/plugin.js'
export { parseQuery } from './helpers/query.js'
export { createUrlFor } from './helpers/url-helpers.js'
export { draw } from './routes/draw.js'
export { formatRoutes } from './routes/listing.js'
export type * from '../types/listing.js'
export type * from '../types/mapper.js'
export type * from '../types/options.js'
export type * from '../types/plugin.js'
export type * from '../types/route.js'
export type * from '../types/urls.js'
