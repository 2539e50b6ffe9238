/** Sends the visitors through fresh apps: they look around, then each does the tasks of each journey. */

import { withApp } from './watched-app.js'
import type { WatchedApp } from './watched-app.js'
import { FEW_URLS, MOST_URLS, crawl, reach } from './crawl.js'
import { formFault } from './laws.js'
import { labelOf } from './steps.js'
import type { Step } from './steps.js'
import { probe, submit, write } from './tasks.js'
import type { Journey, Task } from './tasks.js'
import type { Visitor } from './visitor.js'
import type { Walk } from './create-walk.js'
import { createWorld } from './world.js'

/** What all visitors see in the first app of a walk, before and after they add records. */
export async function lookAround (walk: Walk, first: WatchedApp): Promise<readonly Step[]> {
  const world = createWorld(walk, first)
  const before = await crawl(world, 1)
  await world.fill(walk.listsOf(walk.rows.filter(({ method }) => method === 'GET')))
  const after = await crawl(world, MOST_URLS)
  const placeOf = (step: Step): string => `${step.visitor} ${step.url} ${labelOf(step)}`
  const past = new Set(before.filter(({ outcome }) => outcome === 'past').map(placeOf))
  const harmed = walk.names.filter((name) => {
    const steps = after.filter(({ visitor }) => visitor === name)
    return steps.length === 0 || steps.some((step) => step.outcome === 'refused' && past.has(placeOf(step)))
  })
  for (const name of harmed) {
    walk.unproved.add(`visitors.${name}: what others create takes rights from it; few pages were asked for`)
  }
  return [...before, ...after.filter(({ visitor }) => !harmed.includes(visitor))]
}

/** All steps of a walk, after those in its first app. */
export async function travel (walk: Walk, before: readonly Step[]): Promise<readonly Step[]> {
  const steps = [...before]
  for (const journey of [write, submit, probe]) {
    for (const name of walk.names) steps.push(...await take(journey, walk, name, steps))
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
    await crawl(world, FEW_URLS)
    const visitor = world.visitors.get(name) as Visitor
    let isChanged = false
    let isOver = true
    for (const { key, lists, run, unproved } of inOrder(await journey(world, visitor, before))) {
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

  let [isOver, size] = [false, -1]
  while (!isOver && done.size > size) {
    size = done.size
    isOver = await withApp(walk.createApp, round)
  }
  if (!isOver) {
    walk.unproved.add(
      `visitors.${name}: its account ends in each app, and not all was asked for; name a link that ends it in ignore`
    )
  }
  return steps
}

/** Those that need no records first, and deletions last. */
function inOrder (tasks: readonly Task[]): readonly Task[] {
  const weigh = ({ lists, method }: Task): number => lists.length * 2 + Number(method === 'DELETE')
  return tasks.toSorted((one, other) => weigh(one) - weigh(other))
}

/** Whether a visitor got what they wanted; of what is odd, nobody wants anything. */
function isPast (step: Step): boolean {
  if (step.kind === 'form') return formFault(step) === undefined
  const isAsked = step.kind === 'write' || step.kind === 'page'
  return isAsked ? step.outcome === 'past' : step.kind === 'odd' || step.kind === 'unknown'
}
