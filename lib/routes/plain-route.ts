/** Reads the arguments of `route` (a name or none, a path, a target, options) and of `redirect`. */

import { show } from '../text.js'
import { checkPath } from './check-paths.js'
import { checkName } from './checks.js'
import type { RedirectNode, Report, RouteNode } from './declaration.js'
import { isPlainObject } from './objects.js'
import type { Properties } from './objects.js'
import { checkOptions } from './options.js'

/** Whether a name comes first: a path without a name starts with a slash. */
export function isNamed ([first]: readonly unknown[]): boolean {
  return typeof first !== 'string' || !first.startsWith('/')
}

/** `(name?, path, target, options?)` as a node; undefined for invalid arguments. */
export function readPlainRoute (
  given: readonly unknown[], where: string, report: Report
): RouteNode | undefined {
  let isRight = true
  const refuse: Report = (mistake) => {
    isRight = false
    report(mistake)
  }
  const [name, path, target, options] = isNamed(given) ? given : ['', ...given]
  if (target === undefined && typeof path === 'string' && path.includes('#')) {
    report(`without a name a path begins with '/': route(${show(`/${String(name)}`)}, …)`)
    return undefined
  }
  if (name !== '') checkName(name, refuse)
  const checkedPath = checkPath(path, refuse, { takesGlob: true })
  const settings = checkOptions(
    { ...readTarget(target, refuse), ...readSettings(options, refuse) },
    { kind: 'route', where },
    refuse
  )
  if (isRight && settings.action === undefined) {
    refuse("action: expected the name of an action, such as 'index', got undefined")
  }
  return isRight
    ? { kind: 'route', where, name: name as string, path: checkedPath as string, options: settings }
    : undefined
}

/** `(path, to, options?)` as a node; undefined for invalid arguments. */
export function readRedirect (
  [path, to, options]: readonly unknown[], where: string, report: Report
): RedirectNode | undefined {
  let isRight = true
  const refuse: Report = (mistake) => {
    isRight = false
    report(mistake)
  }
  if (typeof path === 'string' && !path.startsWith('/')) {
    refuse(`a path begins with '/': redirect(${show(`/${path}`)}, …)`)
  }
  const checkedPath = checkPath(path, refuse, { takesGlob: true })
  const target = checkTarget(to, refuse)
  const settings = checkOptions(readSettings(options, refuse), { kind: 'redirect', where }, refuse)
  return isRight
    ? { kind: 'redirect', where, path: checkedPath as string, to: target as string, options: settings }
    : undefined
}

/** Texts that a browser reads as the address of another host. */
const OTHER_HOST = /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i

function checkTarget (to: unknown, report: Report): string | undefined {
  if (typeof to === 'string' && OTHER_HOST.test(to)) {
    report(`${show(to)} is on another host; use reply.redirect() in an action for that`)
    return undefined
  }
  if (typeof to === 'string' && /^\/.*[?#]/s.test(to)) {
    report(
      `${show(to)} has a query or a fragment, but a redirect keeps the query of the request; use ` +
        'reply.redirect() in an action for another'
    )
    return undefined
  }
  if (typeof to !== 'string' || !/^(?:\/|[^/]+$)/.test(to)) {
    report(`expected the name of a route, or a path that begins with '/', got ${show(to)}`)
    return undefined
  }
  return to.startsWith('/') ? checkPath(to, report, { takesGlob: true }) || '/' : to
}

const EXPECTED = 'expected a target such as \'posts#show\' or { controller: \'posts\', action: \'show\' }'

/** Separators that people write in place of `#`: `posts.show`, `posts::show`. */
const OTHER_MARK = /^([\w/-]+?) *(?:::|[.:/ ]|->) *([\w-]+)$/

/** Splits `'posts#show'`; `'#show'` leaves the controller to a group. */
function readTarget (target: unknown, report: Report): Properties {
  if (isPlainObject(target)) return target
  const [controller, action, ...others] = typeof target === 'string' ? target.split('#') : []
  if (controller !== undefined && action !== undefined && others.length === 0) {
    return controller === '' ? { action } : { controller, action }
  }
  const [, before, after] = OTHER_MARK.exec(String(target)) ?? []
  report(
    `${EXPECTED}, got ${show(target)}` +
      (before === undefined ? '' : `; did you mean '${before}#${after as string}'?`)
  )
  return {}
}

function readSettings (options: unknown, report: Report): Properties {
  if (options === undefined || isPlainObject(options)) return options ?? {}
  report(`expected the options as an object, got ${show(options)}`)
  return {}
}
