/** What answers a row: an action, or a redirect to another path of the tree. */

import type { Route, RouteRedirect } from '../../types/route.js'
import { groupBy } from './objects.js'

export interface Redirecting extends Route {
  readonly redirect: RouteRedirect
}

export function isRedirecting (route: Route): route is Redirecting {
  // The JSON of an earlier version may lack the property.
  return Boolean(route.redirect)
}

/** The rows that actions answer: all but redirects. */
export function actionRows (table: readonly Route[]): Route[] {
  return table.filter((route) => !isRedirecting(route))
}

/** The same by the name of their controller. */
export function rowsByController (table: readonly Route[]): Map<string, Route[]> {
  return groupBy(actionRows(table), ({ controller }) => controller)
}

/** `posts#show`, or `redirect 301 to /posts/:id`. */
export function answerText (route: Route): string {
  return isRedirecting(route)
    ? `redirect ${route.redirect.status} to ${route.redirect.path}`
    : `${route.controller}#${route.action}`
}
