/** Tree to routes: the rules of Rails 2.2.1, row for row and in its order. */

import { didYouMean, oneOf } from '../text.js'
import type { Declaration, Options, Report, ResourceNode, RouteNode } from './declaration.js'
import { singularizeName } from './inflector.js'
import { isName, underscore } from './names.js'
import { joinPath, pathVariables } from './path.js'
import { describeResource, resourceRows } from './resource.js'
import type { Context, Requirements, Seed } from './resource.js'
import type { Row } from './table.js'
import type { DrawOptions } from '../../types/options.js'
import type { Route } from '../../types/route.js'

interface Expansion {
  readonly draw: DrawOptions
  readonly rows: Row[]
  readonly report: Report
  /** The routing variables that each map of requirements could hold for. */
  readonly variables: Map<Requirements, Set<string>>
}

const TOP: Context = {
  path: '',
  name: '',
  shallowPath: '',
  shallowName: '',
  module: '',
  shallow: false,
  inResource: false,
  requirements: {},
  defaults: {}
}

const NOTHING: Readonly<Record<string, never>> = Object.freeze({})

const NO_FORMATS: readonly string[] = Object.freeze([])

/** The rows of a checked tree; what shows only here (a requirement for no variable) is reported. */
export function expand (nodes: readonly Declaration[], draw: DrawOptions, report: Report): Row[] {
  const expansion: Expansion = { draw, rows: [], report, variables: new Map() }
  expandNodes(nodes, TOP, expansion)
  return expansion.rows
}

function expandNodes (nodes: readonly Declaration[], context: Context, expansion: Expansion): void {
  for (const node of nodes) {
    if (node.kind === 'include') {
      for (const route of node.table) expansion.rows.push({ route, where: node.where })
    } else if (node.kind === 'route') {
      expandRoute(node, context, expansion)
      reportForeignRequirements(node.requirements, node.where, expansion)
    } else {
      for (const name of node.names) {
        if (node.kind === 'namespace') expandNodes(node.children, namespaceContext(name, node.options, context), expansion)
        else expandResource(name, node, context, expansion)
      }
      reportForeignRequirements(node.options.requirements, node.where, expansion)
    }
  }
}

/**
 * In a resource's block a namespace sets only the controller's module, unless a module is in force
 * already: then, as at the top level, it adds to path and name.
 */
function namespaceContext (declared: string, options: Options, context: Context): Context {
  const { pathPrefix, namePrefix, namespace, shallow, ...defaults } = options
  const appends = context.module !== ''
  const addsNothing = !appends && context.inResource
  const path = (inherited: string): string =>
    appends ? joinPath(pathPrefix ?? inherited, declared) : pathPrefix ?? (addsNothing ? inherited : joinPath(declared))
  const word = `${underscore(declared)}_`
  const name = (inherited: string): string =>
    appends ? (namePrefix ?? inherited) + word : namePrefix ?? (addsNothing ? inherited : word)
  return {
    path: path(context.path),
    name: name(context.name),
    shallowPath: path(context.shallowPath),
    shallowName: name(context.shallowName),
    module: appends ? `${namespace ?? context.module}${declared}/` : namespace ?? `${declared}/`,
    shallow: shallow ?? context.shallow,
    inResource: context.inResource,
    requirements: context.requirements,
    defaults: mergeDefaults(context.defaults, defaults)
  }
}

/** An own `only` or `except` takes the place of both inherited ones. */
function mergeDefaults (defaults: Options, own: Options): Options {
  if (own.only === undefined && own.except === undefined) return { ...defaults, ...own }
  const { only, except, ...rest } = defaults
  return { ...rest, ...own }
}

function expandResource (declared: string, node: ResourceNode, context: Context, expansion: Expansion): void {
  const options = mergeDefaults(context.defaults, node.options)
  const resource = describeResource(declared, node.kind, options, context, expansion.draw)
  const { places, nested, foreignKey } = resource
  if (!isName(resource.singular)) {
    expansion.report(`${node.where}: the singular of '${declared}' would be '${resource.singular}'; the option singular gives it another`)
  }
  const own = options.requirements ?? NOTHING
  const requirements = { ...context.requirements, ...own }
  noteVariables(options.requirements, [places.collection.path, places.member.path], expansion)
  const rowOptions = { ...options, requirements }
  for (const seed of resourceRows(resource, expansion.draw)) addRow(seed, node.where, rowOptions, expansion)

  const { id, ...inherited } = requirements
  if (foreignKey !== null && id !== undefined) inherited[foreignKey] = id
  const children = { ...TOP, ...nested, shallowPath: context.shallowPath, shallowName: context.shallowName, inResource: true, requirements: inherited }
  for (const nodes of [options.hasMany, options.hasOne, node.children]) {
    if (nodes !== undefined) expandNodes(nodes, children, expansion)
  }
}

function expandRoute (node: RouteNode, context: Context, expansion: Expansion): void {
  const requirements = { ...context.requirements, ...node.requirements }
  const path = joinPath(context.path, node.path) || '/'
  noteVariables(node.requirements, [path], expansion)
  for (const method of node.methods) {
    const seed = {
      name: context.name + underscore(node.name),
      method: method.toUpperCase() as Seed['method'],
      path,
      controller: context.module + node.controller,
      action: node.action,
      // No resource says it, so the controller does.
      singular: underscore(singularizeName(node.controller.slice(node.controller.lastIndexOf('/') + 1)))
    }
    addRow(seed, node.where, { ...node, requirements }, expansion)
  }
}

interface RowOptions {
  readonly requirements: Requirements
  readonly conditions?: Route['conditions']
  readonly formats?: readonly string[] | undefined
}

function addRow (
  seed: Seed, where: string, { requirements, conditions = NOTHING, formats }: RowOptions, { draw, rows, report }: Expansion
): void {
  const params = pathVariables(seed.path)
  if (new Set(params).size !== params.length) {
    report(`${where}: a routing variable repeats in its path; the option singular of the outer resource renames it`, seed.path)
  }
  const held = params.filter((variable) => requirements[variable] !== undefined)
  rows.push({
    where,
    route: {
      ...seed,
      helper: null,
      params,
      requirements: held.length === 0 ? NOTHING : Object.fromEntries(held.map((variable) => [variable, requirements[variable] as string])),
      conditions,
      // An extension needs a word before it.
      formats: seed.path === '/' ? NO_FORMATS : formats ?? draw.formats ?? NO_FORMATS
    }
  })
}

function noteVariables (requirements: Requirements | undefined, paths: readonly string[], { variables }: Expansion): void {
  if (requirements === undefined) return
  const noted = variables.get(requirements) ?? new Set()
  for (const variable of paths.flatMap(pathVariables)) noted.add(variable)
  variables.set(requirements, noted)
}

/** Requirements of a namespace are for any of its children, so this comes after them. */
function reportForeignRequirements (requirements: Requirements | undefined, where: string, { variables, report }: Expansion): void {
  const known = [...variables.get(requirements ?? NOTHING) ?? []]
  for (const variable of Object.keys(requirements ?? NOTHING)) {
    if (known.includes(variable)) continue
    report(`${where}: requirements: no path here has a variable ':${variable}'` +
      (known.length === 0 ? '' : `; expected ${oneOf(known)}${didYouMean(variable, known)}`))
  }
}
