/** Tree to routes: the rules of Rails 2.2.1, row for row and in its order. */

import { didYouMean, oneOf } from '../text.js'
import { TOP, groupContext, namespaceContext, requirementsInForce } from './contexts.js'
import type { Declaration, Options, Origin, RedirectNode, Report, ResourceNode, RouteNode, Row } from './declaration.js'
import { mergeDefaults } from './defaults.js'
import { singularizeName } from './inflector.js'
import { isName, underscore } from './names.js'
import { addOwner, ownersOf } from './owners.js'
import type { Owners } from './owners.js'
import { copyWith } from './objects.js'
import { isGlob, joinPath, pathSegments, pathVariables } from './path.js'
import { notesOf } from './read.js'
import type { Notes } from './read.js'
import { describeResource, excludesNothing, resourceRows } from './resource.js'
import type { Context, Requirements, Seed } from './resource.js'
import { createRow } from './row.js'
import type { Common } from './row.js'
import { createSharer } from './share.js'
import { sourceOf } from './sources.js'
import type { DrawOptions } from '../../types/options.js'

interface Expansion {
  readonly draw: DrawOptions
  /** Rows whose ids have no owners yet, since any later resource may own them; included rows, without a `param`, have theirs. */
  readonly rows: Array<Row & { readonly param: string | null }>
  readonly owners: Owners
  readonly idle: string[]
  readonly report: Report
  /** The routing variables that each map of requirements could hold for. */
  readonly variables: Map<Requirements, Set<string>>
}

/** The rows of a checked tree. Reports mistakes that show only here, such as a requirement without a variable. */
export function expand (nodes: readonly Declaration[], draw: DrawOptions, report: Report): { rows: readonly Row[], notes: Notes } {
  const expansion: Expansion = { draw, rows: [], owners: new Map(), idle: [], report, variables: new Map() }
  expandNodes(nodes, TOP, expansion)
  const share = createSharer()
  const rows = expansion.rows.map(({ param, ...row }) => {
    const { route } = row
    if (param === null) return row
    const { ids, properties } = ownersOf(route.path, { controller: route.controller, param }, expansion.owners)
    return { ...row, route: copyWith(route, { params: share(route.params), resource: share(copyWith(route.resource, { ids: share(ids), properties: share(properties) })) }) }
  })
  return { rows, notes: { idle: expansion.idle } }
}

function expandNodes (nodes: readonly Declaration[], outer: Context, expansion: Expansion): void {
  for (const node of nodes) {
    // The nodes of hasMany and hasOne have the line of their resource.
    const context = { ...outer, source: sourceOf(node) ?? outer.source }
    if (node.kind === 'include') {
      for (const route of node.routes.table) expansion.rows.push({ route, where: node.where, origin: undefined, source: sourceOf(route), param: null })
      expansion.idle.push(...notesOf(node.routes).idle)
    } else if (node.kind === 'route' || node.kind === 'redirect') {
      expandRoute(node, context, expansion)
      reportForeignRequirements(node.options.requirements, node.where, expansion)
    } else if (node.kind === 'group') {
      expandNodes(node.children, groupContext(node.options, context), expansion)
      reportForeignRequirements(node.options.requirements, node.where, expansion)
    } else {
      for (const name of node.names) {
        if (node.kind === 'namespace') expandNodes(node.children, namespaceContext(name, node.options, context), expansion)
        else expandResource(name, node, context, expansion)
      }
      reportForeignRequirements(node.options.requirements, node.where, expansion)
    }
  }
}

