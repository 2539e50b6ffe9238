/** Replaces `join.ts` in bundles for browsers: the same checks with shorter messages, read from the table's JSON. */

import type { JsonRoute } from '../../routes/json.js'
import { DOT_SEGMENT, pathPieces } from '../../routes/path.js'
import { isRoutes, readTable } from '../../routes/read.js'
import { idPattern } from '../../routes/router-paths.js'
import type { Routes } from '../../../types/mapper.js'
import type { RoutesJson } from '../../../types/json.js'
import type { Route } from '../../../types/route.js'
import { LINE_BREAK, givenId, idText, propertyOf } from './ids.js'
import type { Join } from './join.js'

/** Routes that a browser draws are read from their JSON too, so that both behave the same. */
export function joinableRows (routes: Routes | RoutesJson): readonly Route[] {
  return readTable(isRoutes(routes) ? (routes as Routes & { toJSON: () => RoutesJson }).toJSON() : routes)
}

export function createJoiner (): (route: Route, pieces: readonly string[]) => Join {
  return (route: JsonRoute, pieces) => {
    const [rivals, extendedRivals] = [route.rivals, route.extendedRivals].map((source) => source === undefined ? undefined : new RegExp(`^(?:${source})$`))
    const shared = (route.shared ?? []).map(([place, variable, source]) => [place, variable, new RegExp(`^${source}$`)] as const)
    const isGlob = route.path.includes('/*')
    const [first = '', ...others] = pathPieces(route.path)
    return (ids, extension, faults) => {
      const texts = ids.slice(0, others.length).map((id, position) => idText(givenId(id, propertyOf(route, route.params[position] as string))))
      const partsOf = (position: number): string[] => isGlob && position === others.length - 1 ? `${texts[position] as string}`.split('/') : [texts[position] as string]
      const wrong = route.params.filter((variable, position) => texts[position] === undefined || !partsOf(position).every((part) => isId(part, route, variable, extension !== '' && others[position] === '')))
      if (wrong.length > 0) {
        faults.push(`invalid ${wrong.join(', ')}`)
        return ''
      }
      const path = others.reduce((path, piece, position) => path + (texts[position] as string) + piece, first)
      const segments = path.slice(1).split('/')
      const isOwn = shared.every(([place, variable, pattern]) => pattern.exec(segments[place] as string)?.slice(1).every((text, position) => text === texts[variable + position]))
      if (!isOwn || (extension === '' ? rivals : extendedRivals)?.test(path + extension) === true) faults.push('another path')
      return pieces.reduce((path, piece, position) => path + partsOf(position - 1).map(encodeURIComponent).join('/') + piece)
    }
  }
}

/** A misspelt variable stays missing, and the helpers report that. */
export function checkVariables (): void {}

function isId (text: string, route: Route, variable: string, isBeforeExtension: boolean): boolean {
  return text !== '' && !text.includes('/') && !DOT_SEGMENT.test(text) && text.isWellFormed() && idPattern(route, variable)?.test(text) !== false &&
    !(isBeforeExtension && LINE_BREAK.test(text))
}
