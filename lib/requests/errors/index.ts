/** The entry of this folder: nests form bodies, tells what is wrong with their fields, and answers errors. */

export { nestBody, parseForms } from './form-bodies.js'
export { decorateWords, fieldError, fieldErrors, staleError } from './field-errors.js'
export { invalidOf, partOfInvalid } from './invalid.js'
export { addKey, sentPointer } from './keys.js'
export { answerProblems } from './problems.js'
export { hasProblems, sendFieldErrors } from './send-errors.js'
export { formValues, formsOf, replaceBody } from './values.js'
