/** One page of a long list, by the id or position at its edge: a deep page costs as much as the first. */

import { Type, type Static } from '@fastify/type-provider-typebox'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Tables } from './database.js'

const Edge = Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))

/** The query of a list: the records older than one at the edge, or newer. Other names are removed. */
export const Page = Type.Object({ before: Edge, after: Edge }, { additionalProperties: false })

export type Range = Static<typeof Page>

type Query = Readonly<Record<string, string>>

export interface List<T> {
  /** The newest first. */
  readonly items: T[]
  /** The number of records on all pages. */
  readonly count: () => Promise<number>
  /** The queries of the next and the previous page, if there is one. */
  readonly newer: Query | undefined
  readonly older: Query | undefined
}

interface Options {
  /** The table, and its column that orders the list. */
  readonly order: readonly [table: keyof Tables, column: 'id' | 'position']
  readonly size: number
  /** The other parameters in the queries of all pages. */
  readonly query?: Query
}

export async function readList<T extends { id: number, position?: number }> (
  source: SelectQueryBuilder<any, any, T>, { order, size, query }: Options, { before, after }: Range
): Promise<List<T>> {
  const isUpward = after !== undefined
  const column = sql.ref<number>(order.join('.'))
  const rows = await source
    .where(column, isUpward ? '>' : '<', after ?? before ?? Number.MAX_SAFE_INTEGER)
    .orderBy(column, isUpward ? 'asc' : 'desc')
    .limit(size + 1)
    .execute()
  const hasMore = rows.length > size
  const items = rows.slice(0, size)
  if (isUpward) items.reverse()
  const beside = (side: keyof Range, row?: T) => row && { ...query, [side]: String(row[order[1]]) }
  return {
    items,
    async count () {
      const counted = source.clearSelect().select(({ fn }) => fn.countAll<number>().as('count'))
      return (await counted.executeTakeFirstOrThrow()).count
    },
    newer: (isUpward ? hasMore : before !== undefined) ? beside('after', items[0]) : undefined,
    older: isUpward || hasMore ? beside('before', items.at(-1)) : undefined
  }
}
