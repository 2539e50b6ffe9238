/** All that the command and `testing/` know of rows and apps beyond the public entries. Not for apps. */

// Rows: their lines, actions, variables and paths.
export { ALL_METHODS, REDIRECT_STATUSES } from './routes/actions.js'
export { answerText } from './routes/answer.js'
export { readBaseUrl } from './routes/base-url.js'
export { encodeIds } from './routes/id-rules.js'
export { STYLES, formatTableRows } from './routes/listing.js'
export { joinPieces, literalPieces } from './routes/path.js'
export { isRoutes } from './routes/read.js'
export { rowsForPath } from './routes/rows-for-path.js'

// An app: its tables and its addresses, the row of a request, the facts of a row.
export { readAppTable } from './check/index.js'
export { isWriting } from './requests/methods/index.js'
export { createRecognize } from './requests/routing/index.js'
export { stateOf } from './controllers/state.js'

// Values and options.
export { optionMistakes } from './controllers/option-checks.js'
export type { OptionCheck } from './controllers/option-checks.js'
export { refuseUnknownOptions } from './urls/arguments.js'
export { isObject, isPlainObject, remember } from './routes/objects.js'
