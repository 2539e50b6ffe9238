/** Sends the visitors through fresh apps: they look around, then each does the tasks of each journey. */

import { withApp } from './app.js'
import type { WatchedApp } from './app.js'
import { crawl } from './crawl.js'
import type { Crawl } from './crawl.js'
import { formFault } from './laws.js'
import { isCreating } from './rows.js'
import { MOST_URLS, probe, submit, write } from './tasks.js'
import type { Journey } from './tasks.js'
import type { Visitor } from './visitor.js'
import type { Walk } from './walk.js'
import { createWorld } from './world.js'
import type { Step, World } from './world.js'

/** How many URLs of one row or path to look at before a journey. */
const FEW_URLS = 2

/** The steps of all visitors in the first app of a walk. */
export async function lookAround (walk: Walk, first: WatchedApp): Promise<readonly Step[]> {
  return (await explore(createWorld(walk, first), MOST_URLS)).flatMap((one) => one.steps)
}

/** All steps of a walk, after those in its first app. */
export async function travel (walk: Walk, seen: readonly Step[]): Promise<readonly Step[]> {
  const steps = [...seen]
  for (const journey of [write, submit, probe]) {
    for (const name of walk.names) steps.push(...await take(journey, walk, name, steps))
  }
  return steps
}

/** Lets each visitor look around, and again once each has added a record to each list. */
async function explore (world: World, most: number): Promise<readonly Crawl[]> {
  const { walk: { rows, open, sample }, visitors } = world
  const crawls: Crawl[] = []
  for (const visitor of visitors.values()) crawls.push(await crawl(world, visitor, 1))
  // The lists of programs have no links, and may be empty. Records come before those below them.
  const lists = rows.filter((row) => isCreating(row) && !open.includes(row.label))
  for (const row of lists.sort((one, other) => one.route.params.length - other.route.params.length)) {
    for (const visitor of visitors.values()) {
      const [url] = world.urlsOf(row)
      if (url === undefined) continue
      await visitor.signIn()
      await world.ask(visitor, { kind: 'write', method: row.method, url, row, body: sample(row) })
    }
  }
  for (const visitor of visitors.values()) crawls.push(await crawl(world, visitor, most))
  return crawls
}

/**
 * The steps of a visitor on a journey. What fails after something else has changed the app is tried again in
 * a fresh one, so that what one request does to the next is no finding.
 */
async function take (
  journey: Journey, walk: Walk, name: string, before: readonly Step[]
): Promise<readonly Step[]> {
  const steps: Step[] = []
  const done = new Set<string>()

  /** Whether no task is left for another app. */
  async function round (watched: WatchedApp): Promise<boolean> {
    const world = createWorld(walk, watched)
    const crawls = await explore(world, FEW_URLS)
    const visitor = world.visitors.get(name) as Visitor
    const { forms } = crawls.findLast((one) => one.visitor === visitor) as Crawl
    const tasks = journey(world, visitor, { forms, before }).filter(({ key }) => !done.has(key))
    await visitor.signIn()
    let isChanged = false
    let isOver = true
    for (const task of tasks) {
      // A task before it may have changed the account.
      if (!await canSignIn(visitor)) return false
      const taken = await task.run()
      const isSuccess = taken.some(isPast)
      if (isChanged && !isSuccess) {
        isOver = false
        continue
      }
      isChanged ||= isSuccess
      done.add(task.key)
      steps.push(...taken)
      if (taken.length === 0) walk.unproved.add(task.unproved)
    }
    return isOver
  }

  while (!await withApp(walk.createApp, round)) { /* What failed is tried again. */ }
  return steps
}

async function canSignIn ({ signIn }: Visitor): Promise<boolean> {
  try {
    await signIn()
    return true
  } catch {
    return false
  }
}

/** Whether a visitor got what they wanted; of what is odd, nobody wants anything. */
function isPast (step: Step): boolean {
  if (step.kind === 'form') return formFault(step) === undefined
  return step.kind === 'write' ? step.outcome === 'past' : step.kind === 'odd' || step.kind === 'unknown'
}
