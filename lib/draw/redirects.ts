/** Redirects: from the name that one leads to, to its path. */

import type { Route } from '../../types/route.js'
import { didYouMean } from '../text.js'
import { isRedirecting } from '../routes/answer.js'
import type { Redirecting } from '../routes/answer.js'
import { groupBy } from '../routes/objects.js'
import { namesOf } from '../routes/route-names.js'
import { optionalParams, paramNames } from '../routes/params.js'
import { pathVariables } from '../routes/path.js'
import type { MutableRoute, DeclaredRoute } from './declaration.js'

/** Puts paths in place of the names that redirects lead to. `rows` have their names already. */
export function resolveRedirects (rows: readonly DeclaredRoute[]): void {
  const redirecting = rows.filter(({ route }) => isRedirecting(route))
  if (redirecting.length === 0) return
  const targets = new Map(rows.flatMap(({ route }) => namesOf(route).map((name) => [name, route])))
  const pagesOf = groupBy(rows.filter(({ route }) => route.method === 'GET'), ({ route }) => route.path)
  type Declared = DeclaredRoute & { readonly route: MutableRoute & Redirecting }
  for (const { route, mistakes } of redirecting as readonly Declared[]) {
    const {
      redirect: { path: to, status }
    } = route
    const target = to.startsWith('/') ? undefined : targets.get(to)
    const path = to.startsWith('/') ? to : target?.path
    const faults =
      path === undefined
        ? [`unknown route name '${to}'${didYouMean(to, [...targets.keys()])}`]
        : variableFaults(path, route, target)
    const pages = pagesOf.get(path ?? '') ?? []
    const [page] = pages.every(({ route }) => route.needsFormat) ? pages : []
    if (page !== undefined) {
      const { route: { path, formats } } = page
      faults.push(`'${to}' requires an extension; write its path, such as '${path}.${formats[0] as string}'`)
    }
    for (const fault of faults) mistakes.add(fault)
    route.redirect = Object.freeze({ path: path ?? to, status })
  }
}

function variableFaults (path: string, route: Route, target: Route | undefined): string[] {
  const names = paramNames(route)
  const optional = target === undefined ? [] : optionalParams(target).map(({ name }) => name)
  return pathVariables(path).filter((variable) => !names.includes(variable)).map((variable) => {
    const advice = optional.includes(variable)
      ? `; to leave it out, write the path '${path.slice(0, path.indexOf(`/:${variable}`)) || '/'}'`
      : didYouMean(variable, names)
    return `${path} needs :${variable}, which ${route.path} lacks${advice}`
  })
}
