/** Route files of real Rails 2 applications, as data, and their declarations here. */

import { readdirSync } from 'node:fs'
import { draw } from '../../lib/index.js'
import type { Routes } from '../../lib/index.js'
import { readFixture } from './rails.js'

export interface RealApp {
  readonly app: string
  readonly declare: readonly RealNode[]
  readonly rows: readonly RealRow[]
  /** `[method, path, controller#action | 404 | 405, parameters | allowed methods]`, by the real router. */
  readonly answers: ReadonlyArray<
    readonly [
      method: string,
      path: string,
      answer: string | number,
      details?: Record<string, unknown> | string[]
    ]
  >
}

export interface RealNode {
  readonly kind: 'resources' | 'resource' | 'namespace' | 'route' | 'connect' | 'root'
  readonly names?: readonly string[]
  readonly path?: string
  readonly options: Readonly<Record<string, unknown>>
  readonly line: number
  readonly children?: readonly RealNode[]
}

export interface RealRow {
  readonly line: number
  readonly name: string
  readonly method: string | string[] | null
  readonly path: string
  readonly controller: string
  readonly action: string
  readonly requirements?: Readonly<Record<string, string>>
  readonly optional?: readonly string[]
}

export function readRealApps (): RealApp[] {
  return readdirSync(new URL('../fixtures/real-apps/', import.meta.url)).map((name) =>
    readFixture<RealApp>(`real-apps/${name}`)
  )
}

/** A declaration in one line: `144 route faq /faq home#faq`. */
export function nodeText ({ line, kind, names = [], path, options }: RealNode): string {
  const target =
    options.controller === undefined
      ? ''
      : `${String(options.controller)}#${String(options.action ?? 'index')}`
  const { method } = (options.conditions ?? {}) as { method?: string | string[] }
  return [
    String(line),
    kind === 'connect' ? 'route' : kind,
    ...names,
    path,
    kind === 'resources' || kind === 'resource' ? '' : target,
    String(method ?? '')
  ]
    .filter((word) => word !== undefined && word !== '')
    .join(' ')
}

/** The changes that a team makes when it ports an application. */
interface Port {
  readonly isLeftOut: (text: string) => boolean
  /** Additional options. */
  readonly changesOf: (text: string) => Readonly<Record<string, unknown>>
}

export function drawRealApp (app: RealApp, { isLeftOut, changesOf }: Port): Routes {
  const { declare } = app
  const owned = resourceNames(declare)
  const keep = (nodes: readonly RealNode[]): RealNode[] =>
    nameOnce(nodes, owned)
      .filter((node) => !isLeftOut(nodeText(node)))
      .map((node) => ({
        ...node,
        options: { ...node.options, ...changesOf(nodeText(node)) },
        children: keep(node.children ?? [])
      }))
  return drawNodes(keep(declare), app)
}

function drawNodes (nodes: readonly RealNode[], app: RealApp): Routes {
  return draw((map) => {
    declareNodes(map as unknown as AnyMapper, nodes, app)
    return map
  })
}

type AnyMapper = Record<
  'resources' | 'resource' | 'namespace' | 'route' | 'root',
  (...given: unknown[]) => void
>

/** The paths of the names that resources have here. */
function resourceNames (declare: readonly RealNode[]): ReadonlyMap<string, string> {
  const resources = declare
    .filter(({ kind }) => kind === 'resources')
    .map((node) => ({ ...node, children: [] }))
  const named = new Map<string, string>()
  for (const node of resources) {
    const { table } = drawNodes([node], { app: '', declare: [], rows: [], answers: [] })
    for (const { name, path } of table) if (name !== '' && !named.has(name)) named.set(name, path)
  }
  return named
}

/** Whether a resource has the name of a plain route for another path. */
function isTaken ({ names, path, options }: RealNode, owned: ReadonlyMap<string, string>): boolean {
  const owner = owned.get(names?.[0] ?? '')
  return owner !== undefined && owner !== `/${withoutFormat(pathOf(path, options))}`
}

/** For Rails a name belongs to the last plain route that asks for it. */
function nameOnce (nodes: readonly RealNode[], owned: ReadonlyMap<string, string>): RealNode[] {
  const owners = new Map(
    nodes.flatMap((node) => (node.kind === 'route' ? [[node.names?.[0], node] as const] : []))
  )
  return nodes.map((node) =>
    node.kind === 'route' && (owners.get(node.names?.[0]) !== node || isTaken(node, owned))
      ? { ...node, kind: 'connect' }
      : node
  )
}

