/** What a visitor tries on each journey: rows that write, forms, and what is odd. */

import { addQuery, encodeIds, groupBy, isWriting } from '../tools.js'
import { MOST_REDIRECTS, MOST_URLS, kindOf, reach } from './crawl.js'
import { formEntries } from './sample-files.js'
import { fillForm, guessValue, openNames } from './page.js'
import type { Field, PageForm } from './page.js'
import type { RouteParam } from '../../types/route.js'
import type { WalkRow } from './walk-rows.js'
import { formFault } from './laws.js'
import { isRedirect, labelOf, pathOf } from './steps.js'
import type { Question, Step } from './steps.js'
import type { Visitor } from './visitor.js'
import { STRANGER } from './create-walk.js'
import type { Walk } from './create-walk.js'
import type { World } from './world.js'

export interface Task {
  /** Equal for a task in each app. */
  readonly key: string
  readonly method: string
  /** The rows that add the records that it needs. */
  readonly lists: readonly WalkRow[]
  readonly run: () => Promise<readonly Step[]>
  /** What to say if it takes no step. */
  readonly unproved?: string
}

/** `before` has the steps of all visitors on the journeys before. */
export type Journey = (
  world: World, visitor: Visitor, before: readonly Step[]
) => readonly Task[] | Promise<readonly Task[]>

/** Each row that no link leads to, with a valid body. */
export const write: Journey = (world, visitor) =>
  world.walk.rows.filter(({ method }) => method !== 'GET').map((row) => ({
    key: row.label,
    method: row.method,
    lists: world.walk.listsOf([row]),
    run: async () => await writeRow(world, visitor, row)
  }))

async function writeRow (world: World, visitor: Visitor, row: WalkRow): Promise<readonly Step[]> {
  const { method } = row
  const kind = isWriting(method) ? 'write' : 'page'
  const steps: Step[] = []
  for (const url of world.urlsOf(row).slice(0, MOST_URLS)) {
    const step = await visitor.ask({ kind, method, url, row, body: world.walk.sample(row) })
    if (step.outcome === 'past') return [step, ...await followWrite(world, visitor, step)]
    steps.push(step)
    // The app may have ended the session.
    await visitor.canSignIn()
  }
  const isGuarded = kind === 'write' && visitor.name === STRANGER
  for (const question of isGuarded ? invalidQuestions(world, row, steps) : []) {
    await visitor.signIn()
    steps.push(await visitor.ask(question))
  }
  return steps
}

/** Where a row leads that no form may send. */
async function followWrite (
  { walk }: World, visitor: Visitor, step: Step
): Promise<readonly Step[]> {
  const { answer, target: url, row } = step
  const isPage = isRedirect(answer) && !keepsMethod(answer)
  if (!isPage || url === undefined || walk.isIgnored(url)) return []
  const next = walk.rowAt('GET', url, row?.headers)
  return [await visitor.ask({ kind: 'link', method: 'GET', url, page: labelOf(step), row: next })]
}

/** Whether the same goes to another place. */
function keepsMethod ({ status }: Step['answer']): boolean {
  return status === 307 || status === 308
}

/** What a guard refuses before anything else looks at the body, the query or the ids. */
function invalidQuestions (world: World, row: WalkRow, valid: readonly Step[]): readonly Question[] {
  const [first] = valid
  if (first === undefined) return []
  const { method, url, body } = first
  const questions: Question[] = []
  if (row.schema.body !== undefined) questions.push({ kind: 'empty', method, url, row, body: {} })
  const query = row.query?.invalid()
  if (query !== undefined) {
    questions.push({ kind: 'queried', method, url: addQuery(pathOf(url), query, []), row, body })
  }
  // An unknown id tells something where a guard refuses those that are known.
  if (valid.every(({ outcome }) => outcome === 'refused')) {
    const unknown = row.route.params.flatMap((_, place) =>
      oddUrls(world, row, place).filter(({ kind }) => kind === 'unknown').slice(0, 1)
    )
    questions.push(...unknown.map(({ url }): Question => ({ kind: 'unguarded', method, url, row, body })))
  }
  return questions
}

