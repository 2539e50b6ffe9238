/** Compares two trees: what breaks, and what is new. */

import { answerText } from '../routes/answer.js'
import { groupBy } from '../routes/objects.js'
import { pathShape } from '../routes/path.js'
import { createRouter } from '../routes/router.js'
import { hasConditionsOf } from '../routes/endpoints.js'
import type { Method, Route } from '../../types/route.js'
import { IS, conditionText, requirementsOf, rowChanges } from './row-changes.js'
import type { Change, RowChange } from './row-changes.js'
import { codeChanges, newHelpers } from './code-changes.js'

/** A row with one of its methods. */
interface Endpoint {
  readonly method: Method
  readonly row: Route
}

interface Pair {
  readonly before: Endpoint
  readonly now: Endpoint
}

interface Pairing {
  readonly pairs: readonly Pair[]
  readonly gone: readonly Endpoint[]
  readonly added: readonly Endpoint[]
}

/** Changes with the same path and text become one line. */
interface EndpointChange extends RowChange {
  readonly endpoint: Endpoint
}

/** The changes from one table to another, in the order of the tables. */
export function findChanges (before: readonly Route[], now: readonly Route[]): readonly Change[] {
  const { pairs, gone, added } = pairEndpoints(endpointsOf(before), endpointsOf(now))
  const helpers = newHelpers(before, now)
  const changes = [...gone.map((endpoint) => goneChange(endpoint, now, added)), ...pairs.flatMap(pairChanges)]
  const fresh = added.map((endpoint) =>
    newChange(endpoint, before, helpers.find(({ row }) => row === endpoint.row)?.name)
  )
  const addedRows = new Set(added.map(({ row }) => row))
  return [
    ...gather(changes),
    ...codeChanges(before, now),
    ...fresh,
    ...helpers
      .filter(({ row }) => !addedRows.has(row))
      .map(({ name, row }): Change => ({ kind: 'new', message: `${name} gives ${row.path}`, rows: [row] }))
  ]
}

function endpointsOf (table: readonly Route[]): readonly Endpoint[] {
  return table.map((row) => ({ method: row.method, row }))
}

/** From strict to loose: two endpoints with an equal key are the same endpoint, before and after a change. */
const KEYS: ReadonlyArray<(endpoint: Endpoint) => string> = [
  (endpoint) => `${looseKey(endpoint)} ${conditionText(endpoint.row)} ${requirementsOf(endpoint.row).join()}`,
  (endpoint) => `${looseKey(endpoint)} ${conditionText(endpoint.row)}`,
  looseKey
]

function looseKey ({ method, row }: Endpoint): string {
  return `${method} ${pathShape(row.path)}`
}

function pairEndpoints (before: readonly Endpoint[], now: readonly Endpoint[]): Pairing {
  const partners = new Map<Endpoint, Endpoint>()
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

/** A removed endpoint, with the new place of its action, and the row that now answers its path. */
function goneChange (endpoint: Endpoint, now: readonly Route[], added: readonly Endpoint[]): EndpointChange {
  const { method, row } = endpoint
  const others = endpointsOf(now)
  // If an action answers at several places, its endpoint moved to the new one.
  const moved = [...added, ...others].filter((other) => answerText(other.row) === answerText(row))
  const target = moved.find((other) => other.method === method) ?? moved[0]
  const reached = reach(endpoint, now)
  const methods = others
    .filter((other) => pathShape(other.row.path) === pathShape(row.path))
    .map((other) => other.method)
  const condition = conditionText(row)
  const hints = [
    target === undefined
      ? ''
      : `${answerText(row)} answers ${target.method === method ? 'at' : target.method} ${target.row.path} now`,
    reached === undefined ? '' : `${answerText(reached)} of ${reached.path} answers it now`,
    methods.length === 0 || target?.row.path === row.path ? '' : `the path answers ${methods.join(', ')}`
  ]
  return {
    kind: 'links',
    endpoint,
    verb: IS,
    text: [
      `gone${condition === '' ? '' : ` for ${condition}`}`,
      ...hints.filter((hint) => hint !== '')
    ].join('; ')
  }
}

/** A new endpoint. It breaks links where another row with the same path shape answered before. */
function newChange (endpoint: Endpoint, before: readonly Route[], helper: string | undefined): Change {
  const { method, row } = endpoint
  const reached = reach(endpoint, before)
  const condition = conditionText(row)
  const parts = [answerText(row), helper ?? '', condition === '' ? '' : `for ${condition}`]
  const message = `${method} ${row.path}: ${parts.filter((part) => part !== '').join(', ')}`
  if (reached === undefined) return { kind: 'new', message, rows: [row] }
  return {
    kind: pathShape(reached.path) === pathShape(row.path) ? 'links' : 'new',
    message: `${message}; ${answerText(reached)} of ${reached.path} answered it before`,
    rows: [row]
  }
}

function pairChanges ({ before, now }: Pair): EndpointChange[] {
  return rowChanges(before.row, now.row, now.method).map((change) => ({ ...change, endpoint: now }))
}

/** The row of another table that answers at a path. */
function reach ({ method, row }: Endpoint, table: readonly Route[]): Route | undefined {
  // A variable's name serves as an id, which no word equals.
  const router = createRouter(table, (text) => text)
  return router.recognize(method, row.path.slice(1).split('/'), (ends) =>
    ends.find((end) => hasConditionsOf(row, end.route))
  )?.route
}

/** One line for all methods of a path with the same change. */
function gather (changes: readonly EndpointChange[]): Change[] {
  const groups = groupBy(changes, ({ kind, endpoint, text }) => `${kind} ${endpoint.row.path} ${text}`)
  return Array.from(groups.values(), (group) => {
    const { kind, endpoint, verb: [one, several], text } = group[0] as EndpointChange
    const methods = group.map((change) => change.endpoint.method).join(', ')
    const message = `${methods} ${endpoint.row.path} ${group.length === 1 ? one : several} ${text}`
    return { kind, message, rows: group.map((change) => change.endpoint.row) }
  })
}
