/** The door for browsers and tools: drawing, URL and form helpers, the listing, without Fastify and Node. */

export { fieldName } from './helpers/field-name.js'
export { formErrors } from './helpers/form-errors.js'
export { createFormHelpers } from './helpers/form-helpers.js'
export { buttonTo, formTag } from './helpers/form-tags.js'
export { createUrlFor } from './helpers/url-helpers.js'
export { draw } from './routes/draw.js'
export { formatRoutes } from './routes/listing.js'
// All of what a drawn tree's type is made of, so that an app's declaration files can name it.
export type * from '../types/declarations.js'
export type * from '../types/form-errors.js'
export type * from '../types/forms.js'
export type * from '../types/listing.js'
export type * from '../types/mapper.js'
export type * from '../types/options.js'
export type * from '../types/route.js'
export type * from '../types/url-for.js'
export type * from '../types/urls.js'
