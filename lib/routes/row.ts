/** One row: its record, and the faults that only its path shows. */

import type { Options, Report, Row } from './declaration.js'
import { readDefaults } from './optional.js'
import { isGlob, pathSegments, pathVariables } from './path.js'
import type { Requirements, Seed } from './resource.js'
import { vagueVariables } from './router-paths.js'
import type { DrawOptions } from '../../types/options.js'
import type { Route } from '../../types/route.js'

/** What the rows of one declaration have in common. */
export interface Common extends Pick<Row, 'where' | 'origin' | 'source'>, Pick<Options, 'conditions' | 'defaults' | 'formats' | 'deprecated'> {
  readonly controller: string
  readonly plural: string
  readonly singular: string
  readonly param: string
  readonly requirements: Requirements
  readonly redirect?: Route['redirect']
}

const NOTHING: Readonly<Record<string, never>> = Object.freeze({})

const NO_FORMATS: readonly string[] = Object.freeze([])

/** A row without the owners of its ids. */
export function createRow ({ name, method, path, action, place }: Seed, common: Common, draw: DrawOptions, report: Report): Row {
  const { where, origin, source, controller, plural, singular, requirements, conditions, formats, deprecated = null, redirect = null } = common
  const params = pathVariables(path)
  const glob = pathSegments(path).find(isGlob)
  // An extension needs a word before it, and none follows a glob.
  const names = path === '/' || glob !== undefined ? NO_FORMATS : formats?.names ?? draw.formats ?? NO_FORMATS
  const held = params.filter((variable) => requirements[variable] !== undefined)
  const { defaults, optional, format } = readDefaults(common.defaults ?? NOTHING, path, (mistake) => { report(`${where}: defaults: ${mistake}`, path) })
  // Without a spread, since the engine would keep what follows one apart from the object.
  const route: Route = Object.freeze({
    name,
    helper: null,
    method,
    path,
    params,
    controller,
    action,
    requirements: held.length === 0 ? NOTHING : Object.fromEntries(held.map((variable) => [variable, requirements[variable] as string])),
    conditions: conditions ?? NOTHING,
    formats: names,
    needsFormat: names.length > 0 && formats?.isRequired === true,
    defaults,
    optional,
    format,
    api: draw.api === true,
    deprecated,
    redirect,
    resource: Object.freeze({ plural, singular, place, ids: NOTHING, properties: NOTHING })
  })
  for (const fault of pathFaults(route, requirements)) report(`${where}: ${fault}`, path)
  return { route, where, origin, source }
}

function pathFaults ({ path, params }: Pick<Route, 'path' | 'params'>, requirements: Requirements): string[] {
  const repeats = new Set(params).size !== params.length
  const glob = pathSegments(path).find(isGlob)?.slice(1)
  return [
    ...repeats ? ['its path has a routing variable twice; to rename one, set the option singular of the outer resource'] : [],
    ...glob !== undefined && requirements[glob] !== undefined ? [`requirements: ${glob}: a glob cannot have a requirement, since the router does not support it`] : [],
    ...vagueVariables(path, requirements).map((variable) =>
      `':${variable}' shares its segment with the next variable, so it needs a requirement that tells where it ends, such as { ${variable}: /\\d+/ }`)
  ]
}
