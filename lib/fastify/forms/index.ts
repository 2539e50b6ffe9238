/** The door: nests form bodies, and reads their values. */

export { nestForm, parseForms } from './bodies.js'
export { formValues } from './values.js'
