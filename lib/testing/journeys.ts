/** What the walk asks for: each journey sends requests to fresh apps, and gives its steps. */

import { THOROUGH } from './crawl.js'
import { probe } from './probe.js'
import { submit } from './submit.js'
import type { Journey } from './walk.js'
import { write } from './write.js'

/** All that visitors are shown. */
const visit: Journey = async (walk) => {
  const world = await walk.fresh(THOROUGH)
  await world.close()
  return [...world.crawls.values()].flatMap(({ steps }) => steps)
}

export const JOURNEYS: readonly Journey[] = [visit, write, submit, probe]
