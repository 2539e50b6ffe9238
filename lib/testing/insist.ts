/** Tries again in fresh apps what fails, so that what one request does to the next is no finding. */

import type { Visitor } from './visitor.js'
import type { ExploredWorld, Walk } from './walk.js'
import type { Step } from './world.js'

export interface Attempt {
  readonly steps: readonly Step[]
  readonly isDone: boolean
  /** Why nothing was tried. */
  readonly unproved?: string
}

interface Task<T> {
  /** What a visitor tries. */
  readonly itemsOf: (world: ExploredWorld, name: string) => readonly T[]
  /** Equal for an item in each app. */
  readonly keyOf: (item: T) => string
  readonly attempt: (world: ExploredWorld, visitor: Visitor, item: T) => Promise<Attempt>
}

/**
 * Each visitor tries each item; what fails after something else has changed the app, again in a fresh one.
 */
export async function insist<T> (walk: Walk, task: Task<T>): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const name of walk.names) steps.push(...await insistAs(name, walk, task))
  return steps
}

async function insistAs<T> (
  name: string, walk: Walk, { itemsOf, keyOf, attempt }: Task<T>
): Promise<readonly Step[]> {
  const steps: Step[] = []
  const done = new Set<string>()
  for (;;) {
    let world = await walk.fresh()
    const left = itemsOf(world, name).filter((item) => !done.has(keyOf(item)))
    let isChanged = false
    for (const item of left) {
      world = await walk.ready(world, name)
      const visitor = world.visitors.get(name) as Visitor
      const { steps: taken, isDone, unproved } = await attempt(world, visitor, item)
      if (!isDone && isChanged) continue
      isChanged ||= isDone
      done.add(keyOf(item))
      steps.push(...taken)
      if (unproved !== undefined) walk.unproved.add(unproved)
    }
    await world.close()
    if (left.every((item) => done.has(keyOf(item)))) return steps
  }
}
