/** Reads the arguments of `route` (a name or none, a path, a target, options) and of `redirect`. */

import { show } from '../text.js'
import type { Mistakes } from '../routes/mistakes.js'
import { isPlainObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import { checkPath } from './check-paths.js'
import { checkName } from './checks.js'
import type { RedirectNode, RouteNode } from './declaration.js'
import { checkOptions } from './draw-options.js'

/** Whether a name comes first: a path without a name starts with a slash. */
function isNamed ([first]: readonly unknown[]): boolean {
  return typeof first !== 'string' || !first.startsWith('/')
}

/** `(name?, path, target, options?)` as a node; undefined for invalid arguments. */
export function readPlainRoute (args: readonly unknown[], mistakes: Mistakes): RouteNode | undefined {
  const { count } = mistakes
  const [name, path, target, options] = isNamed(args) ? args : ['', ...args]
  if (target === undefined && typeof name === 'string' && typeof path === 'string' && path.includes('#')) {
    mistakes.add(`without a name a path begins with '/': route(${show(`/${name}`)}, …)`)
    return undefined
  }
  if (name !== '') checkName(name, mistakes)
  const checkedPath = checkPath(path, mistakes, { takesGlob: true })
  const settings = checkOptions(
    { ...readTarget(target, mistakes), ...readSettings(options, mistakes) },
    { kind: 'route', mistakes }
  )
  if (mistakes.count === count && settings.action === undefined) {
    mistakes.add("action: expected the name of an action, such as 'index', got undefined")
  }
  return mistakes.count === count
    ? { kind: 'route', mistakes, name: name as string, path: checkedPath as string, options: settings }
    : undefined
}

/** `(path, to, options?)` as a node; undefined for invalid arguments. */
export function readRedirect (
  [path, to, options]: readonly unknown[], mistakes: Mistakes
): RedirectNode | undefined {
  const { count } = mistakes
  if (typeof path === 'string' && !path.startsWith('/')) {
    mistakes.add(`a path begins with '/': redirect(${show(`/${path}`)}, …)`)
  }
  const checkedPath = checkPath(path, mistakes, { takesGlob: true })
  const target = checkTarget(to, mistakes)
  const settings = checkOptions(readSettings(options, mistakes), { kind: 'redirect', mistakes })
  return mistakes.count === count
    ? { kind: 'redirect', mistakes, path: checkedPath as string, to: target as string, options: settings }
    : undefined
}

/** Texts that a browser reads as the address of another host. */
const OTHER_HOST = /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i

function checkTarget (to: unknown, mistakes: Mistakes): string | undefined {
  if (typeof to === 'string' && OTHER_HOST.test(to)) {
    mistakes.add(`${show(to)} is on another host; use reply.redirect() in an action for that`)
    return undefined
  }
  if (typeof to === 'string' && /^\/.*[?#]/s.test(to)) {
    mistakes.add(
      `${show(to)} has a query or a fragment, but a redirect keeps the query of the request; use ` +
        'reply.redirect() in an action for another'
    )
    return undefined
  }
  if (typeof to !== 'string' || !/^(?:\/|[^/]+$)/.test(to)) {
    mistakes.add(`expected the name of a route, or a path that begins with '/', got ${show(to)}`)
    return undefined
  }
  return to.startsWith('/') ? checkPath(to, mistakes, { takesGlob: true }) || '/' : to
}

const EXPECTED = 'expected a target such as \'posts#show\' or { controller: \'posts\', action: \'show\' }'

/** Separators that people write in place of `#`: `posts.show`, `posts::show`. */
const OTHER_MARK = /^([\w/-]+?) *(?:::|[.:/ ]|->) *([\w-]+)$/

/** Splits `'posts#show'`; `'#show'` leaves the controller to a group. */
function readTarget (target: unknown, mistakes: Mistakes): Properties {
  if (isPlainObject(target)) return target
  const text = typeof target === 'string' ? target : ''
  const [controller, action, ...others] = text.split('#')
  if (controller !== undefined && action !== undefined && others.length === 0) {
    return controller === '' ? { action } : { controller, action }
  }
  const [, before, after] = OTHER_MARK.exec(text) ?? []
  mistakes.add(
    `${EXPECTED}, got ${show(target)}` +
      (before === undefined ? '' : `; did you mean '${before}#${after as string}'?`)
  )
  return {}
}

function readSettings (options: unknown, mistakes: Mistakes): Properties {
  if (options === undefined || isPlainObject(options)) return options ?? {}
  mistakes.add(`expected the options as an object, got ${show(options)}`)
  return {}
}
