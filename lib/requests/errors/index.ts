/** The entry of this folder: nests form bodies, and tells what is wrong with their fields. */

export { nestBody, parseForms } from './form-bodies.js'
export { decorateWords, fieldError, fieldErrors, staleError } from './field-errors.js'
export { invalidOf, partOfInvalid } from './invalid.js'
export { addKey, sentPointer } from './keys.js'
export { answerProblems, hasProblems, sendFieldErrors } from './send-errors.js'
export { formValues, formsOf, replaceBody } from './values.js'
