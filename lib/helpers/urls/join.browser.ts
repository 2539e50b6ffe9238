/** Replaces `join.ts` in bundles for browsers: the same checks of each id. Only the server knows the other rows. */

import { DOT_SEGMENT, globOf } from '../../routes/path.js'
import { idPattern } from '../../routes/router-paths.js'
import type { Route } from '../../../types/route.js'
import { givenId, idText, propertyOf } from './ids.js'
import type { Join } from './join.js'

export function createJoiner (): (route: Route, pieces: readonly string[]) => Join {
  return (route, pieces) => {
    const { params, optional } = route
    const required = params.length - Object.keys(optional).length
    return (ids, _extension, faults) => {
      let count = params.length
      while (count > required && (ids[count - 1] ?? null) === null) count--
      const texts = params.slice(0, count).map((variable, position) => {
        const parts = readParts(ids[position], route, variable)
        if (parts.every((part) => isId(part, route, variable))) return parts.map(encodeURIComponent).join('/')
        faults.push(`invalid ${variable}`)
        return ''
      })
      const path = pieces.slice(0, count + 1).reduce((path, piece, position) => path + (texts[position - 1] as string) + piece)
      return count < params.length ? path.slice(0, -1) || '/' : path
    }
  }
}

/** The texts between the slashes of a glob; else one text, which is empty for a value that is not an id. */
function readParts (given: unknown, route: Route, variable: string): string[] {
  const text = idText(givenId(given, propertyOf(route, variable))) ?? ''
  return globOf(route.path) === variable ? text.split('/') : [text]
}

/** A misspelt variable stays missing, and the helpers report that. */
export function checkVariables (): void {}

/** Nor is a misspelt name beside missing optional variables reported: types refuse it. */
export function reportMisspelt (): void {}

function isId (text: string, route: Route, variable: string): boolean {
  return text !== '' && !text.includes('/') && !DOT_SEGMENT.test(text) && text.isWellFormed() && idPattern(route, variable)?.test(text) !== false
}
