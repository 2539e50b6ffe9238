/** The entry of this folder: leads the reload of a form that came back to the form. */

export type { FormRow } from './reload-rows.js'
export { registerReloads } from './reload-rows.js'
