/** What controllers answer with: pages and other formats, forms, and guards. */

export * from './answers.js'
export * from './forms.js'
export * from './guards.js'
export { showPage } from './pages.js'
export { closeSession } from './visitors.js'
export { toAtom } from './feed.js'