function expandResource (declared: string, node: ResourceNode, context: Context, expansion: Expansion): void {
  const options = mergeDefaults(context.defaults, node.options)
  const resource = describeResource(declared, node.kind, options, context, expansion.draw)
  const { places, nested, param, foreignKey, controller, plural, singular } = resource
  if (!isName(singular)) {
    expansion.report(`${node.where}: the singular of '${declared}' would be '${singular}'; to change it, set the option singular`)
  }
  if (foreignKey !== null) addOwner(expansion.owners, nested.path, { controller, param })
  for (const map of requirementsInForce(node.options, context)) {
    noteVariables(map, [places.collection.path, places.member.path], expansion)
  }
  const requirements = { ...context.requirements, ...options.requirements }
  const origin: Origin = {
    place: `${node.kind} ${plural} ${places.collection.path}`,
    options: JSON.stringify([node.kind, places, nested, controller, param, requirements]),
    parent: context.origin
  }
  const common = { ...options, requirements, where: node.where, origin, source: context.source, controller, plural, singular, param }
  if (excludesNothing(resource, expansion.draw)) expansion.idle.push(node.where)
  for (const seed of resourceRows(resource, expansion.draw)) addRow(seed, common, expansion)

  const { [param]: own, ...inherited } = requirements
  if (foreignKey !== null && own !== undefined) inherited[foreignKey] = own
  const children = { ...TOP, ...nested, shallowPath: context.shallowPath, shallowName: context.shallowName, origin, source: context.source, requirements: inherited }
  for (const nodes of [options.hasMany, options.hasOne, node.children]) {
    if (nodes !== undefined) expandNodes(nodes, children, expansion)
  }
}

function expandRoute (node: RouteNode | RedirectNode, context: Context, expansion: Expansion): void {
  const options = mergeDefaults(context.grouped.defaults, node.options)
  const path = joinPath(context.path, node.path) || '/'
  for (const map of requirementsInForce(node.options, context.grouped)) noteVariables(map, [path], expansion)
  if (node.options.formats !== undefined && node.options.formats.names.length > 0 && (path === '/' || isGlob(pathSegments(path).at(-1) as string))) {
    expansion.report(`${node.where}: formats: ${path === '/' ? 'the root path has no word for an extension' : 'a glob takes the rest of the path, so it has no extension'}; remove formats`, path)
  }
  const common = { ...options, where: node.where, origin: undefined, source: context.source, requirements: { ...context.requirements, ...options.requirements } }
  if (node.kind === 'redirect') {
    // It passes its ids on as they are, with an extension.
    const redirect = { path: node.to, status: options.status ?? 301 } as const
    addRow({ name: '', method: 'GET', path, action: '', place: null }, { ...common, defaults: null, formats: { names: [], isRequired: false }, controller: context.module, plural: '', singular: '', param: '', redirect }, expansion)
    return
  }
  const { controller, action, method: methods = ['get'] } = options
  if (controller === undefined || action === undefined) {
    expansion.report(`${node.where}: expected a controller, as in 'posts#${action as string}', since no group gives one`)
    return
  }
  const plural = underscore(controller.slice(controller.lastIndexOf('/') + 1))
  const answered = { ...common, controller: context.module + controller, plural, singular: underscore(singularizeName(plural)), param: 'id' }
  const name = node.name === '' ? '' : context.name + underscore(node.name)
  for (const method of methods) addRow({ name, method: method.toUpperCase() as Seed['method'], path, action, place: null }, answered, expansion)
}

function addRow (seed: Seed, common: Common, { draw, rows, report }: Expansion): void {
  rows.push({ ...createRow(seed, common, draw, report), param: common.param })
}

function noteVariables (requirements: Requirements, paths: readonly string[], { variables }: Expansion): void {
  const noted = variables.get(requirements) ?? new Set()
  for (const variable of paths.flatMap(pathVariables)) noted.add(variable)
  variables.set(requirements, noted)
}

/** Requirements of a namespace are for any of its children, so this comes after them. */
function reportForeignRequirements (requirements: Options['requirements'], where: string, { variables, report }: Expansion): void {
  if (requirements === undefined || requirements === null) return
  const known = [...variables.get(requirements) ?? []]
  for (const variable of Object.keys(requirements)) {
    if (known.includes(variable)) continue
    report(`${where}: requirements: no path here has a variable ':${variable}'` +
      (known.length === 0 ? '' : `; expected ${oneOf(known)}${didYouMean(variable, known)}`))
  }
}
