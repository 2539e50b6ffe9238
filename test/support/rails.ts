/** The declarations that the real Rails 2.2.1 answered, and what it answered. */

import { readFileSync } from 'node:fs'
import { draw } from '../../lib/index.js'
import { listLines } from '../../lib/routes/listing.js'
import type { DrawOptions, Routes } from '../../lib/index.js'

/** A declaration as data. */
export type TreeNode =
  | {
    kind: 'resources' | 'resource' | 'namespace'
    names: string[]
    options: Record<string, unknown>
    children: TreeNode[]
  }
  | { kind: 'route'; names: string[]; path: string; target: { controller: string; action: string } }

export interface RailsCase {
  id: string
  declare: TreeNode[]
  config?: { resourcesPathNames?: Record<string, string> }
  routes?: Array<{
    name: string
    method: string | string[]
    path: string
    controller: string
    action: string
  }>
  urls?: Array<{ helper: string; args: unknown[]; result: string }>
  recognize?: Array<{
    method: string
    path: string
    params?: Record<string, string>
    error?: 'MethodNotAllowed' | 'RoutingError'
    allow?: string
  }>
  declareError?: boolean
  differs?: string[]
}

export function readFixture<T> (name: string): T {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')) as T
}

/** The lines of a fixture, without empty ones. */
export function readLines (name: string): string[] {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

export function readRailsCases (): RailsCase[] {
  return readFixture('rails-2.2.1.json')
}

/** Draws a case as an app would. */
export function drawCase ({ declare, config }: RailsCase): Routes {
  return drawNodes(
    declare,
    config?.resourcesPathNames === undefined ? {} : { pathNames: config.resourcesPathNames }
  )
}

/** Draws declarations that are data. */
export function drawNodes (nodes: readonly TreeNode[], options: DrawOptions): Routes {
  return draw(options as {}, (map) => {
    declareNodes(map, nodes)
    return map
  })
}

type AnyMapper = Record<TreeNode['kind'], (...given: unknown[]) => unknown>

function declareNodes (map: object, nodes: readonly TreeNode[]): void {
  for (const node of nodes) {
    const call = (...given: unknown[]): unknown => (map as AnyMapper)[node.kind](...node.names, ...given)
    if (node.kind === 'route') call(node.path, node.target)
    else {
      call(reviveRegExps(node.options), (inner: object) => {
        declareNodes(inner, node.children)
      })
    }
  }
}

/** `{ "$regexp": source, "flags"? }` stands for a regular expression. */
export function reviveRegExps (value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reviveRegExps)
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value
  const { $regexp, flags } = value as { $regexp?: string; flags?: string }
  if ($regexp !== undefined) return new RegExp($regexp, flags)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, reviveRegExps(item)]))
}

/** The lines of a listing, those of `any` as one. */
export function rowTexts ({ table }: Routes): string[] {
  return listLines(table).map(({ route, name, method }) => rowText({ ...route, name, method }))
}

/** A row in one line: `edit_post GET /posts/:id/edit posts#edit`. */
export function rowText ({
  name,
  method,
  path,
  controller,
  action
}: {
  name: string
  method: string | string[]
  path: string
  controller: string
  action: string
}): string {
  return `${name || '-'} ${String(method)} ${path} ${controller}#${action}`
}
