/** One resource: where its actions are, which rows they make, and what its children inherit. */

import type { DrawOptions } from '../../types/options.js'
import type { Route, RouteResource, RouteSingleton } from '../../types/route.js'
import { ACTIONS, isConventional, methodsOfWord } from '../routes/actions.js'
import type { MethodOfWord } from '../routes/actions.js'
import { pluralizeName, singularizeName } from '../routes/inflector.js'
import { underscore } from '../routes/route-names.js'
import { groupBy } from '../routes/objects.js'
import { joinPath } from '../routes/path.js'
import type { Actions } from './check-methods.js'
import type { ResourceOrigin, ResourceNode } from './declaration.js'
import type { Options } from './draw-options.js'

export type Requirements = Readonly<Record<string, string>>

/** Options of what surrounds a declaration. */
export interface InheritedOptions {
  /** Merged. */
  readonly defaults: Options
  /** The maps of requirements merged in them: they tell which variables each one was meant for. */
  readonly defaultRequirements: readonly Requirements[]
}

/** What a node hands down to its children; `defaults` are for resources. */
export interface Inherited extends InheritedOptions {
  readonly path: string
  readonly name: string
  /** Path and name from namespaces alone: shallow member routes start from them. */
  readonly shallowPath: string
  readonly shallowName: string
  readonly module: string
  readonly shallow: boolean
  /** The resource whose block this is in. */
  readonly origin: ResourceOrigin | undefined
  /** Those whose blocks this is in. */
  readonly singletons: readonly Singleton[]
  readonly requirements: Requirements
  /** Those for plain routes: all of groups; of namespaces only those that each row may have. */
  readonly grouped: InheritedOptions
}

/** A singleton with its path. */
export interface Singleton extends Pick<RouteSingleton, 'controller' | 'name'> {
  readonly path: string
}

/** The facts of a row that its resource alone decides. */
export interface DraftRow extends Pick<Route, 'name' | 'path' | 'action'>, MethodOfWord {
  readonly place: RouteResource['place']
}

const PLACES = (['collection', 'new', 'member'] as const).map((place) => ({
  place,
  /** The conventional actions at the path of the place itself. */
  plain: ACTIONS.filter(({ on, suffix }) => on === place && suffix === ''),
  /** The conventional action with a word of its own, which leads the GET group. */
  lead: ACTIONS.find(({ on, suffix }) => on === place && suffix !== '')?.action
}))

type PlaceTable = (typeof PLACES)[number]

type Place = PlaceTable['place']

interface Resource {
  readonly kind: ResourceNode['kind']
  readonly options: Options
  readonly controller: string
  readonly plural: string
  readonly singular: string
  /** Path and name that the actions of each place start from. */
  readonly places: Readonly<Record<Place, { readonly path: string, readonly name: string }>>
  /** The name of `index` and `create`. */
  readonly indexName: string
  readonly nested: Pick<Inherited, 'path' | 'name' | 'module' | 'shallow'>
  /** The property of its records in its paths. */
  readonly param: string
  /** Its variable in the paths of its children; null for a singleton. */
  readonly foreignKey: string | null
}

/** Names and paths of a resource, by the rules of Rails 2.2.1 (its `Resource` and `SingletonResource`). */
export function describeResource (
  declared: string, kind: Resource['kind'], options: Options, context: Inherited, draw: DrawOptions
): Resource {
  const singleton = kind === 'resource'
  const plural = underscore(declared)
  const singular = singleton ? plural : underscore(options.singular ?? singularizeName(plural))
  const module = options.namespace ?? context.module
  const shallow = options.shallow ?? context.shallow
  const word = options.as ?? declared

  const prefix = { path: options.pathPrefix ?? context.path, name: options.namePrefix ?? context.name }
  // Shallow routes leave out the parent, but keep path and name of the namespaces.
  const record = shallow && !singleton ? { path: context.shallowPath, name: context.shallowName } : prefix
  const path = joinPath(prefix.path, word)
  const recordPath = joinPath(record.path, word)
  const { param = 'id' } = options
  const foreignKey = singleton ? null : `${singular}_${param}`
  const collectionName = prefix.name + plural
  const memberName = record.name + singular
  return {
    kind,
    options,
    plural,
    singular,
    controller: module + (options.controller ?? (singleton ? pluralizeName(declared) : declared)),
    places: {
      collection: { path, name: collectionName },
      new: { path: joinPath(path, pathWord('new', options, draw)), name: `new_${prefix.name}${singular}` },
      member: { path: singleton ? path : joinPath(recordPath, `:${param}`), name: memberName }
    },
    // A noun with equal singular and plural would give the collection and the record one name.
    indexName: !singleton && singular === plural ? `${collectionName}_index` : collectionName,
    nested: {
      path: foreignKey === null ? path : joinPath(recordPath, `:${foreignKey}`),
      name: `${memberName}_`,
      module,
      shallow
    },
    param,
    foreignKey
  }
}

