/** The option `deprecated`: its check, and its form in a row. */

import { show, unknownOptions } from '../text.js'
import type { RouteDeprecation } from '../../types/route.js'
import type { Mistakes } from '../routes/mistakes.js'
import { isPlainObject } from '../routes/objects.js'

const PARTS = ['since', 'sunset', 'link']

const EXPECTED_TIME = 'expected a date such as \'2026-01-31\', an ISO time with its zone, or a Date'

/** Dates in the form of JSON; null where a declaration removes an inherited one. */
export function checkDeprecated (value: unknown, mistakes: Mistakes): RouteDeprecation | null | undefined {
  if (value === null) return null
  if (!isPlainObject(value)) {
    mistakes.add(`expected an object with since, sunset or link, got ${show(value)}`)
    return undefined
  }
  for (const mistake of unknownOptions(value, PARTS)) mistakes.add(mistake)
  const since = readTime(value.since, mistakes.at('since'))
  const sunset = readTime(value.sunset, mistakes.at('sunset'))
  if (since !== null && sunset !== null && sunset < since) {
    mistakes.add(`sunset: ${show(value.sunset)} is before since, ${show(value.since)}`)
  }
  return Object.freeze({ since, sunset, link: readLink(value.link, mistakes.at('link')) })
}

function readTime (value: unknown, mistakes: Mistakes): string | null {
  if (value === undefined) return null
  // Each machine would read a time without a zone differently.
  const isText =
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(value) &&
    isDay(value.slice(0, 10))
  const date = value instanceof Date ? value : new Date(isText ? value : NaN)
  if (!Number.isNaN(date.getTime())) return date.toISOString()
  mistakes.add(`${EXPECTED_TIME}, got ${show(value)}`)
  return null
}

/** February 31 would be March 3. */
function isDay (text: string): boolean {
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function readLink (value: unknown, mistakes: Mistakes): string | null {
  if (value === undefined) return null
  // A header takes no other characters: those of another alphabet are percent-encoded in an address.
  if (typeof value === 'string' && /^(https?:\/\/|\/(?!\/))[!#-;=?-~]+$/.test(value)) return value
  mistakes.add(
    'expected the address of a page about it, such as \'https://example.org/news\' or ' +
      `'/news', got ${show(value)}`
  )
  return null
}
