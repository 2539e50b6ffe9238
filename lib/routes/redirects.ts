/** Resolves the targets of redirects after all rows have their names, and reports redirects that lead in a circle. */

import { didYouMean } from '../text.js'
import { isRedirecting } from './answer.js'
import type { Redirecting } from './answer.js'
import type { Draft, Report, Row } from './declaration.js'
import { namesOf } from './names.js'
import { fillPath, pathVariables } from './path.js'
import { createRouter } from './router.js'
import type { Reached } from './router.js'
import { hasConditionsOf } from './sites.js'
import type { Route } from '../../types/route.js'

/** Puts paths in place of the names that redirects lead to. `rows` have their names already. */
export function resolveRedirects (rows: readonly Row[], report: Report): void {
  const redirecting = rows.filter(({ route }) => isRedirecting(route))
  if (redirecting.length === 0) return
  const targets = new Map(rows.flatMap(({ route }) => namesOf(route).map((name) => [name, route])))
  let isRight = true
  for (const { route, where } of redirecting as ReadonlyArray<Row & { readonly route: Draft & Redirecting }>) {
    const { redirect: { path: to, status } } = route
    const path = to.startsWith('/') ? to : targets.get(to)?.path
    const faults = path === undefined ? [`unknown route name '${to}'${didYouMean(to, [...targets.keys()])}`] : variableFaults(path, route)
    if (targets.get(to)?.needsFormat === true) faults.push(`'${to}' requires an extension; write its path, such as '${path as string}.${targets.get(to)?.formats[0] as string}'`)
    for (const fault of faults) report(`${where}: ${fault}`)
    isRight &&= faults.length === 0
    route.redirect = Object.freeze({ path: path ?? to, status })
  }
  if (isRight) reportCircles(rows, report)
}

function variableFaults (target: string, { path, params }: Route): string[] {
  return pathVariables(target).filter((variable) => !params.includes(variable))
    .map((variable) => `${target} needs :${variable}, which ${path} lacks${didYouMean(variable, params)}`)
}

function reportCircles (rows: readonly Row[], report: Report): void {
  const table = rows.map(({ route }) => route)
  // Sample ids: a variable's name with its colon, which is no word of a path, and one text for each requirement to accept.
  const sources = [...new Set(table.flatMap(({ requirements }) => Object.values(requirements)))]
  const idOf = (source: string): string => `:${sources.indexOf(source)}`
  const { recognize } = createRouter(table.map((route) => ({
    ...route,
    requirements: Object.fromEntries(Object.entries(route.requirements).map(([variable, source]) => [variable, `${source}|${idOf(source)}`]))
  })), (text) => text)

  for (const { route, where } of rows) {
    if (!isRedirecting(route)) continue
    const { params, requirements, redirect } = route
    const reach = (path: string): Reached | undefined =>
      recognize('GET', path.slice(1).split('/'), (ends) => ends.find((end) => hasConditionsOf(route, end.route)))
    const start = targetPath(route, params.map((variable) => requirements[variable] === undefined ? `:${variable}` : idOf(requirements[variable])))
    if (leadsInCircle(start, reach)) report(`${where}: no request arrives, since ${redirect.path} leads in a circle`)
  }
}

function leadsInCircle (start: string, reach: (path: string) => Reached | undefined): boolean {
  const seen = new Set<string>()
  for (let path = start; !seen.has(path);) {
    seen.add(path)
    const reached = reach(path)
    if (reached === undefined || !isRedirecting(reached.route)) return false
    path = targetPath(reached.route, reached.values)
  }
  return true
}

/** The path that a redirect leads to, for these values of its variables. */
function targetPath ({ params, redirect: { path } }: Redirecting, values: readonly string[]): string {
  return fillPath(path, pathVariables(path).map((variable) => values[params.indexOf(variable)] as string))
}