/** Its rows in Rails' order: place by place, an app's own actions before the conventional ones. */
export function resourceRows (resource: Resource, draw: DrawOptions): DraftRow[] {
  return PLACES.flatMap((table) => [
    ...ownRows(table, resource, draw),
    ...conventionalRows(table, resource, draw)
  ]).filter(
    ({ action }) => !isConventionalOf(action, resource) || isAllowed(action, resource.options, draw)
  )
}

/**
 * The actions that an option map names and no row has, each with the map and what leaves it out. Of path
 * words only its own count, since those around it are for others too.
 */
export function leftOutActions (
  resource: Resource, own: Options, draw: DrawOptions
): Array<readonly [map: Place | 'pathNames', action: string, by: string]> {
  const { options } = resource
  const ofMaps = PLACES.flatMap(({ place }) =>
    (options[place] ?? []).map(([action]) => [place, action] as const))
  const ofWords = Object.keys(own.pathNames ?? {})
    .filter((action) => PLACES.some(({ lead }) => lead === action))
    .map((action) => ['pathNames', action] as const)
  return [...ofMaps, ...ofWords].flatMap(([map, action]) => {
    if (!isConventionalOf(action, resource) || isAllowed(action, options, draw)) return []
    const isOfApi = draw.api === true && (action === 'new' || action === 'edit')
    const option = options.only === undefined ? 'except' : 'only'
    return [[map, action, isOfApi ? 'draw({ api: true })' : option]]
  })
}

/** The actions of an option map, with `new` or `edit` among them. */
function ownRows ({ place, lead }: PlaceTable, { options, places }: Resource, draw: DrawOptions): DraftRow[] {
  const { path, name } = places[place]
  return groupByMethod(options[place] ?? [], lead).map((draft) =>
    draft.action === 'new' && place === 'new'
      ? { ...draft, name, path, place }
      : {
        ...draft,
        name: `${underscore(draft.action)}_${name}`,
        path: joinPath(path, pathWord(draft.action, options, draw)),
        place
      }
  )
}

/** The conventional actions at the path of their place itself. */
function conventionalRows ({ place, plain }: PlaceTable, resource: Resource, draw: DrawOptions): DraftRow[] {
  const { places, indexName } = resource
  const name = place === 'collection' ? indexName : places[place].name
  const { path } = places[place]
  const actions = plain.filter(({ action }) => isConventionalOf(action, resource))
  return actions.flatMap(({ action, method }) =>
    (action === 'update' ? updateMethods(draw) : [method]).map((method): DraftRow => ({
      name,
      method,
      path,
      action,
      place
    }))
  )
}

function updateMethods ({ patch }: DrawOptions): ReadonlyArray<Route['method']> {
  if (patch === 'only') return ['PATCH']
  return patch === true ? ['PUT', 'PATCH'] : ['PUT']
}

/** Grouped by method in order of first appearance; the lead leads the GET group. */
function groupByMethod (
  actions: Actions, lead: string | undefined
): Array<Pick<DraftRow, 'action' | 'method' | 'any'>> {
  // Most resources have no actions of their own.
  if (actions.length === 0) return lead === undefined ? [] : [{ action: lead, method: 'GET' }]
  const groups = groupBy(actions, ([, methods]) => methods.join())
  if (lead !== undefined) groups.set('get', [[lead, ['get']], ...(groups.get('get') ?? [])])
  return Array.from(groups.values()).flatMap((group) =>
    group.flatMap(([action, methods]) => methods.flatMap(methodsOfWord).map((one) => ({ action, ...one })))
  )
}

/** A singleton has no `index` but that of an option map. */
function isConventionalOf (action: string, { kind }: Pick<Resource, 'kind'>): boolean {
  return isConventional(action) && !(kind === 'resource' && action === 'index')
}

function isAllowed (action: string, { only, except }: Options, draw: DrawOptions): boolean {
  if (draw.api === true && (action === 'new' || action === 'edit')) return false
  if (only !== undefined) return only.includes(action)
  return except === undefined || !except.includes(action)
}

function pathWord (action: string, options: Options, draw: DrawOptions): string {
  return options.pathNames?.[action] ?? draw.pathNames?.[action] ?? action
}
