/** The entry of this folder: who judges a request, a validator or a library, and errors of what was sent. */

export type { Judge } from './judge.js'
export { createJudge, fileOf, judgeOf, sentBody, updateJudge } from './judge.js'
export { isJudged, readOwnSchema } from './own.js'
export type { InvalidPart } from './part-errors.js'
export { additionalName, attachOrReturn, invalidByFaults, invalidPart } from './part-errors.js'
export { addKey, withSentErrors } from './sent-errors.js'
export { createCoercion, validatorChecker, validatorFault } from './validators.js'
