/** What `join.ts` is in bundles for browsers: the same checks with shorter words, of what the table's JSON says. */

import type { JsonRoute } from '../../routes/json.js'
import { pathPieces } from '../../routes/path.js'
import { isRoutes, readTable } from '../../routes/read.js'
import { idPattern } from '../../routes/router-paths.js'
import type { Routes } from '../../../types/mapper.js'
import type { RoutesJson } from '../../../types/json.js'
import type { Route } from '../../../types/route.js'
import { LINE_BREAK, givenId, idText, propertyOf } from './ids.js'
import type { Join } from './join.js'

/** What is drawn in a browser has to say the same as its JSON. */
export function joinableRows (routes: Routes | RoutesJson): readonly Route[] {
  return readTable(isRoutes(routes) ? (routes as Routes & { toJSON: () => RoutesJson }).toJSON() : routes)
}

export function createJoiner (): (route: Route, pieces: readonly string[]) => Join {
  return (route: JsonRoute, pieces) => {
    const rivals = route.rivals === undefined ? undefined : new RegExp(`^(?:${route.rivals})$`)
    const [first = '', ...others] = pathPieces(route.path)
    return (ids, extension, faults) => {
      const texts = ids.slice(0, others.length).map((id, position) => idText(givenId(id, propertyOf(route, route.params[position] as string))))
      const wrong = route.params.filter((variable, position) => !isId(texts[position], route, variable, extension !== '' && others[position] === ''))
      if (wrong.length > 0) faults.push(`invalid ${wrong.join(', ')}`)
      else if (rivals?.test(others.reduce((path, piece, position) => path + (texts[position] as string) + piece, first) + extension) === true) faults.push('another path')
      return wrong.length > 0 ? '' : pieces.reduce((path, piece, position) => path + encodeURIComponent(texts[position - 1] as string) + piece)
    }
  }
}

/** What a misspelt variable leaves out, the helpers tell. */
export function checkVariables (): void {}

function isId (text: string | undefined, route: Route, variable: string, isBeforeExtension: boolean): boolean {
  return text !== undefined && !/^\.{0,2}$|\//.test(text) && text.isWellFormed() && idPattern(route, variable)?.test(text) !== false &&
    !(isBeforeExtension && LINE_BREAK.test(text))
}
