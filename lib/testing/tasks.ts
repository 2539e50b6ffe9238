/** What a visitor tries on each journey: rows that write, forms, and what is odd. */

import { addQuery } from '../helpers/urls/query.js'
import { encodeId } from '../routes/ids.js'
import { remember } from '../routes/objects.js'
import { MOST_REDIRECTS, MOST_URLS, formsOn, kindOf, reach } from './crawl.js'
import type { ShownForm } from './crawl.js'
import { fillForm, guessValue } from './page.js'
import type { Field } from './page.js'
import { noId, pathOf, writingRows } from './rows.js'
import type { WalkRow } from './rows.js'
import type { Visitor } from './visitor.js'
import { STRANGER } from './walk.js'
import { redirectTarget } from './world.js'
import type { Question, Step, World } from './world.js'

export interface Task {
  /** Equal for a task in each app. */
  readonly key: string
  /** The rows that add the records that it needs. */
  readonly lists: readonly WalkRow[]
  readonly run: () => Promise<readonly Step[]>
  /** What to say if it takes no step. */
  readonly unproved: string
}

export interface Sights {
  /** The forms that the visitor was shown in the first app. */
  readonly forms: readonly ShownForm[]
  /** The steps of the journeys before. */
  readonly before: readonly Step[]
}

type Tasks = readonly Task[]

export type Journey = (world: World, visitor: Visitor, seen: Sights) => Tasks | Promise<Tasks>

/** Each row that writes, with a valid body. */
export const write: Journey = (world, visitor) => inOrder(writingRows(world.walk.rows).map((row) => ({
  key: row.label,
  method: row.method,
  lists: world.walk.listsOf([row]),
  unproved: noId(row.label),
  async run () {
    const steps: Step[] = []
    for (const url of world.urlsOf(row).slice(0, MOST_URLS)) {
      const question = { method: row.method, url, row, body: world.walk.sample(row) }
      const step = await world.ask(visitor, { kind: 'write', ...question })
      if (step.outcome === 'past') return [step]
      steps.push(step)
      await visitor.signIn()
    }
    const invalid = visitor.name === STRANGER ? invalidQuestions(world, row, steps) : []
    for (const question of invalid) steps.push(await world.ask(visitor, question))
    return steps
  }
})))

/** Those that need no records first, and deletions last. */
function inOrder<T extends Task & { readonly method: string }> (tasks: readonly T[]): readonly T[] {
  const weigh = ({ lists, method }: T): number => lists.length * 2 + Number(method === 'DELETE')
  return tasks.toSorted((one, other) => weigh(one) - weigh(other))
}

/** What a guard refuses before anything else looks at the body or the ids. */
function invalidQuestions (world: World, row: WalkRow, valid: readonly Step[]): readonly Question[] {
  const { method, schema, route: { params } } = row
  const [url] = world.urlsOf(row)
  if (url === undefined) return []
  const body = world.walk.sample(row)
  // An unknown id tells something where a guard refuses those that are known.
  const unknown = oddUrls(world, row, params.findLastIndex(({ of }) => of !== null))
    .filter(({ kind }) => kind === 'unknown' && valid.every(({ outcome }) => outcome === 'refused'))
    .slice(0, 1)
  return [
    ...(schema.body === undefined ? [] : [{ kind: 'empty', method, url, row, body: {} } as const]),
    ...unknown.map((odd) => ({ kind: 'unguarded', method, url: odd.url, row, body } as const))
  ]
}

/** Each form that a visitor is shown, once for each kind of page; a button on many pages is one. */
export const submit: Journey = (world, visitor, { forms }) => {
  const { walk, rowAt } = world
  const tasks = new Map<string, Task & { readonly method: string }>()
  for (const shown of forms) {
    const { form: { override: method, fields }, page, url } = shown
    if (walk.isIgnored(url)) continue
    const row = rowAt(method, url)
    const place = fields.every(({ isFixed }) => isFixed) ? '' : kindOf(world, page)
    const key = `${place} ${row?.label ?? `${method} ${url}`} ${fields.map(({ name }) => name).join(' ')}`
    remember(tasks, key, () => ({
      key,
      method,
      lists: walk.listsOf([rowAt('GET', page), row].filter((one) => one !== undefined)),
      unproved: `${row?.label ?? `${method} ${url}`}: its form is gone when ${page} is asked again`,
      run: async () => await submitForm(world, visitor, shown)
    }))
  }
  return inOrder([...tasks.values()])
}

async function submitForm (world: World, visitor: Visitor, wanted: ShownForm): Promise<readonly Step[]> {
  const { walk, ask } = world
  const found = await findForm(world, visitor, wanted)
  if (found === undefined) return []
  const { form, page, url } = found
  const method = form.override
  const row = world.rowAt(method, url)
  // A form names its values as a query does.
  const values = new URLSearchParams(addQuery('', row === undefined ? {} : walk.sample(row), []))
  const fill = (field: Field): string => field.value || (values.get(field.name) ?? guessValue(field))
  const payload = await fillForm(form, fill)
  const sent = await ask(visitor, { kind: 'form', method, url, row, payload, page, form })
  let last = sent
  for (let hops = 0; hops < MOST_REDIRECTS; hops++) {
    const target = redirectTarget(walk, last)
    if (target === undefined) break
    last = await ask(visitor, { kind: 'page', method: 'GET', url: target })
  }
  return [last === sent ? sent : { ...sent, next: last }]
}

