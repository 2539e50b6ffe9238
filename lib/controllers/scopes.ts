/** Assigns rows to encapsulated scopes: those of a namespace to the one that the option `scopes` sets up. */

import { createError } from '../errors.js'
import { didYouMean, oneOf } from '../text.js'
import type { Route } from '../../types/route.js'
import type { SetUp } from './plugin-options.js'

export interface TreeScope {
  readonly routes: Route[]
  /** The scopes of namespaces inside this one. */
  readonly inner: NamespaceScope[]
}

interface NamespaceScope extends TreeScope {
  readonly setUp: SetUp
}

/** Throws FST_RESOURCES_OPTIONS for a namespace without controllers. */
export function placeInScopes (table: readonly Route[], setUps: Readonly<Record<string, SetUp>>): TreeScope {
  const outermost: TreeScope = { routes: [], inner: [] }
  const scopes = new Map([['', outermost]])
  const surrounding = (namespace: string): TreeScope =>
    scopes.get(namespace) ?? surrounding(namespaceOf(namespace))

  const namespaces = Object.keys(setUps)
  reportUnknown(namespaces, table)
  for (const namespace of namespaces.sort((one, other) => one.length - other.length)) {
    const scope = { setUp: setUps[namespace] as SetUp, routes: [], inner: [] }
    surrounding(namespaceOf(namespace)).inner.push(scope)
    scopes.set(namespace, scope)
  }
  for (const route of table) surrounding(namespaceOf(route.controller)).routes.push(route)
  return outermost
}

/** The rows in the order of registration: those of a scope before those of its inner scopes. */
export function routesOf ({ routes, inner }: TreeScope): readonly Route[] {
  return [...routes, ...inner.flatMap(routesOf)]
}

/** `admin/v2/posts` → `admin/v2` → `admin` → `''`. */
function namespaceOf (name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')))
}

function reportUnknown (namespaces: readonly string[], table: readonly Route[]): void {
  const known = new Set<string>()
  for (const { controller } of table) {
    for (let namespace = namespaceOf(controller); namespace !== ''; namespace = namespaceOf(namespace)) {
      known.add(namespace)
    }
  }
  const unknown = namespaces.filter((namespace) => !known.has(namespace))
  if (unknown.length === 0) return
  const expected =
    known.size === 0 ? 'no route has a controller in a namespace' : `expected ${oneOf([...known])}`
  throw createError('FST_RESOURCES_OPTIONS', [unknown.map((namespace) =>
    `scopes: unknown namespace '${namespace}'; ${expected}${didYouMean(namespace, [...known])}`)])
}
