/** The journey to the rows that write. */

import { encodeId } from '../routes/ids.js'
import { insist } from './insist.js'
import type { Attempt } from './insist.js'
import { isPast } from './outcome.js'
import { UNKNOWN_IDS } from './probe.js'
import { pathOf } from './rows.js'
import type { WalkRow } from './rows.js'
import type { Question, Visitor } from './visitor.js'
import type { Journey, Walk } from './walk.js'
import { askerOf, STRANGER, writingRows } from './world.js'
import type { Step, World } from './world.js'

/**
 * Each row that writes, with a valid body: by a stranger, who also tries what is invalid, and by each
 * visitor.
 */
export const write: Journey = async (walk) =>
  await insist(walk, {
    itemsOf: writingRows,
    keyOf: ({ label }) => label,
    attempt: async (world, visitor, row) => await writeRow(walk, world, visitor, row)
  })

const MOST_URLS = 8

async function writeRow (walk: Walk, world: World, visitor: Visitor, row: WalkRow): Promise<Attempt> {
  const urls = world.urlsOf(row)
  if (urls.length === 0) walk.unproved.add(`${row.label}: no id is known; name a path with one in start`)
  const isStranger = visitor.name === STRANGER
  const steps: Step[] = []
  for (const url of urls.slice(0, MOST_URLS)) {
    const step = await world.ask(
      await askerOf(visitor),
      { method: row.method, url, row, body: walk.sample(row) },
      { kind: 'write' }
    )
    steps.push(step)
    if (isPast(step, walk)) return { steps: [step], isDone: true }
    await visitor.signIn()
  }
  const [url] = urls
  if (isStranger && url !== undefined) {
    steps.push(...await tryGuards(world, visitor, row, { url, body: walk.sample(row) }))
  }
  return { steps, isDone: urls.length === 0 }
}

/** What a guard refuses before anything else looks at the body or the ids. */
async function tryGuards (
  world: World, stranger: Visitor, row: WalkRow, { url, body }: Pick<Question, 'url' | 'body'>
): Promise<Step[]> {
  const steps: Step[] = []
  if (row.schema.body !== undefined) {
    steps.push(await world.ask(stranger, { method: row.method, url, row, body: {} }, { kind: 'empty' }))
  }
  const place = row.route.params.findLastIndex(({ of }) => of !== null)
  const [texts = []] = world.textsOf(row)
  const known = texts.map(encodeId)
  // The path may be known without that id.
  const ids = known[place] === undefined ? [] : UNKNOWN_IDS
  const urls = ids.map((id) => pathOf(row.route, known.with(place, id)))
  const unknown = urls.find((one) => world.rowAt(row.method, one) === row)
  if (unknown !== undefined) {
    steps.push(
      await world.ask(stranger, { method: row.method, url: unknown, row, body }, { kind: 'unguarded' })
    )
  }
  return steps
}
