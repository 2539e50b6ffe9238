/** The option `deprecated`: its check, and its form in a row. */

import { show, unknownOptions } from '../text.js'
import type { RouteDeprecation } from '../../types/route.js'
import type { Mistakes } from '../routes/mistakes.js'
import { isPlainObject } from '../routes/objects.js'
import { expecting } from './checks.js'

const PARTS = ['since', 'sunset', 'link']

/** Dates in the form of JSON; null where a declaration removes an inherited one. */
export function checkDeprecated (value: unknown, mistakes: Mistakes): RouteDeprecation | null | undefined {
  if (value === null) return null
  if (!isPlainObject(value)) {
    mistakes.add(`expected an object with since, sunset or link, got ${show(value)}`)
    return undefined
  }
  for (const mistake of unknownOptions(value, PARTS)) mistakes.add(mistake)
  const [since = null, sunset = null] = (['since', 'sunset'] as const).map((part) =>
    value[part] === undefined ? undefined : checkTime(value[part], mistakes.at(part)))
  if (since !== null && sunset !== null && sunset < since) {
    mistakes.add(`sunset: ${show(value.sunset)} is before since, ${show(value.since)}`)
  }
  const link = value.link === undefined ? undefined : checkLink(value.link, mistakes.at('link'))
  return Object.freeze({ since, sunset, link: link ?? null })
}

const checkTime = expecting("a date such as '2026-01-31', an ISO time with its zone, or a Date", (value) => {
  const date = value instanceof Date ? value : new Date(isTime(value) ? value : NaN)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
})

/** Each machine would read a time without a zone differently, and February 31 would be March 3. */
function isTime (value: unknown): value is string {
  const isText = typeof value === 'string' && /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(value)
  const day = isText ? value.slice(0, 'yyyy-mm-dd'.length) : ''
  const date = new Date(day)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** A header takes no other characters: those of another alphabet are percent-encoded in an address. */
const LINK = /^(https?:\/\/|\/(?!\/))[!#-;=?-~]+$/

const checkLink = expecting(
  "the address of a page about it, such as 'https://example.org/news' or '/news'",
  (value) => typeof value === 'string' && LINK.test(value) ? value : undefined
)
