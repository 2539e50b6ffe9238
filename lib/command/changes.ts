/** Compares two trees: what breaks, and what is new. */

import { show } from '../text.js'
import { answerText } from '../routes/answer.js'
import { groupBy } from '../routes/group-by.js'
import { pathShape } from '../routes/path.js'
import { createRouter } from '../routes/router.js'
import { hasConditionsOf, methodsOf } from '../routes/sites.js'
import type { Method, Route } from '../../types/route.js'
import type { Change } from './change.js'
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

/** A change of an endpoint. Changes with the same path and text become one line. */
interface EndpointChange {
  readonly kind: Change['kind']
  readonly endpoint: Endpoint
  /** The verb after methods and path, for one method and for several. */
  readonly verb: readonly [one: string, several: string]
  readonly text: string
}

const IS = ['is', 'are'] as const
const TAKES = ['takes', 'take'] as const
const ANSWERS = ['answers', 'answer'] as const
const GETS = ['gets', 'get'] as const

/** The changes from one table to another, in the order of the tables. */
export function findChanges (before: readonly Route[], now: readonly Route[]): readonly Change[] {
  const { pairs, gone, added } = pairEndpoints(endpointsOf(before), endpointsOf(now))
  const helpers = newHelpers(before, now)
  const changes = [...gone.map((endpoint) => goneChange(endpoint, now, added)), ...pairs.flatMap(pairChanges)]
  const fresh = added.map((endpoint) => newChange(endpoint, before, helpers.find(({ row }) => row === endpoint.row)?.name))
  const addedRows = new Set(added.map(({ row }) => row))
  return [
    ...gather(changes),
    ...codeChanges(before, now),
    ...fresh,
    ...helpers.filter(({ row }) => !addedRows.has(row)).map(({ name, row }): Change => ({ kind: 'new', message: `${name} gives ${row.path}` }))
  ]
}

