/** One page of a long list, by the id at its edge: a deep page costs what the first one does. */

import { Type } from '@fastify/type-provider-typebox'
import type { Static } from '@fastify/type-provider-typebox'
import type { Database } from '../database.js'

const Edge = Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))

/** The query of a list: what is older than the record of that id, or newer. */
export const RangeQuery = Type.Object({ before: Edge, after: Edge })

export type Range = Static<typeof RangeQuery>

export interface List<T> {
  /** The newest first. */
  readonly items: T[]
  /** How many there are on all pages. */
  readonly count: () => number
  /** The queries of the pages beside it, where there are any. */
  readonly newer?: Range | undefined
  readonly older?: Range | undefined
}

interface Source {
  readonly columns: string
  readonly from: string
  readonly where: string
  readonly values: Array<string | number>
  /** The column with the id. */
  readonly id: string
  readonly size: number
}

export function readList<T extends { id: number }> (db: Database, { columns, from, where, values, id, size }: Source, { before, after }: Range): List<T> {
  const isUpward = after !== undefined
  const rows = db.all<T>(`SELECT ${columns} FROM ${from} WHERE ${where} AND ${id} ${isUpward ? '>' : '<'} ? ORDER BY ${id} ${isUpward ? 'ASC' : 'DESC'} LIMIT ?`,
    ...values, after ?? before ?? Number.MAX_SAFE_INTEGER, size + 1)
  const hasMore = rows.length > size
  const items = rows.slice(0, size)
  if (isUpward) items.reverse()
  const [first, last] = [items[0], items.at(-1)]
  return {
    items,
    count: () => db.get<{ count: number }>(`SELECT count(*) AS count FROM ${from} WHERE ${where}`, ...values)?.count ?? 0,
    newer: first !== undefined && (isUpward ? hasMore : before !== undefined) ? { after: first.id } : undefined,
    older: last !== undefined && (isUpward || hasMore) ? { before: last.id } : undefined
  }
}
