/** Compares two trees: what breaks, and what is new. */

import { answerText, createRouter, groupBy, hasConditionsOf, pathShape } from '../tools.js'
import type { Route } from '../../types/route.js'
import { conditionText, requirementsOf, rowChanges } from './row-changes.js'
import type { Change, RowChange } from './row-changes.js'
import { codeChanges, newHelpers } from './code-changes.js'

/** The same row before and after a change. */
interface Pair {
  readonly before: Route
  readonly now: Route
}

interface Pairing {
  readonly pairs: readonly Pair[]
  readonly gone: readonly Route[]
  readonly added: readonly Route[]
}

/** Changes with the same path and text become one line. */
interface ChangedRow extends RowChange {
  readonly row: Route
}

/** The changes from one table to another, in the order of the tables. */
export function findChanges (before: readonly Route[], now: readonly Route[]): readonly Change[] {
  const { pairs, gone, added } = pairRows(before, now)
  const helpers = newHelpers(before, now)
  const changes = [...gone.map((row) => goneChange(row, now, added)), ...pairs.flatMap(pairChanges)]
  const fresh = added.map((one) => newChange(one, before, helpers.find(({ row }) => row === one)?.name))
  return [
    ...gather(changes),
    ...codeChanges(before, now),
    ...fresh,
    ...helpers
      .filter(({ row }) => !added.includes(row))
      .map(({ name, row }): Change => ({ kind: 'new', message: `${name} gives ${row.path}`, rows: [row] }))
  ]
}

/** From strict to loose: two rows with an equal key are the same row, before and after a change. */
const KEYS: ReadonlyArray<(row: Route) => string> = [
  (row) => `${looseKey(row)} ${conditionText(row)} ${requirementsOf(row).join()}`,
  (row) => `${looseKey(row)} ${conditionText(row)}`,
  looseKey
]

function looseKey ({ method, path }: Route): string {
  return `${method} ${pathShape(path)}`
}

function pairRows (before: readonly Route[], now: readonly Route[]): Pairing {
  const partners = new Map<Route, Route>()
  const left = new Set(now)
  for (const keyOf of KEYS) {
    const byKey = groupBy([...left], keyOf)
    for (const one of before) {
      const partner = partners.has(one) ? undefined : byKey.get(keyOf(one))?.find((other) => left.has(other))
      if (partner === undefined) continue
      partners.set(one, partner)
      left.delete(partner)
    }
  }
  return {
    pairs: [...partners].map(([before, now]) => ({ before, now })),
    gone: before.filter((one) => !partners.has(one)),
    added: [...left]
  }
}

/** A removed row, with the new place of its action, and the row that now answers its path. */
function goneChange (row: Route, now: readonly Route[], added: readonly Route[]): ChangedRow {
  const { method, path } = row
  // If an action answers at several places, its row moved to the new one.
  const moved = [...added, ...now].filter((other) => answerText(other) === answerText(row))
  const target = moved.find((other) => other.method === method) ?? moved[0]
  const reached = reach(row, now)
  const others = now.filter((other) => pathShape(other.path) === pathShape(path))
  const methods = new Set(others.map(({ method }) => method))
  const condition = conditionText(row)
  const hints = [
    target === undefined
      ? ''
      : `${answerText(row)} answers ${target.method === method ? 'at' : target.method} ${target.path} now`,
    reached === undefined ? '' : `${answerText(reached)} of ${reached.path} answers it now`,
    methods.size === 0 || target?.path === path ? '' : `the path answers ${[...methods].join(', ')}`
  ]
  return {
    kind: 'links',
    row,
    verb: 'is',
    text: [
      `gone${condition === '' ? '' : ` for ${condition}`}`,
      ...hints.filter((hint) => hint !== '')
    ].join('; ')
  }
}

/** A new row. It breaks links where another row with the same path shape answered before. */
function newChange (row: Route, before: readonly Route[], helper: string | undefined): Change {
  const reached = reach(row, before)
  const condition = conditionText(row)
  const parts = [answerText(row), helper ?? '', condition === '' ? '' : `for ${condition}`]
  const message = `${row.method} ${row.path}: ${parts.filter((part) => part !== '').join(', ')}`
  if (reached === undefined) return { kind: 'new', message, rows: [row] }
  return {
    kind: pathShape(reached.path) === pathShape(row.path) ? 'links' : 'new',
    message: `${message}; ${answerText(reached)} of ${reached.path} answered it before`,
    rows: [row]
  }
}

function pairChanges ({ before, now }: Pair): ChangedRow[] {
  return rowChanges(before, now).map((change) => ({ ...change, row: now }))
}

/** The row of another table that answers at a path. */
function reach (row: Route, table: readonly Route[]): Route | undefined {
  // A variable's name serves as an id, which no word equals.
  const router = createRouter(table)
  return router.recognize(row.method, row.path.slice(1).split('/'), (ends) =>
    ends.find((end) => hasConditionsOf(row, end.route))
  )?.route
}

/** One line for all methods of a path with the same change. */
function gather (changes: readonly ChangedRow[]): Change[] {
  const groups = groupBy(changes, ({ kind, row, text }) => `${kind} ${row.path} ${text}`)
  return Array.from(groups.values(), (group) => {
    const { kind, row: { path }, verb, text } = group[0] as ChangedRow
    const methods = group.map(({ row }) => row.method).join(', ')
    const plural = verb === 'is' ? 'are' : verb.slice(0, -1)
    const message = `${methods} ${path} ${group.length === 1 ? verb : plural} ${text}`
    return { kind, message, rows: group.map(({ row }) => row) }
  })
}
