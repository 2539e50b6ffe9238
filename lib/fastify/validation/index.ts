/** The entry of this folder: what checks a request, a validator or a library, and errors of what was sent. */

export type { Judge } from './judge.js'
export { createJudge, fileOf, judgeOf, updateJudge } from './judge.js'
export { isJudged, readOwnSchema } from './own.js'
export type { Fault, InvalidPart } from './part-errors.js'
export { additionalName, invalidInput, invalidPart } from './part-errors.js'
export { addKey, attachOrReturn, withSentErrors } from './sent-errors.js'
export type { RecordValidator, Validators } from './validators.js'
export { createValidators } from './validators.js'
