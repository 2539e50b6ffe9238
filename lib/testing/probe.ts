/** The journey of odd ids and odd values. */

import { addQuery } from '../helpers/urls/query.js'
import { encodeId } from '../routes/ids.js'
import { isPast } from './outcome.js'
import { pathOf } from './rows.js'
import type { WalkRow } from './rows.js'
import type { Visitor } from './visitor.js'
import type { Journey, Walk } from './walk.js'
import { askerOf } from './world.js'
import type { Step, World } from './world.js'

const ODD_IDS = [
  '0',
  '-1',
  '2147483648',
  '9007199254740993',
  '9'.repeat(20),
  '1e3',
  '1.5',
  'ü',
  '%F0%9F%92%A5',
  '..%2f',
  '%00',
  "'",
  '%25',
  'a'.repeat(99),
  '__proto__',
  '00000000-0000-0000-0000-000000000000'
]

/** Those that no app gives to a record. */
export const UNKNOWN_IDS = [
  '9007199254740993',
  '2147483648',
  '9'.repeat(20),
  '00000000-0000-0000-0000-000000000000'
]

/** Odd ids, and odd values in valid bodies and queries, by someone who gets past the guards. */
export const probe: Journey = async (walk, before) => {
  const steps: Step[] = []
  let world = await walk.fresh()
  for (const { label } of world.rows.filter(({ headers }) => headers !== null)) {
    const name = userOf(walk, label, before)
    let questions = questionsOf(walk, world, label)
    for (let place = 0; place < questions.length; place++) {
      // The question before may have changed the account.
      const ready = await walk.ready(world, name)
      if (ready !== world) questions = questionsOf(walk, ready, label)
      world = ready
      const { kind, ...question } = questions[place] as Odd
      const visitor = world.visitors.get(name) as Visitor
      steps.push(await world.ask(await askerOf(visitor), question, { kind }))
    }
  }
  await world.close()
  return steps
}

/** The first who gets past the guards of a row; else the last visitor. */
function userOf (walk: Walk, label: string, before: readonly Step[]): string {
  const step = before.find((one) => one.row?.label === label && isPast(one, walk))
  return step?.visitor ?? walk.names.at(-1) as string
}

interface Odd extends Pick<Step, 'kind' | 'method' | 'url'> {
  readonly row: WalkRow
  readonly body?: unknown
}

function questionsOf (walk: Walk, world: World, label: string): readonly Odd[] {
  const row = world.rows.find((one) => one.label === label) as WalkRow
  const { method } = row
  const [url] = world.urlsOf(row)
  const body = walk.sample(row)
  const ids = oddUrls(world, row).map((odd): Odd => ({ ...odd, method, row, body }))
  if (walk.ignore?.test(row.route.path) === true || url === undefined) return ids
  const values = method === 'DELETE' ? [] : [...walk.sampler(row, 'body')?.odd(body) ?? []]
  const queries = method === 'GET' ? [...walk.sampler(row, 'querystring')?.odd({}) ?? []] : []
  return [
    ...ids,
    ...values.map((value): Odd => ({ kind: 'odd', method, url, row, body: value })),
    ...queries.map((query): Odd => ({ kind: 'odd', method, url: addQuery(url, query, []), row }))
  ]
}

/** URLs of a row with one odd id each. */
function oddUrls (world: World, row: WalkRow): Array<Pick<Step, 'kind' | 'url'>> {
  const variables = row.route.params
  const [first = []] = world.textsOf(row)
  const known = variables.map((_, place) => first[place] ?? '1')
  return variables.flatMap(({ of }, place) => ODD_IDS.flatMap((id) => {
    const texts = known.map((text, other) => other === place ? id : encodeId(text))
    const url = pathOf(row.route, texts)
    const kind = of !== null && UNKNOWN_IDS.includes(id) ? 'unknown' : 'odd'
    return world.rowAt(row.method, url) === row ? [{ kind, url } as const] : []
  }))
}
