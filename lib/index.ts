/** The main entry of the package. */

import '../types/fastify.js'

export { checkApp, listApp } from './fastify/check-app.js'
export { controller } from './fastify/controllers/index.js'
export { prefersPage } from './fastify/formats/index.js'
export { resourcesPlugin as default, resourcesPlugin } from './fastify/plugin.js'
export { fieldError, fieldErrors, formValues, sendFieldErrors } from './fastify/forms/index.js'
export { openapiOptions } from './fastify/openapi-options.js'
export { parseQuery } from './helpers/urls/nesting.js'
export * from './urls.js'
export type * from '../types/action-answers.js'
export type * from '../types/registered-app.js'
export type * from '../types/findings.js'
export type * from '../types/controllers.js'
export type * from '../types/handlers.js'
export type * from '../types/plugin-settings.js'
export type * from '../types/registry.js'