function endpointsOf (table: readonly Route[]): readonly Endpoint[] {
  const answered = methodsOf(table)
  return table.flatMap((row) => answered(row).map((method) => ({ method, row })))
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

function pairEndpoints (before: readonly Endpoint[], now: readonly Endpoint[]): { pairs: readonly Pair[], gone: readonly Endpoint[], added: readonly Endpoint[] } {
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
  const methods = others.filter((other) => pathShape(other.row.path) === pathShape(row.path)).map((other) => other.method)
  const condition = conditionText(row)
  const hints = [
    target === undefined ? '' : `${answerText(row)} answers ${target.method === method ? 'at' : target.method} ${target.row.path} now`,
    reached === undefined ? '' : `${answerText(reached)} of ${reached.path} answers it now`,
    methods.length === 0 || target?.row.path === row.path ? '' : `the path answers ${methods.join(', ')}`
  ]
  return { kind: 'links', endpoint, verb: IS, text: [`gone${condition === '' ? '' : ` for ${condition}`}`, ...hints.filter((hint) => hint !== '')].join('; ') }
}

/** A new endpoint. It breaks links where another row with the same path shape answered before. */
function newChange (endpoint: Endpoint, before: readonly Route[], helper: string | undefined): Change {
  const { method, row } = endpoint
  const reached = reach(endpoint, before)
  const condition = conditionText(row)
  const message = `${method} ${row.path}: ${answerText(row)}${helper === undefined ? '' : `, ${helper}`}${condition === '' ? '' : `, for ${condition}`}`
  if (reached === undefined) return { kind: 'new', message }
  return {
    kind: pathShape(reached.path) === pathShape(row.path) ? 'links' : 'new',
    message: `${message}; ${answerText(reached)} of ${reached.path} answered it before`
  }
}

/** The row of another table that answers at a path. */
function reach ({ method, row }: Endpoint, table: readonly Route[]): Route | undefined {
  // A variable's name serves as an id, which no word equals.
  return createRouter(table, (text) => text).recognize(method, row.path.slice(1).split('/'), (ends) => ends.find((end) => hasConditionsOf(row, end.route)))?.route
}

/** The changes of one endpoint. */
function pairChanges ({ before, now }: Pair): EndpointChange[] {
  return [...targetChanges(before, now), ...idChanges(before, now), ...optionalChanges(before, now), ...formatChanges(before, now)]
}

function targetChanges (before: Endpoint, now: Endpoint): EndpointChange[] {
  const changes: EndpointChange[] = []
  if (answerText(before.row) !== answerText(now.row)) {
    changes.push({ kind: 'code', endpoint: now, verb: IS, text: `answered by ${answerText(now.row)} now, by ${answerText(before.row)} before` })
  }
  const [old, current] = [constantText(before.row, now.row), constantText(now.row, before.row)]
  if (old !== current) changes.push({ kind: 'code', endpoint: now, verb: GETS, text: `${current === '' ? 'no constant parameters' : current} now, ${old === '' ? 'none' : old} before` })
  const [was, is] = [conditionText(before.row), conditionText(now.row)]
  if (was !== is) {
    const text = `answered ${is === '' ? 'under all conditions' : `only for ${is}`} now${was === '' ? '' : `, for ${was} before`}`
    changes.push({ kind: is === '' ? 'new' : 'links', endpoint: now, verb: IS, text })
  }
  if (!before.row.api && now.row.api && ['PUT', 'PATCH', 'DELETE'].includes(now.method)) {
    changes.push({ kind: 'links', endpoint: now, verb: IS, text: 'forms can no longer reach it: an api tree has no _method' })
  }
  return changes
}

function idChanges (before: Endpoint, now: Endpoint): EndpointChange[] {
  const [old, current] = [requirementsOf(before.row), requirementsOf(now.row)]
  return now.row.params.flatMap((variable, place): EndpointChange[] => {
    const [was, is] = [old[place], current[place]]
    if (is === was) return []
    if (is === undefined) return [{ kind: 'new', endpoint: now, verb: TAKES, text: `any ${variable} now, /${was as string}/ before` }]
    return [{ kind: 'links', endpoint: now, verb: TAKES, text: `only /${is}/ as ${variable} now, ${was === undefined ? 'any id' : `/${was}/`} before` }]
  })
}

function optionalChanges (before: Endpoint, now: Endpoint): EndpointChange[] {
  const missing = (one: Endpoint, other: Endpoint): string => Object.keys(one.row.optional).slice(0, -Object.keys(other.row.optional).length || undefined).map((variable) => `:${variable}`).join(', ')
  const [lost, gained] = [missing(before, now), missing(now, before)]
  return [
    ...lost === '' ? [] : [{ kind: 'links', endpoint: now, verb: ANSWERS, text: `no request without ${lost} now` } as const],
    ...gained === '' ? [] : [{ kind: 'new', endpoint: now, verb: ANSWERS, text: `without ${gained} now` } as const]
  ]
}

function formatChanges (before: Endpoint, now: Endpoint): EndpointChange[] {
  const [was, is] = [before.row.formats, now.row.formats]
  const lost = was.filter((format) => !is.includes(format))
  const gained = is.filter((format) => !was.includes(format))
  const changes: EndpointChange[] = []
  if (lost.length > 0) changes.push({ kind: 'links', endpoint: now, verb: TAKES, text: `no ${lost.join(', ')} as format now` })
  if (was.length === 0 && is.length > 0 && now.row.params.length > 0) {
    changes.push({ kind: 'links', endpoint: now, verb: TAKES, text: 'no id with a dot now, since a dot begins a format' })
  }
  if (before.row.needsFormat !== now.row.needsFormat) {
    changes.push(now.row.needsFormat
      ? { kind: 'links', endpoint: now, verb: ANSWERS, text: 'no request without an extension now' }
      : { kind: 'new', endpoint: now, verb: ANSWERS, text: 'without an extension now' })
  }
  if (gained.length > 0) changes.push({ kind: 'new', endpoint: now, verb: TAKES, text: `${gained.join(', ')} as format now` })
  return changes
}

/** One line for all methods of a path with the same change. */
function gather (changes: readonly EndpointChange[]): Change[] {
  const groups = groupBy(changes, ({ kind, endpoint, text }) => `${kind} ${endpoint.row.path} ${text}`)
  return Array.from(groups.values(), (group) => {
    const { kind, endpoint, verb: [one, several], text } = group[0] as EndpointChange
    return { kind, message: `${group.map((change) => change.endpoint.method).join(', ')} ${endpoint.row.path} ${group.length === 1 ? one : several} ${text}` }
  })
}

function requirementsOf ({ params, requirements }: Route): ReadonlyArray<string | undefined> {
  return params.map((variable) => requirements[variable])
}

function conditionText ({ conditions }: Route): string {
  return textOf(conditions)
}

/** The constant parameters, and what stands for variables that both rows may miss. */
function constantText ({ defaults, optional, format }: Route, other: Route): string {
  return textOf({ ...defaults, ...format !== null && { format }, ...Object.fromEntries(Object.entries(optional).filter(([name, text]) => text !== null && name in other.optional)) })
}

function textOf (values: Route['conditions']): string {
  return Object.entries(values).map(([name, value]) => `${name}: ${show(value)}`).sort().join(', ')
}
