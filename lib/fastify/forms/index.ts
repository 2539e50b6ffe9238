/** The door: nests form bodies. */

export { nestForm, parseForms } from './bodies.js'
