/** All that the command and `testing/` know of rows and apps beyond the public entries. Not for apps. */

// Rows: their lines, names, actions, variables and paths.
export { ALL_METHODS, REDIRECT_STATUSES } from './routes/actions.js'
export { answerText, rowsByController } from './routes/answer.js'
export { readBaseUrl } from './routes/base-url.js'
export { hasConditionsOf } from './routes/endpoints.js'
export { NO_ROUTES, STYLES, pathText } from './routes/listing.js'
export { helperNames, namesOf, pathHelper } from './routes/route-names.js'
export { defaultTexts, optionalParams, paramNames } from './routes/params.js'
export { isWordless, joinPieces, literalPieces, pathSegments, pathShape } from './routes/path.js'
export { isRoutes, readTable } from './routes/read.js'
export { foundRow, recordSources, sourceOf, withSource } from './routes/sources.js'

// What answers a request, by the table alone.
export { chooseEnds, takesHost } from './routes/hosts.js'
export { encodeIds, idFault, idFaultText, idRules } from './routes/id-rules.js'
export { createRouter } from './routes/router.js'
export type { Reached, Router } from './routes/router.js'

// An app: its tables and its addresses, the row of a request, the facts of a row.
export { readAppTable } from './fastify/check/index.js'
export { isWriting } from './fastify/methods/index.js'
export { createRecognize } from './fastify/routing/index.js'
export { stateOf } from './fastify/state.js'

// Values and options.
export { optionMistakes } from './fastify/option-checks.js'
export type { OptionCheck } from './fastify/option-checks.js'
export { refuseUnknownOptions } from './helpers/urls/arguments.js'
export { groupBy, isObject, isPlainObject, jsonValue, remember } from './routes/objects.js'
