/** Replaces `join.ts` in bundles for browsers: the same rule of ids. Only the server knows the other rows. */

import { encodeId, idFault, idRules } from '../../routes/ids.js'
import type { Route, RouteParam } from '../../../types/route.js'
import { givenId, idText, requiredCount } from './ids.js'
import type { Join, Joined, RouterSite } from './join.js'

export function createJoiner (
  _table: readonly Route[], { maxParamLength }: RouterSite
): (route: Route, pieces: readonly string[]) => Joined {
  return (route, pieces) => {
    const rules = idRules(route, maxParamLength)
    const required = requiredCount(route.params)
    const join: Join = (ids, _extension, faults) => {
      let count = rules.length
      while (count > required && (ids[count - 1] ?? null) === null) count--
      let path = pieces[0] as string
      for (const [position, rule] of rules.slice(0, count).entries()) {
        const text = idText(givenId(ids[position], (route.params[position] as RouteParam).property))
        if (text === undefined || idFault(text, rule) !== undefined) faults.push(`invalid ${rule.variable}`)
        else path += encodeId(text)
        path += pieces[position + 1] as string
      }
      return count < rules.length ? path.slice(0, -1) || '/' : path
    }
    return { pieces, checks: [], join }
  }
}

/** Speed matters less than size. */
export function quicken<T> (_route: Route, _prepare: unknown, slow: T): T {
  return slow
}

/** A misspelt variable stays missing, and the helpers report that. */
export function checkVariables (): void {}

/** Nor is a misspelt name beside missing optional variables reported: types refuse it. */
export function reportMisspelt (): void {}
