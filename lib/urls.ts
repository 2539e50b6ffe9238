/** The entry `fastify-resources/urls` for browsers and tools: drawing, helpers and the listing. */

export { fieldName } from './forms/field-name.js'
export { formErrors } from './forms/error-list.js'
export { createFormHelpers } from './forms/form-for.js'
export { buttonTo, formTag } from './forms/tags.js'
export { createUrlFor } from './urls/family.js'
export { draw } from './draw/draw.js'
export { formatRoutes } from './routes/listing.js'
// All parts of a drawn tree's type, so that an app's declaration files can name it.
export type * from '../types/declarations.js'
export type * from '../types/form-errors.js'
export type * from '../types/forms.js'
export type * from '../types/listing-options.js'
export type * from '../types/mapper.js'
export type * from '../types/options.js'
export type * from '../types/route.js'
export type * from '../types/url-for.js'
export type * from '../types/url-options.js'
