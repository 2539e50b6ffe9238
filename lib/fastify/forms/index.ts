/** The door: form bodies, nested and read. */

export { formPreparer, nestForm, parseForms } from './bodies.js'
