/** Tree to routes: the rules of Rails 2.2.1, row for row and in its order. */

import { didYouMean, oneOf } from '../text.js'
import type { DrawOptions } from '../../types/options.js'
import { methodsOfWord } from '../routes/actions.js'
import { singularizeName } from '../routes/inflector.js'
import { isName, underscore } from '../routes/route-names.js'
import { remember } from '../routes/objects.js'
import { addOwner } from '../routes/params.js'
import type { Owners } from '../routes/params.js'
import { globOf, joinPath, pathVariables } from '../routes/path.js'
import {
  TOP, defaultsInResource, groupContext, mergeDefaults, namespaceContext, requirementsInForce
} from './contexts.js'
import type {
  Declaration, DeclaredRoute, OwnNode, RedirectNode, ResourceNode, ResourceOrigin, RouteNode
} from './declaration.js'
import { describeResource, leftOutActions, resourceRows } from './resource.js'
import type { Inherited, Requirements, DraftRow } from './resource.js'
import { createRows, includedRows } from './row.js'
import type { TreeContext } from './row.js'

interface Expansion {
  readonly draw: DrawOptions
  /** Makes the rows of each declaration in the end, since any later resource may own their ids. */
  readonly makers: Array<(tree: TreeContext) => readonly DeclaredRoute[]>
  readonly owners: Owners
  /** The paths of records whose ids may hold slashes, where some row must be. */
  readonly slashed: Slashed[]
  /** The routing variables that each map of requirements could hold for. */
  readonly variables: Map<Requirements, Set<string>>
}

interface Slashed extends Pick<OwnNode, 'mistakes'> {
  readonly paths: readonly string[]
}

/** The rows of a checked tree, and the mistakes that show only here: a requirement without a variable. */
export function expand (nodes: readonly Declaration[], draw: DrawOptions): readonly DeclaredRoute[] {
  const expansion: Expansion = { draw, makers: [], owners: new Map(), slashed: [], variables: new Map() }
  expandNodes(nodes, TOP, expansion)
  const { makers, owners, slashed } = expansion
  const tree: TreeContext = { draw, owners }
  const rows = makers.flatMap((make) => make(tree))
  reportIdleSlashes(slashed, rows)
  return rows
}

function expandNodes (nodes: readonly Declaration[], context: Inherited, expansion: Expansion): void {
  for (const node of nodes) {
    if (node.kind === 'include') {
      expansion.makers.push(() => includedRows(node.routes.table, node.mistakes))
      continue
    }
    if (node.kind === 'route' || node.kind === 'redirect') {
      expandRoute(node, context, expansion)
    } else if (node.kind === 'group') {
      expandNodes(node.children, groupContext(node.options, context), expansion)
    } else {
      for (const name of node.names) {
        if (node.kind === 'namespace') {
          expandNodes(node.children, namespaceContext(name, node.options, context), expansion)
        } else {
          expandResource(name, node, context, expansion)
        }
      }
    }
    reportForeignRequirements(node, expansion)
  }
}

function expandResource (
  declared: string, node: ResourceNode, context: Inherited, expansion: Expansion
): void {
  const options = mergeDefaults(context.defaults, node.options)
  const resource = describeResource(declared, node.kind, options, context, expansion.draw)
  const { places, nested, param, foreignKey, controller, plural, singular } = resource
  const { slashes = false } = options
  if (!isName(singular)) {
    node.mistakes.add(
      `the singular of '${declared}' would be '${singular}'; to change it, set the option singular`
    )
  }
  for (const [map, action, by] of leftOutActions(resource, node.options, expansion.draw)) {
    node.mistakes.add(`${map}: '${action}' has no row, since ${by} leaves it out; remove one of the two`)
  }
  if (foreignKey !== null) addOwner(expansion.owners, nested.path, { controller, param, slashes })
  for (const map of requirementsInForce(node.options, context)) {
    noteVariables(map, [places.collection.path, places.member.path], expansion)
  }
  const requirements = { ...context.requirements, ...options.requirements }
  if (slashes) expansion.slashed.push({ mistakes: node.mistakes, paths: [places.member.path, nested.path] })
  const origin: ResourceOrigin = {
    place: `${node.kind} ${plural} ${places.collection.path}`,
    optionsText: () => JSON.stringify([node.kind, places, nested, controller, param, slashes, requirements]),
    parent: context.origin
  }
  const { mistakes } = node
  const { singletons } = context
  const common = { ...options, ...resource, requirements, slashes, mistakes, origin, singletons }
  expansion.makers.push((tree) => createRows(resourceRows(resource, tree.draw), common, tree))

  const { [param]: own, ...inherited } = requirements
  const kept = pathVariables(places.member.path)
  for (const left of pathVariables(places.collection.path)) {
    // A shallow path leaves the records above, of which a child may have the variable again.
    if (!kept.includes(left)) delete inherited[left]
  }
  if (foreignKey !== null && own !== undefined) inherited[foreignKey] = own
  const nodes = [...(options.hasMany ?? []), ...(options.hasOne ?? []), ...node.children]
  if (nodes.length === 0) return
  const itself = foreignKey === null ? [{ controller, name: singular, path: nested.path }] : []
  const inner: Inherited = {
    ...context,
    ...nested,
    ...defaultsInResource(context),
    origin,
    singletons: [...singletons, ...itself],
    requirements: inherited
  }
  expandNodes(nodes, inner, expansion)
}

