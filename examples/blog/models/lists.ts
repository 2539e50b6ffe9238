/** One page of a long list, by the id or position at its edge: a deep page costs as much as the first. */

import { Type, type Static } from '@fastify/type-provider-typebox'
import { all, get, type Database } from './database.js'

const Edge = Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))

/** The query of a list: the records older than one at the edge, or newer. Other names are removed. */
export const Page = Type.Object({ before: Edge, after: Edge }, { additionalProperties: false })

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
  readonly where?: string
  readonly values?: ReadonlyArray<string | number>
  /** The column that orders the list. */
  readonly order: 'comments.id' | 'users.id' | 'position'
  readonly size: number
  /** The other parameters in the queries of all pages. */
  readonly query?: Query
}

export function readList<T extends { id: number, position?: number }> (
  db: Database,
  { columns, from, where = '1', values = [], order, size, query }: Source,
  { before, after }: Range
): List<T> {
  const isUpward = after !== undefined
  const [sign, direction] = isUpward ? ['>', 'ASC'] : ['<', 'DESC']
  const rows = all<T>(
    db,
    `SELECT ${columns} FROM ${from} WHERE ${where} AND ${order} ${sign} ? ORDER BY ${order} ${direction} LIMIT ?`,
    ...values, after ?? before ?? Number.MAX_SAFE_INTEGER, size + 1
  )
  const hasMore = rows.length > size
  const items = rows.slice(0, size)
  if (isUpward) items.reverse()
  const beside = (side: keyof Range, row?: T) =>
    row && { ...query, [side]: String(order === 'position' ? row.position : row.id) }
  return {
    items,
    count: () =>
      get<{ count: number }>(db, `SELECT count(*) AS count FROM ${from} WHERE ${where}`, ...values)!.count,
    newer: (isUpward ? hasMore : before !== undefined) ? beside('after', items[0]) : undefined,
    older: isUpward || hasMore ? beside('before', items.at(-1)) : undefined
  }
}