/** Each form that a visitor is shown, once for each kind of page; a button on many pages is one. */
export const submit: Journey = (world, visitor, before) => {
  const { walk } = world
  const pages = before.filter(
    (step) => step.visitor === visitor.name && step.method === 'GET' && step.answer.status < 400
  )
  const seen = new Set(pages.map(({ url }) => url))
  const forms = pages.flatMap(({ shown }) => shown?.forms ?? [])
    .filter(({ method, url }) => method !== 'GET' && !walk.isIgnored(url))
  const keyOf = (form: PageForm): string => {
    const place = openNames(form) === '' ? '' : kindOf(walk, form.page)
    return `${place} ${kindOfForm(walk, form)} ${walk.rowAt(form.method, form.url) === undefined ? form.url : ''}`
  }
  return Array.from(groupBy(forms, keyOf), ([key, same]) => {
    const [form] = same as [PageForm]
    const { method, url, page } = form
    const row = walk.rowAt(method, url)
    return {
      key,
      method,
      lists: walk.listsOf([walk.rowAt('GET', page), row].filter((one) => one !== undefined)),
      unproved: `${labelOf({ method, url, row })}: its form is gone when ${page} is asked again`,
      run: async () => await submitForm(world, visitor, form, seen)
    }
  })
}

/** Follows the links of the page that answers, too, unless the visitor has seen them. */
async function submitForm (
  { walk, urlsOf }: World, visitor: Visitor, wanted: PageForm, seen: ReadonlySet<string>
): Promise<readonly Step[]> {
  const [first] = await send('form')
  if (first === undefined) return []
  let [sent, last] = [first, first]
  for (let hops = 0; hops < MOST_REDIRECTS; hops++) {
    const target = redirectOf(last)
    if (target === undefined) break
    const isSame = last === sent && keepsMethod(last.answer)
    last = await (isSame ? visitor.ask({ ...sent, url: target, row: undefined }) : visitor.look(target))
    if (isSame) sent = last
  }
  const step = {
    ...sent,
    ...(last !== sent && { next: last }),
    ...(redirectOf(last) !== undefined && {
      fault: `leads to ${first.target as string}, which redirects for ever`
    })
  }
  const steps = [step]
  const links = last.shown?.links ?? []
  // A place in the page itself is there already.
  const fresh = links.filter((link) => link !== last.url && !seen.has(link) && !walk.isIgnored(link))
  for (const url of fresh.slice(0, MOST_URLS)) {
    steps.push(await visitor.ask({ kind: 'link', method: 'GET', url, page: last.url }))
  }
  if (formFault(step) === undefined && openNames(wanted) !== '' && await visitor.canSignIn()) {
    steps.push(...await send('blank'))
  }
  return steps

  /** Where a redirect leads that the walk follows. */
  function redirectOf ({ answer, target }: Step): string | undefined {
    return isRedirect(answer) && target !== undefined && !walk.isIgnored(target) ? target : undefined
  }

  /** `blank`: as a person sends it who fills in nothing. Gives no step if the form is gone. */
  async function send (kind: 'form' | 'blank'): Promise<readonly Step[]> {
    const form = await findForm()
    if (form === undefined) return []
    const { method, url, page } = form
    const payload = fillForm(form, kind === 'form' ? filler(walk, walk.rowAt(method, url)) : () => '')
    return [await visitor.ask({ kind, method, url, payload, page, form })]
  }

  /** That on a fresh page of this app: another session has another token, and a record another id. */
  async function findForm (): Promise<PageForm | undefined> {
    const row = walk.rowAt('GET', wanted.page)
    const others = row === undefined ? [] : urlsOf(row)
    for (const page of [...new Set([wanted.page, ...others])].slice(0, MOST_URLS)) {
      const { shown } = await visitor.look(page)
      const same = shown?.forms.filter((one) => kindOfForm(walk, one) === kindOfForm(walk, wanted)) ?? []
      const found = same.find(({ url }) => url === wanted.url) ?? same[0]
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** Fills in what the page leaves open. */
function filler (walk: Walk, row: WalkRow | undefined): (field: Field) => string | File {
  const values = new Map(formEntries(row === undefined ? {} : walk.sample(row)))
  return (field) => field.value || (values.get(field.name) ?? guessValue(field))
}

/** Equal for a form in each app. */
function kindOfForm ({ rowAt }: Walk, { method, fields, url }: PageForm): string {
  return [rowAt(method, url)?.label, method, ...fields.map(({ name }) => name)].join(' ')
}

/** Odd ids, and odd values in valid bodies and queries, by the first who gets past the guards of a row. */
export const probe: Journey = async (world, visitor, before) => {
  const { rows, names, listsOf } = world.walk
  const stepsOf = groupBy(before, ({ row }) => row)
  const assigned = rows.filter((row) => {
    const past = stepsOf.get(row)?.filter(({ outcome }) => outcome === 'past')
    // An action may hide a record by 404 from who gets past the guards.
    const user = past?.find(({ answer: { status } }) => status < 400) ?? past?.[0]
    return (user?.visitor ?? names.at(-1)) === visitor.name
  })
  await reach(world, visitor, assigned.flatMap((row) => listsOf([row])))
  return assigned.flatMap((row) =>
    oddQuestions(world, row, stepsOf.get(row) ?? []).map((question, index): Task => ({
      key: `${row.label} ${index}`,
      method: row.method,
      lists: [],
      run: async () => [await visitor.ask(question)]
    }))
  )
}

/** Each has one part that is odd. */
function oddQuestions (world: World, row: WalkRow, before: readonly Step[]): readonly Question[] {
  const { method, query } = row
  const body = world.walk.sample(row)
  const ids = row.route.params
    .flatMap((_, place) => oddUrls(world, row, place))
    .map((odd) => ({ ...odd, method, row, body }))
  const [url] = world.urlsOf(row)
  if (url === undefined || method === 'DELETE') return ids
  const odd = { kind: 'odd', method, url, row, body } as const
  const bodies = row.body?.odd(body) ?? []
  const untold = method === 'GET' ? oddQueries(before) : []
  const queries = query?.odd(query.needed()).map((one) => addQuery('', one, [])) ?? untold
  return [
    ...ids,
    ...bodies.map((body) => ({ ...odd, body })),
    ...queries.map((query) => ({ ...odd, url: pathOf(url) + query }))
      .filter(({ url }) => !world.walk.isIgnored(url))
  ]
}

/** With the names that links and forms have, where no schema describes them. */
function oddQueries (steps: readonly Step[]): readonly string[] {
  const queries = steps.map(({ url }) => new URLSearchParams(url.replace(/^[^?]*/, '')))
  const names = new Set(queries.flatMap((query) => [...query.keys()]))
  return [...names].flatMap((name) => [
    ...ODD_TEXTS.map((text) => addQuery('', { [name]: text }, [])),
    // A list, where most actions think of a text.
    `?${String(new URLSearchParams([[name, 'x'], [name, 'y']]))}`
  ])
}

const ODD_IDS = [
  '0', '-1', '1e3', '1.5', 'ü', '%F0%9F%92%A5', '..%2f', '%00', "'", '%25', 'a'.repeat(99), '__proto__'
]

/** Those that no app gives to a record. */
const UNKNOWN_IDS = [
  '2147483648', '9007199254740993', '9'.repeat(20), '00000000-0000-0000-0000-000000000000'
]

/** For a variable whose pattern takes none of these. */
const MORE_IDS = ['987654', 'no-such-record', 'missing', 'MISSING', 'f'.repeat(24)]

const ODD_TEXTS = ['', 'x', '0', '-1', '9'.repeat(20), "'", '([', '%', '\u0000', '💥']

type OddUrl = Pick<Question, 'kind' | 'url'>

/** URLs of a row with an odd id in the place of one variable. */
function oddUrls ({ walk, textsOf }: World, row: WalkRow, place: number): readonly OddUrl[] {
  const { params, path } = row.route
  const variable = params[place] as RouteParam
  const [known = []] = textsOf(row)
  const texts = encodeIds(path, params.map((_, other) => known[other] ?? '1'))
  const urlsWith = (kind: Question['kind'], ids: readonly string[]): OddUrl[] => ids
    .map((id) => ({ kind, url: walk.address.urlOf(row, texts.with(place, id)) }))
    .filter(({ url }) => walk.rowAt(row.method, url, row.headers) === row && !walk.isIgnored(url))
  const odd = urlsWith('odd', ODD_IDS)
  if (variable.of === null) return [...odd, ...urlsWith('odd', UNKNOWN_IDS)]
  const [unknown] = [UNKNOWN_IDS, MORE_IDS].map((ids) => urlsWith('unknown', ids))
    .filter((urls) => urls.length > 0)
  if (unknown === undefined) {
    walk.unproved.add(`${row.label}: no unknown id fits the pattern of ${variable.name}`)
  }
  return [...odd, ...unknown ?? []]
}