function expandRoute (node: RouteNode | RedirectNode, context: Inherited, expansion: Expansion): void {
  const options = mergeDefaults(context.grouped.defaults, node.options)
  const path = joinPath(context.path, node.path) || '/'
  for (const map of requirementsInForce(node.options, context.grouped)) noteVariables(map, [path], expansion)
  const { mistakes, options: { formats: own } } = node
  if (own !== undefined && own.names.length > 0 && (path === '/' || globOf(path) !== undefined)) {
    const reason = path === '/'
      ? 'the root path has no word for an extension'
      : 'a glob takes the rest of the path, so it has no extension'
    mistakes.add(`formats: ${reason}; remove formats`, { row: path })
  }
  const requirements = { ...context.requirements, ...options.requirements }
  const { slashes = false } = options
  if (slashes && pathVariables(path).every((name) => name === globOf(path))) {
    mistakes.add('slashes: its path has no variable that could hold them; remove slashes', { row: path })
  }
  const common = {
    ...options, mistakes, origin: undefined, requirements, slashes, isPlain: true
  }
  if (node.kind === 'redirect') {
    // It passes its ids on as they are, with an extension.
    const redirect = { path: node.to, status: options.status ?? 301 } as const
    const formats = { names: [], isRequired: false }
    const noRecord = { controller: context.module, plural: '', singular: '', param: '' }
    const answered = { ...common, ...noRecord, defaults: null, formats, redirect }
    const draft: DraftRow = { name: '', method: 'GET', path, action: '', place: null }
    expansion.makers.push((tree) => createRows([draft], answered, tree))
    return
  }
  const { controller, action, method: methods = ['get'] } = options
  if (controller === undefined || action === undefined) {
    mistakes.add(`expected a controller, as in 'posts#${action as string}', since no group gives one`)
    return
  }
  const plural = underscore(controller.slice(controller.lastIndexOf('/') + 1))
  const answered = {
    ...common,
    controller: context.module + controller,
    plural,
    singular: underscore(singularizeName(plural)),
    param: 'id'
  }
  const name = node.name === '' ? '' : context.name + underscore(node.name)
  const drafts = methods
    .flatMap(methodsOfWord)
    .map((one): DraftRow => ({ ...one, name, path, action, place: null }))
  expansion.makers.push((tree) => createRows(drafts, answered, tree))
}

function reportIdleSlashes (slashed: readonly Slashed[], rows: readonly DeclaredRoute[]): void {
  const known = new Set(slashed.length === 0 ? [] : rows.flatMap(({ route: { path } }) => beginningsOf(path)))
  for (const { paths, mistakes } of slashed) {
    const isInRow = paths.some((path) => known.has(path))
    if (!isInRow) mistakes.add('slashes: no path here has an id that could hold them; remove slashes')
  }
}

/** `/posts/:id` → `['', '/posts', '/posts/:id']`. */
function beginningsOf (path: string): string[] {
  const segments = path.split('/')
  return segments.map((_, last) => segments.slice(0, last + 1).join('/'))
}

function noteVariables (
  requirements: Requirements, paths: readonly string[], { variables }: Expansion
): void {
  const noted = remember(variables, requirements, () => new Set<string>())
  for (const variable of paths.flatMap(pathVariables)) noted.add(variable)
}

/** Requirements of a namespace are for any of its children, so this comes after them. */
function reportForeignRequirements (
  { options: { requirements }, mistakes }: OwnNode, { variables }: Expansion
): void {
  if (requirements === undefined || requirements === null) return
  const known = [...(variables.get(requirements) ?? [])]
  for (const variable of Object.keys(requirements)) {
    if (known.includes(variable)) continue
    mistakes.add(
      `requirements: no path here has a variable ':${variable}'` +
        (known.length === 0 ? '' : `; expected ${oneOf(known)}${didYouMean(variable, known)}`)
    )
  }
}
