/** A resource that one tree declares again: rows that exist already are left out. */

import type { Origin, Row } from './declaration.js'

/**
 * Leaves out rows that an earlier declaration of the same resource with the same options made. The later one must add
 * at least one row. A declaration that adds nothing keeps its rows, and they are reported as declared twice.
 */
export function leaveOutRepeated (rows: readonly Row[]): readonly Row[] {
  const origins = [...new Set(rows.map(({ origin }) => origin))].filter((origin) => origin !== undefined)
  if (new Set(origins.map(({ place }) => place)).size === origins.length) return rows
  const texts = new Map(origins.map((origin) => [origin, origin.optionsText()]))
  const firsts = new Map<string, Origin>()
  const adding = new Set<Origin | undefined>()
  const repeated = new Set<Row>()
  for (const row of rows) {
    if (row.origin === undefined) continue
    const key = `${texts.get(row.origin) as string} ${rowKey(row)}`
    const first = firsts.get(key) ?? row.origin
    firsts.set(key, first)
    if (first !== row.origin) repeated.add(row)
    else for (let origin: Origin | undefined = row.origin; origin !== undefined; origin = origin.parent) adding.add(origin)
  }
  return rows.filter((row) => !repeated.has(row) || !adding.has(row.origin))
}

/** Whether two declarations agree, so that the second reopens the first. */
export function isReopened ({ origin }: Row, other: Row): boolean {
  return origin !== undefined && origin !== other.origin && origin.place === other.origin?.place
}

function rowKey ({ route, sites }: Row): string {
  return `${sites[0] as string} ${JSON.stringify({ ...route, conditions: null })}`
}
