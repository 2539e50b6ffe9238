/** The rows of one declaration: their records, and the faults that only their paths show. */

import type { Options, Report, Row } from './declaration.js'
import { NOTHING, freezeEntries } from './frozen.js'
import { readDefaults } from './optional.js'
import { ownersOf } from './owners.js'
import type { Owners } from './owners.js'
import { globOf, pathSegments, pathVariables } from './path.js'
import { remember } from './remember.js'
import type { Requirements, Seed } from './resource.js'
import { siteKeys } from './sites.js'
import { sourceOf } from './sources.js'
import type { DrawOptions } from '../../types/options.js'
import type { Route, RouteResource } from '../../types/route.js'

/** What the rows of one declaration have in common. */
export interface Common extends Pick<Row, 'where' | 'origin' | 'source'>, Pick<Options, 'conditions' | 'defaults' | 'formats' | 'deprecated'> {
  readonly controller: string
  readonly plural: string
  readonly singular: string
  readonly param: string
  readonly requirements: Requirements
  readonly redirect?: Route['redirect']
}

/** What the rows of one tree have in common. */
export interface Tree {
  readonly draw: DrawOptions
  readonly owners: Owners
  /** Shared by the rows that have the same, by their names. */
  readonly params: Map<string, readonly string[]>
  readonly report: Report
}

const NO_FORMATS: readonly string[] = Object.freeze([])
const NO_NAMES: readonly string[] = Object.freeze([])

export function createRows (seeds: readonly Seed[], common: Common, tree: Tree): Row[] {
  const { where, origin, source, controller, conditions = NOTHING, deprecated = null, redirect = null } = common
  const paths = new Map<string, PathFacts>()
  const resources = new Map<Seed['place'], RouteResource>()
  return seeds.map(({ name, method, path, action, place, isAny = false }) => {
    const { sites, params, requirements, formats, needsFormat, defaults, optional, format } = remember(paths, path, () => readPath(path, common, tree))
    // Without a spread, since the engine would keep what follows one apart from the object.
    const route: Route = {
      name,
      aliases: NO_NAMES,
      method,
      isAny,
      path,
      params,
      controller,
      action,
      requirements,
      conditions: Object.freeze(conditions ?? NOTHING),
      formats,
      needsFormat,
      defaults,
      optional,
      format,
      api: tree.draw.api === true,
      deprecated,
      redirect,
      resource: remember(resources, place, () => readResource(path, place, common, tree))
    }
    return { route, sites, where, origin, source }
  })
}

/** A row of another tree, to be named anew. */
export function includedRow (route: Route, where: string): Row {
  return { route: { ...route }, sites: siteKeys(route), where, origin: undefined, source: sourceOf(route) }
}

/** What the rows of one path and one declaration have in common. */
interface PathFacts extends
  Pick<Row, 'sites'>,
  Pick<Route, 'params' | 'requirements' | 'formats' | 'needsFormat' | 'defaults' | 'optional' | 'format'> {}

function readPath (path: string, common: Common, tree: Tree): PathFacts {
  const { where, formats, conditions } = common
  const report: Report = (fault) => { tree.report(`${where}: ${fault}`, path) }
  const params = pathVariables(path)
  const glob = globOf(path)
  // An extension needs a word before it, and none follows a glob.
  const names = path === '/' || glob !== undefined ? NO_FORMATS : formats?.names ?? tree.draw.formats ?? NO_FORMATS
  const needsFormat = names.length > 0 && formats?.isRequired === true
  const held = params.filter((variable) => common.requirements[variable] !== undefined)
  const requirements = freezeEntries(held.map((variable) => [variable, common.requirements[variable] as string]))
  const { defaults, optional, format } = readDefaults(common.defaults ?? NOTHING, path, (mistake) => { report(`defaults: ${mistake}`) })

  if (glob !== undefined && requirements[glob] !== undefined) report(`requirements: ${glob}: a glob cannot have a requirement, since the router does not support it`)
  if (params.length > 1) reportVariables(path, params, requirements, report)
  return {
    params: remember(tree.params, params.join(), () => Object.freeze(params)),
    requirements,
    formats: Object.freeze(names),
    needsFormat,
    defaults,
    optional,
    format,
    sites: siteKeys({ path, params, requirements, formats: names, needsFormat, optional, conditions: conditions ?? NOTHING })
  }
}

function reportVariables (path: string, params: readonly string[], requirements: Requirements, report: Report): void {
  if (new Set(params).size !== params.length) report('its path has a routing variable twice; to rename one, set the option singular of the outer resource')
  for (const variable of pathSegments(path).flatMap((segment) => pathVariables(segment).slice(0, -1))) {
    if (requirements[variable] !== undefined) continue
    report(`':${variable}' shares its segment with the next variable, so it needs a requirement that tells where it ends, such as { ${variable}: /\\d+/ }`)
  }
}

/** The paths of one place have the same ids. */
function readResource (path: string, place: Seed['place'], { controller, plural, singular, param }: Common, { owners }: Tree): RouteResource {
  const { ids, properties } = ownersOf(path, { controller, param }, owners)
  return Object.freeze({ plural, singular, place, ids, properties })
}
