/** The rows of one declaration: their records, and the faults that only their paths show. */

import type { DrawOptions } from '../../types/options.js'
import type { Route, RouteResource } from '../../types/route.js'
import { conflictKeys, rowsByDeclaration } from '../routes/endpoints.js'
import type { Mistakes } from '../routes/mistakes.js'
import { NONE, NOTHING, remember } from '../routes/objects.js'
import { readParams } from '../routes/params.js'
import type { Owners } from '../routes/params.js'
import { globOf, pathVariables } from '../routes/path.js'
import { namesExtension } from '../routes/requirement.js'
import { show } from '../text.js'
import type { DeclaredRoute } from './declaration.js'
import type { Options } from './draw-options.js'
import type { DraftRow, Requirements, Singleton } from './resource.js'

type Shared =
  Pick<DeclaredRoute, 'mistakes' | 'origin'> & Pick<Options, 'conditions' | 'defaults' | 'formats'>

/** What the rows of one declaration have in common. */
interface Common extends Shared {
  readonly controller: string
  readonly plural: string
  readonly singular: string
  readonly param: string
  /** Whether the ids of its own variable may hold slashes; of a plain route, those of all its variables. */
  readonly slashes: boolean
  readonly requirements: Requirements
  readonly redirect?: Route['redirect']
  readonly singletons?: readonly Singleton[]
  readonly isPlain?: boolean
}

/** What the rows of one tree have in common. */
export interface TreeContext {
  readonly draw: DrawOptions
  readonly owners: Owners
}

export function createRows (drafts: readonly DraftRow[], common: Common, tree: TreeContext): DeclaredRoute[] {
  const {
    mistakes,
    origin,
    controller,
    plural,
    singular,
    conditions = NOTHING,
    redirect = null
  } = common
  const paths = new Map<string, PathFacts>()
  const resources = new Map<DraftRow['place'], RouteResource>()
  return drafts.map(({ name, method, path, action, place, any }) => {
    const { keys, params, formats, needsFormat, defaults, format, singletons } = remember(paths, path, () =>
      readPath(path, common, tree)
    )
    // Without a spread, since the engine would keep what follows one apart from the object.
    const route: Route = {
      name,
      aliases: NONE,
      method,
      isAny: any !== undefined,
      path,
      params,
      controller,
      action,
      conditions: Object.freeze(conditions ?? NOTHING),
      formats,
      needsFormat,
      defaults,
      format,
      api: tree.draw.api === true,
      wrap: tree.draw.wrap !== false,
      redirect,
      resource: remember(resources, place, () => Object.freeze({ plural, singular, place })),
      singletons
    }
    return { route, keys, any, mistakes, origin }
  })
}

/** The rows of another tree, to be named anew: each row of an `any` may become the first of its path. */
export function includedRows (table: readonly Route[], mistakes: Mistakes): DeclaredRoute[] {
  return rowsByDeclaration(table).flatMap((rows) => {
    const { isAny, name, aliases } = rows[0] as Route
    const any = isAny ? {} : undefined
    return rows.map((route) => ({
      route: { ...route, name, aliases },
      keys: conflictKeys(route),
      any,
      mistakes,
      origin: undefined
    }))
  })
}

/** What the rows of one path and one declaration have in common. */
interface PathFacts
  extends
  Pick<DeclaredRoute, 'keys'>,
  Pick<Route, 'params' | 'formats' | 'needsFormat' | 'defaults' | 'format' | 'singletons'> {}

function readPath (path: string, common: Common, tree: TreeContext): PathFacts {
  const { mistakes, formats, conditions, requirements, defaults: constants, slashes, isPlain } = common
  const declared = {
    own: common, owners: tree.owners, requirements, defaults: constants, slashes: slashes && isPlain === true
  }
  const { params, defaults, format, faults } = readParams(path, declared)
  for (const fault of faults) mistakes.add(fault, { row: path })
  // An extension needs a word before it, and none follows a glob.
  const takesFormats = path !== '/' && globOf(path) === undefined
  const names = takesFormats ? formats?.names ?? tree.draw.formats ?? NONE : NONE
  const needsFormat = names.length > 0 && formats?.isRequired === true
  if (needsFormat && format !== null) {
    mistakes.add(
      `defaults: format: ${show(format)} would never apply, since formats requires an extension; ` +
        'write format: null, or a list of formats',
      { row: path }
    )
  }
  const dotted = names.length === 0
    ? []
    : params.filter(({ requirement }) => namesExtension(requirement ?? ''))
  for (const { name } of dotted) {
    mistakes.add(
      `requirements: ${name}: an id of a row with formats holds no '.' and no '?', which this names; ` +
        'leave them out, or write formats: [] for this row',
      { row: path }
    )
  }
  return {
    params,
    formats: Object.freeze(names),
    needsFormat,
    defaults,
    format,
    keys: conflictKeys({ path, params, formats: names, needsFormat, conditions: conditions ?? NOTHING }),
    singletons: singletonsAbove(path, common)
  }
}

/** A shallow path leaves its singletons. */
function singletonsAbove (path: string, { singletons = [] }: Common): Route['singletons'] {
  const above = singletons.filter((singleton) => path.startsWith(`${singleton.path}/`))
  if (above.length === 0) return NONE
  return Object.freeze(above.map(({ controller, name, path: outer }) =>
    Object.freeze({ controller, name, variables: pathVariables(outer).length })))
}
