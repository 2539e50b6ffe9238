/** The result of `app.recognize`. */

import type { Route } from './route.js'

export interface Recognized {
  readonly route: Route
  /** The variables of its path, decoded, as texts, and its constant parameters. */
  readonly params: Readonly<Record<string, string>>
  /** The extension at the end of the path, else null. */
  readonly format: string | null
}
