/** The door: form bodies, nested and read. */

export { nestForm, parseForms } from './bodies.js'
export { formValues } from './values.js'
