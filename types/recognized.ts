/** What `app.recognize` gives. */

import type { Route } from './route.js'

export interface Recognized {
  readonly route: Route
  /** The variables of its path, decoded, as texts, and its constant parameters. */
  readonly params: Readonly<Record<string, string>>
  /** The extension that the path ends in, else null. */
  readonly format: string | null
}
