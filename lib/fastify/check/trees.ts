/** `listApp`: the listing of all trees of an app. */

import type { FastifyInstance } from 'fastify'
import { createError } from '../../errors.js'
import { groupBy } from '../../routes/objects.js'
import { formatTableRows } from '../../routes/listing.js'
import type { ListingOptions } from '../../../types/listing-options.js'
import type { Route } from '../../../types/route.js'
import { stateOf } from '../state.js'
import { readHooks } from './hooks.js'
import type { HookedRow } from './hooks.js'

/** The text that `listApp` gives. */
export async function listTrees (app: FastifyInstance, options: ListingOptions = {}): Promise<string> {
  const table = await readAppTable(app, 'listApp()')
  const hooked = options.style === 'expanded' ? readHooks(app).rows : []
  const hooksByRow = groupBy(hooked, ({ row }) => row)
  return formatTableRows(table, options, (rows) =>
    hooksText(rows.flatMap((row) => hooksByRow.get(row) as HookedRow[]))
  )
}

/** The rows of a ready app; throws FST_RESOURCES_OPTIONS if `call` got an app without any. */
export async function readAppTable (app: FastifyInstance, call: string): Promise<readonly Route[]> {
  await app.ready()
  const { registrations } = stateOf(app)
  if (registrations.length === 0) {
    throw createError('FST_RESOURCES_OPTIONS', [
      [
        `${call}: expected an app with trees of this copy of fastify-resources (npm ls fastify-resources ` +
          'shows others)'
      ]
    ])
  }
  return registrations.flatMap(({ table }) => table)
}

/** `onRequest: requireUser; preHandler: load, check`, for all rows of a line. */
function hooksText (rows: readonly HookedRow[]): string {
  // The method with the most hooks shows the order of all.
  const hooks = rows
    .map(({ hooks }) => hooks)
    .sort((one, other) => Object.values(other).flat().length - Object.values(one).flat().length)
  const kinds = groupBy(hooks.flatMap((hooks) => Object.entries(hooks)), ([kind]) => kind)
  return Array.from(
    kinds,
    ([kind, lists]) => `${kind}: ${[...new Set(lists.flatMap(([, names]) => names))].join(', ')}`
  ).join('; ')
}
