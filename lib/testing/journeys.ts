/** Sends the visitors through fresh apps: they look around, then each does the tasks of each journey. */

import { withApp } from './app.js'
import type { WatchedApp } from './app.js'
import { FEW_URLS, MOST_URLS, crawl, reach } from './crawl.js'
import { formFault } from './laws.js'
import type { Step } from './steps.js'
import { probe, submit, write } from './tasks.js'
import type { Journey } from './tasks.js'
import type { Visitor } from './visitor.js'
import type { Walk } from './walk.js'
import { createWorld } from './world.js'
import type { World } from './world.js'

/** What all visitors see in the first app of a walk, before and after they add records. */
export async function lookAround (walk: Walk, first: WatchedApp): Promise<readonly Step[]> {
  const world = createWorld(walk, first)
  const before = await crawlAll(world, 1)
  await world.fill(walk.listsOf(walk.rows.filter(({ method }) => method === 'GET')))
  const after = await crawlAll(world, MOST_URLS)
  const past = before.filter(({ outcome }) => outcome === 'past')
  const harmed = new Set(after.filter((step) => step.outcome === 'refused' && past.some(
    ({ visitor, url }) => visitor === step.visitor && url === step.url
  )).map(({ visitor }) => visitor))
  for (const name of harmed) {
    walk.unproved.add(`visitors.${name}: what others create takes rights from it; few pages were asked for`)
  }
  return [...before, ...after.filter(({ visitor }) => !harmed.has(visitor))]
}

/** All steps of a walk, after those in its first app. */
export async function travel (walk: Walk, before: readonly Step[]): Promise<readonly Step[]> {
  const steps = [...before]
  for (const journey of [write, submit, probe]) {
    for (const name of walk.names) steps.push(...await take(journey, walk, name, steps))
  }
  return steps
}

async function crawlAll (world: World, most: number): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const visitor of world.visitors.values()) {
    // A record that somebody has added may have ended the account.
    if (world.filled.size > 0 && !await visitor.canSignIn()) continue
    steps.push(...await crawl(world, visitor, most))
  }
  return steps
}

/**
 * The steps of a visitor on a journey. What fails after something else has changed the app is tried again in
 * a fresh one, so that what one request does to the next is no finding.
 */
async function take (journey: Journey, walk: Walk, name: string, before: readonly Step[]): Promise<Step[]> {
  const steps: Step[] = []
  const done = new Set<string>()

  /** Whether no task is left for another app. */
  async function round (watched: WatchedApp): Promise<boolean> {
    const world = createWorld(walk, watched)
    await crawlAll(world, FEW_URLS)
    const visitor = world.visitors.get(name) as Visitor
    let isChanged = false
    let isOver = true
    for (const { key, lists, run, unproved } of await journey(world, visitor, before)) {
      if (done.has(key)) continue
      await reach(world, visitor, lists)
      // What the app did before may have changed the account.
      if (!await visitor.canSignIn()) return false
      const taken = await run()
      const isSuccess = taken.some(isPast)
      if (!isSuccess && (isChanged || world.filled.size > lists.length)) {
        isOver = false
        continue
      }
      isChanged ||= isSuccess
      done.add(key)
      steps.push(...taken)
      if (taken.length === 0 && unproved !== undefined) walk.unproved.add(unproved)
    }
    return isOver
  }

  while (!await withApp(walk.createApp, round)) { /* What failed is tried again. */ }
  return steps
}

/** Whether a visitor got what they wanted; of what is odd, nobody wants anything. */
function isPast (step: Step): boolean {
  if (step.kind === 'form') return formFault(step) === undefined
  return step.kind === 'write' ? step.outcome === 'past' : step.kind === 'odd' || step.kind === 'unknown'
}
