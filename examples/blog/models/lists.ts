/** One page of a long list, by the id or position at its edge: a deep page costs as much as the first. */

import { Type, type Static } from '@fastify/type-provider-typebox'
import type { Database } from './database.js'

const Edge = Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))

/** The query of a list: the records that are older than one at the edge, or newer. */
export const Page = Type.Object({ before: Edge, after: Edge })

export type Range = Static<typeof Page>

type Query = Readonly<Record<string, string>>

export interface List<T> {
  /** The newest first. */
  readonly items: T[]
  /** The number of records on all pages. */
  readonly count: () => number
  /** The queries of the next and the previous page, if there is one. */
  readonly newer: Query | undefined
  readonly older: Query | undefined
}

interface Source {
  readonly columns: string
  readonly from: string
  readonly where: string
  readonly values: Array<string | number>
  /** The column that orders the list, and its name in a row. */
  readonly order: string
  readonly key: 'id' | 'position'
  readonly size: number
  /** The other parameters in the queries of all pages. */
  readonly query?: Query
}

export function readList<T extends { id: number, position?: number }> (
  db: Database, source: Source, { before, after }: Range
): List<T> {
  const { columns, from, where, values, order, key, size, query } = source
  const isUpward = after !== undefined
  const beyond = isUpward ? `${order} > ? ORDER BY ${order} ASC` : `${order} < ? ORDER BY ${order} DESC`
  const edge = after ?? before ?? Number.MAX_SAFE_INTEGER
  const rows = db.all<T>(
    `SELECT ${columns} FROM ${from} WHERE ${where} AND ${beyond} LIMIT ?`,
    ...values,
    edge,
    size + 1
  )
  const hasMore = rows.length > size
  const items = rows.slice(0, size)
  if (isUpward) items.reverse()
  const beside = (side: keyof Range, row?: T) => row && { ...query, [side]: String(row[key]) }
  return {
    items,
    count: () =>
      db.get<{ count: number }>(`SELECT count(*) AS count FROM ${from} WHERE ${where}`, ...values)?.count ??
      0,
    newer: (isUpward ? hasMore : before !== undefined) ? beside('after', items[0]) : undefined,
    older: isUpward || hasMore ? beside('before', items.at(-1)) : undefined
  }
}
