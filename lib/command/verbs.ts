/** The verbs of the command: `routes` lists rows, `json` prints them for a browser. */

import type { ParseArgsConfig } from 'node:util'
import { messageOf, oneOf, show } from '../text.js'
import { ALL_METHODS, STYLES, formatTableRows, rowsForPath } from '../tools.js'
import type { ListingOptions } from '../../types/listing-options.js'
import type { Route, Routes } from '../urls.js'

export interface Verb {
  readonly usage: string
  readonly options: NonNullable<ParseArgsConfig['options']>
  /** The output; throws a UsageError for an invalid value. */
  readonly print: (routes: Routes, values: Values) => string
}

type Values = Readonly<Record<string, unknown>>

/** A mistake in the arguments, which the usage explains. */
export class UsageError extends Error {}

const text = { type: 'string' } as const

export const VERBS: Readonly<Record<string, Verb>> = {
  routes: {
    usage: `fastify-resources routes FILE [--grep TEXT] [--controller NAME]
                                 [--path URL] [--method NAME] [--style ${STYLES.join('|')}]

FILE is a module that exports the result of draw(), as \`routes\` or by default.
  --grep TEXT         only routes with TEXT in name, method, path or
                      controller#action
  --controller NAME   only routes of this controller; posts is admin/posts too
  --path URL          only routes whose path takes a URL such as /posts/1; of
                      one method, the first answers
  --method NAME       only routes of this method
  --style STYLE       how to print them; table by default`,
    options: { grep: text, controller: text, path: text, method: text, style: text },
    print ({ table }, { path, method, ...listing }) {
      const { style } = listing
      if (style !== undefined && !STYLES.includes(style as string)) throw new UsageError(`unknown style ${show(style)}`)
      const rows = rowsOfMethod(table, method as string | undefined)
      const taking = path === undefined ? rows : rowsOfPath(rows, path as string)
      return formatTableRows(taking, listing as ListingOptions)
    }
  },
  json: {
    usage: `fastify-resources json FILE

Prints the routes as JSON for createUrlFor and createClient in a browser:
fastify-resources json routes.ts > routes.json`,
    options: {},
    print: (routes) => JSON.stringify(routes)
  }
}

/** HEAD comes with GET, by Fastify. */
function rowsOfMethod (table: readonly Route[], name: string | undefined): readonly Route[] {
  if (name === undefined) return table
  const method = ALL_METHODS.find((one) => one === name.toUpperCase().replace('HEAD', 'GET'))
  if (method === undefined) throw new UsageError(`unknown method ${show(name)}; expected ${oneOf(ALL_METHODS)}`)
  return table.filter((row) => row.method === method)
}

function rowsOfPath (table: readonly Route[], url: string): readonly Route[] {
  try {
    if (/^(?:\/|https?:\/\/)/i.test(url)) return rowsForPath(table, url)
  } catch (error) {
    throw new UsageError(`--path ${url}: ${messageOf(error)}`)
  }
  throw new UsageError(`expected a path such as /posts/1, or an http(s) address, got ${show(url)}`)
}