function declareNodes (map: AnyMapper, nodes: readonly RealNode[], app: RealApp): void {
  for (const node of nodes) {
    if (node.kind === 'root') map.root(plainTarget(node, '/'))
    else if (node.kind === 'connect' || node.kind === 'route') declarePlain(map, node, app)
    else {
      map[node.kind](...(node.names ?? []), resourceOptions(node.options), (inner: AnyMapper) => {
        declareNodes(inner, node.children ?? [], app)
      })
    }
  }
}

function declarePlain (map: AnyMapper, node: RealNode, app: RealApp): void {
  const full = pathOf(node.path, node.options)
  const path = withoutFormat(full)
  const target = { ...plainTarget(node, path), ...(full !== path && { formats: formatsOf(node, app) }) }
  if (node.kind === 'route') map.route(node.names?.[0], path, target)
  else map.route(`/${path}`, target)
}

function pathOf (path: string | undefined, { path_prefix: prefix }: RealNode['options']): string {
  return [prefix, path]
    .map((part) => String(part ?? '').replace(/^\/|\/$/g, ''))
    .filter((part) => part !== '')
    .join('/')
}

/**
 * Rails 2.2 requires an extension that a path ends in, 2.3 does not. Any extension may be meant; an app has
 * those that it is asked for.
 */
function formatsOf (node: RealNode, { rows, answers }: RealApp): unknown {
  const source = (node.options.format as { $re?: string } | undefined)?.$re
  const asked = answers.flatMap(([, , , details]) =>
    details === undefined || Array.isArray(details) || typeof details.format !== 'string'
      ? []
      : [details.format]
  )
  const known =
    source?.split('|') ?? [...new Set(['xml', ...asked])].filter((format) => !PRIVATE.includes(format))
  return rows.some(
    (row) => row.line === node.line && row.path.endsWith(`/${pathOf(node.path, node.options)}`)
  )
    ? { required: known }
    : known
}

/** Formats without a media type. */
const PRIVATE = ['raw', 'googlesitemap']

/** Whatever is no option of Rails belongs to a variable of the path, or is a constant. */
function plainTarget ({ options }: RealNode, path: string): object {
  const {
    controller,
    action = 'index',
    conditions = {},
    requirements = {},
    defaults = {},
    path_prefix: _,
    ...others
  } = options
  const { method = 'any', ...constraints } = conditions as Record<string, unknown>
  // What they require of globs is `.+`.
  const variables: readonly string[] = path.match(/(?<=:)\w+/g) ?? []
  const given = [defaults, revive(requirements), revive(others)]
    .flatMap((map) => Object.entries(map as object))
    .filter(([name]) => name !== 'method')
  const patterns = given.filter(([name, value]) => value instanceof RegExp && variables.includes(name))
  const constants = given
    .filter(([, value]) => !(value instanceof RegExp))
    // Rails makes a text of what no variable takes.
    .map(([name, value]) => [name, value === null && variables.includes(name) ? null : String(value ?? '')])
  return {
    controller,
    action,
    method,
    ...(patterns.length > 0 && { requirements: Object.fromEntries(patterns) }),
    ...(Object.keys(constraints).length > 0 && { conditions: constraints }),
    ...(constants.length > 0 && { defaults: Object.fromEntries(constants) })
  }
}

/** What Rails 2.2.1 takes without using it. */
const UNUSED = ['member_path', 'nested_member_path']

function resourceOptions (options: RealNode['options']): object {
  return Object.fromEntries(
    Object.entries(revive(options) as object)
      .filter(([name]) => !UNUSED.includes(name))
      .map(([name, value]) => [name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value])
  )
}

/** `{ "$re": source, "flags" }` stands for a regular expression. */
function revive (value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive)
  if (typeof value !== 'object' || value === null) return value
  const { $re, flags } = value as { $re?: string; flags?: string }
  if ($re !== undefined) return new RegExp($re, flags)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, revive(item)]))
}

/** All declarations of a tree. */
export function walkNodes (nodes: readonly RealNode[]): RealNode[] {
  return nodes.flatMap((node) => [node, ...walkNodes(node.children ?? [])])
}

/** A line may stand in a loop, so that a plain route is told by its path too. */
export function isRowOf (row: RealRow, { line, path, options }: RealNode): boolean {
  return (
    row.line === line &&
    (path === undefined || withoutFormat(row.path) === withoutFormat(`/${pathOf(path, options)}`))
  )
}

/** Rails 2.3 shows a path without the extension that it ends in. */
function withoutFormat (path: string): string {
  return path.replace(/\.:format$/, '')
}
