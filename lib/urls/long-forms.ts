/** The long forms: `urlFor('edit_post', { id: 1 })`, `urlFor({ controller: 'posts', action: 'edit' })`. */

import { createError } from '../errors.js'
import { show } from '../text.js'
import { groupBy, isObject, isPlainObject, type Properties } from '../routes/objects.js'
import { rowsByName } from '../routes/route-names.js'
import type { Route } from '../../types/route.js'
import type { OriginSource } from './origin.js'
import type { Target, TargetOf } from './join.js'
import { buildUrl } from './target.js'
import { PATH_OPTIONS, URL_OPTIONS, reportOtherNames, reportUnknownOptions } from './arguments.js'
import { WORDS } from './url-words.js'

export type CallLongForm = (args: readonly unknown[], origin: OriginSource, variables?: Properties) => string

/** Gives the long forms of a table. A look-up takes the same time however many routes there are. */
export function createLongForms (table: readonly Route[], targetOf: TargetOf): CallLongForm {
  const byName = rowsByName(table)
  const byAction = groupBy(table, ({ controller, action }) => `${controller}#${action}`)
  // No action answers a redirect.
  byAction.delete('#')
  function findByName (name: string, call: string): Route {
    const route = byName.get(name)
    if (route === undefined) fail(call, [WORDS.routeName(name, byName)])
    return route
  }

  function findByAction (hash: Properties, variables: Properties, call: string): Route {
    const { controller, action, ...values } = hash
    const key = `${String(controller)}#${String(action)}`
    const routes = byAction.get(key)
    if (routes === undefined) fail(call, [WORDS.action(key, byAction)])
    // The row that takes most of what is given, in any order of declaration.
    const taken = ({ params, defaults }: Route): number =>
      Object.keys(defaults).length + params.filter(({ name }) => name in values).length
    const [route] = routes.filter(({ params, defaults }) =>
      params.every(({ name, isOptional }) => isOptional || (values[name] ?? variables[name]) !== undefined) &&
      Object.keys(defaults).every((name) => values[name] === defaults[name])
    ).sort((one, other) => taken(other) - taken(one))
    if (route === undefined) fail(call, [WORDS.choice(routes, key)])
    return route
  }

  function build (
    target: Target, ids: readonly unknown[], { onlyPath = true, ...options }: Properties, call: string,
    origin: OriginSource, faults: string[] = []
  ): string {
    if (typeof onlyPath !== 'boolean') faults.push(WORDS.onlyPath(onlyPath))
    reportUnknownOptions(options, onlyPath ? PATH_OPTIONS : URL_OPTIONS, faults)
    const built = buildUrl(target, { ids, options }, onlyPath ? null : origin, faults)
    if (faults.length > 0) fail(call, faults)
    return built
  }

  return (args, origin, variables = {}) => {
    const [first, params = {}, options = {}] = args
    if (typeof first === 'string' && isObject(params) && isPlainObject(options) && args.length <= 3) {
      const call = `urlFor(${show(first)})`
      const route = findByName(first, call)
      const faults: string[] = []
      reportOtherNames(params, route.params, URL_OPTIONS, faults)
      const ids = route.params.map(({ name }) => name in variables ? variables[name] : params[name])
      return build(targetOf(route), ids, options, call, origin, faults)
    }
    if (isPlainObject(first) && args.length === 1) {
      const { useRoute, controller, action, ...values } = first
      const call =
        useRoute === undefined
          ? `urlFor({ controller: ${show(controller)}, action: ${show(action)} })`
          : `urlFor({ useRoute: ${show(useRoute)} })`
      const route =
        useRoute === undefined ? findByAction(first, variables, call) : findByName(String(useRoute), call)
      const isIdOrConstant = ([name, value]: readonly [string, unknown]): boolean =>
        route.params.some((param) => param.name === name) || route.defaults[name] === value
      const options = Object.fromEntries(Object.entries(values).filter((entry) => !isIdOrConstant(entry)))
      // A hash keeps the variables with which it was made.
      return build(
        targetOf(route),
        route.params.map(({ name }) => values[name] ?? variables[name]),
        options,
        call,
        origin
      )
    }
    return fail('urlFor()', [WORDS.longForm(args)])
  }
}

function fail (call: string, faults: readonly string[]): never {
  throw createError('FST_RESOURCES_URL', [call, faults])
}
