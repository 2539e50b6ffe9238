/** What answers a row: an action, or a redirect. */

import type { Route, RouteRedirect } from '../../types/route.js'

export interface Redirecting extends Route {
  readonly redirect: RouteRedirect
}

export function isRedirecting (route: Route): route is Redirecting {
  // The JSON of an earlier version may lack the property.
  return Boolean(route.redirect)
}

/** `posts#show`, or `redirect 301 to /posts/:id`. */
export function answerText (route: Route): string {
  return isRedirecting(route) ? `redirect ${route.redirect.status} to ${route.redirect.path}` : `${route.controller}#${route.action}`
}
