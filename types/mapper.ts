/** What `draw` takes and gives. */

import type { Route } from './route.js'

export interface Routes {
  readonly table: readonly Route[]
}
