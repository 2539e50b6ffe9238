/** Replaces `join.ts` in bundles for browsers: the same checks with shorter messages, read from the table's JSON. */

import type { JsonRoute } from '../../routes/json.js'
import { DOT_SEGMENT, pathPieces } from '../../routes/path.js'
import { isRoutes, readJson } from '../../routes/read.js'
import { idPattern } from '../../routes/router-paths.js'
import type { Routes } from '../../../types/mapper.js'
import type { RoutesJson } from '../../../types/json.js'
import type { Route } from '../../../types/route.js'
import { givenId, idText, propertyOf } from './ids.js'
import type { Join } from './join.js'

/** Matches no text. */
const NOTHING = /(?!)/

/** Routes that a browser draws are read from their JSON too, so that both behave the same. */
export function joinableRows (routes: Routes | RoutesJson): readonly Route[] {
  return readJson(isRoutes(routes) ? (routes as Routes & { toJSON: () => RoutesJson }).toJSON() : routes)
}

export function createJoiner (): (route: Route, pieces: readonly string[]) => Join {
  return (route: JsonRoute, pieces) => {
    const [rivals, extendedRivals] = [route.rivals, route.extendedRivals].map((source) => source === undefined ? NOTHING : new RegExp(`^(?:${source})$`)) as [RegExp, RegExp]
    const shared = (route.shared ?? []).map(([place, variable, source]) => [place, variable, new RegExp(`^${source}$`)] as const)
    const isGlob = route.path.includes('/*')
    const plain = pathPieces(route.path)
    const last = route.params.length - 1
    return (ids, extension, faults) => {
      // Only a missing optional id is empty.
      const texts = route.params.map((variable, position) => (ids[position] ?? null) === null && variable in route.optional ? '' : idText(givenId(ids[position], propertyOf(route, variable))) || undefined)
      const partsOf = (position: number): string[] => (texts[position] as string).split(isGlob && position === last ? '/' : NOTHING)
      const wrong = route.params.filter((variable, position) => texts[position] === undefined ||
        (texts[position] !== '' && !partsOf(position).every((part) => isId(part, route, variable))))
      if (wrong.length > 0) {
        faults.push(`invalid ${wrong.join(', ')}`)
        return ''
      }
      const fill = (pieces: readonly string[], textOf: (position: number) => string): string =>
        pieces.reduce((path, piece, position) => path + textOf(position - 1) + piece).replace(/\/+$/, '') || '/'
      const path = fill(plain, (position) => texts[position] as string)
      const segments = path.slice(1).split('/')
      const isOwn = shared.every(([place, variable, pattern]) => pattern.exec(segments[place] as string)?.slice(1).every((text, position) => text === texts[variable + position]))
      // An id is missing before another one, or the word before an extension. The router's own pattern there takes no line break.
      const isBroken = (path + (extension && '/')).includes('//') || (extension && !/^.*$/.test(segments.at(-1) as string))
      if (!isOwn || isBroken || (extension ? extendedRivals : rivals).test(path + extension)) faults.push('another path')
      return fill(pieces, (position) => partsOf(position).map(encodeURIComponent).join('/'))
    }
  }
}

/** A misspelt variable stays missing, and the helpers report that. */
export function checkVariables (): void {}

/** Nor is a misspelt name beside missing optional variables reported: types refuse it. */
export function reportMisspelt (): void {}

function isId (text: string, route: Route, variable: string): boolean {
  return text !== '' && !text.includes('/') && !DOT_SEGMENT.test(text) && text.isWellFormed() && idPattern(route, variable)?.test(text) !== false
}