/** The form on a fresh page of this app: another session has another token, and a record another id. */
async function findForm (world: World, visitor: Visitor, wanted: ShownForm): Promise<ShownForm | undefined> {
  const row = world.rowAt('GET', wanted.page)
  const others = row === undefined ? [] : world.urlsOf(row)
  for (const page of [...new Set([wanted.page, ...others])].slice(0, MOST_URLS)) {
    const { answer } = await world.ask(visitor, { kind: 'page', method: 'GET', url: page })
    const forms = answer.page === undefined ? [] : formsOn(world, page, answer.page)
    const same = forms.filter((one) => kindOfForm(world, one) === kindOfForm(world, wanted))
    const found = same.find(({ url }) => url === wanted.url) ?? same[0]
    if (found !== undefined) return found
  }
  return undefined
}

/** Equal for a form in each app. */
function kindOfForm (world: World, { form: { override, fields }, url }: ShownForm): string {
  return [world.rowAt(override, url)?.label, override, ...fields.map(({ name }) => name)].join(' ')
}

/** Odd ids, and odd values in valid bodies and queries, by the first who gets past the guards of a row. */
export const probe: Journey = async (world, visitor, { before }) => {
  const { rows, names, listsOf } = world.walk
  // An action may hide a record by 404 from who gets past the guards.
  const isHidden = ({ answer: { status } }: Step): number => Number(status >= 400)
  const users = new Map(
    before.filter(({ outcome }) => outcome === 'past').reverse()
      .sort((one, other) => isHidden(other) - isHidden(one))
      .map((step) => [step.row?.label, step.visitor])
  )
  const own = rows.filter(({ label }) => (users.get(label) ?? names.at(-1)) === visitor.name)
  await reach(world, visitor, listsOf(own))
  return own.flatMap((row) => oddQuestions(world, row).map((question, index): Task => ({
    key: `${row.label} ${index}`,
    lists: [],
    unproved: '',
    run: async () => [await world.ask(visitor, question)]
  })))
}

/** Each has one part that is odd. */
function oddQuestions (world: World, row: WalkRow): readonly Question[] {
  const { walk } = world
  const { method, route } = row
  const body = walk.sample(row)
  const ids = route.params
    .flatMap((_, place) => oddUrls(world, row, place))
    .map((odd) => ({ ...odd, method, row, body }))
  const [url] = world.urlsOf(row)
  if (url === undefined) return ids
  const odd = { kind: 'odd', method, url, row } as const
  const bodies = method === 'DELETE' ? [] : walk.sampler(row, 'body')?.odd(body) ?? []
  const names = [...walk.queries.get(row.label) ?? []]
  const seen = names.flatMap((name) => ODD_TEXTS.map((value) => ({ [name]: value })))
  const queries = method === 'GET' ? walk.sampler(row, 'querystring')?.odd({}) ?? seen : []
  return [
    ...ids,
    ...bodies.map((body) => ({ ...odd, body })),
    ...queries.map((query) => ({ ...odd, url: addQuery(url, query, []) }))
  ]
}

const ODD_IDS = [
  '0', '-1', '2147483648', '9007199254740993', '9'.repeat(20), '1e3', '1.5', 'ü', '%F0%9F%92%A5', '..%2f',
  '%00', "'", '%25', 'a'.repeat(99), '__proto__', '00000000-0000-0000-0000-000000000000'
]

/** For the names in queries that links and forms have, where no schema describes them. */
const ODD_TEXTS = ['', 'x', '0', '-1', '9'.repeat(20), "'", '([', '%', '\u0000', '💥']

/** For a variable whose pattern takes none of the unknown ones. */
const MORE_IDS = ['987654', 'no-such-record', 'missing', 'MISSING', 'f'.repeat(24)]

/** Those that no app gives to a record. */
const UNKNOWN_ID = /^(?:2147483648|9007199254740993|9{20}|0{8}-.*)$/

/** URLs of a row with an odd id in the place of one variable. */
function oddUrls (
  world: World, { route, method, label }: WalkRow, place: number
): ReadonlyArray<Pick<Question, 'kind' | 'url'>> {
  const variable = route.params[place]
  if (variable === undefined) return []
  const [known = []] = world.textsOf(route)
  const texts = route.params.map((_, other) => encodeId(known[other] ?? '1'))
  const urlsWith = (ids: readonly string[]): ReturnType<typeof oddUrls> => ids.flatMap((id) => {
    const url = pathOf(route, texts.with(place, id))
    const isUnknown = variable.of !== null && (UNKNOWN_ID.test(id) || MORE_IDS.includes(id))
    return world.rowAt(method, url)?.label === label ? [{ kind: isUnknown ? 'unknown' : 'odd', url }] : []
  })
  const urls = urlsWith(ODD_IDS)
  if (variable.of === null || urls.some(({ kind }) => kind === 'unknown')) return urls
  const more = urlsWith(MORE_IDS)
  if (more.length === 0) {
    world.walk.unproved.add(`${label}: no unknown id fits the pattern of ${variable.name}`)
  }
  return [...urls, ...more]
}
