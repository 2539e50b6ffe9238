/** What all journeys of a walk share. */

import { remember } from '../routes/objects.js'
import type { WalkOptions } from '../../types/testing.js'
import { FIRST, SECOND, crawl } from './crawl.js'
import type { Crawl, Depth } from './crawl.js'
import type { Refusals } from './outcome.js'
import { isCreating } from './rows.js'
import type { WalkRow } from './rows.js'
import { createSampler } from './samples.js'
import type { Sampler } from './samples.js'
import type { Visitor } from './visitor.js'
import type { CreateApp } from './watch.js'
import { STRANGER, askerOf, createWorld, writingRows } from './world.js'
import type { Step, World } from './world.js'

/** A world with what each visitor has seen last, by name. */
export interface ExploredWorld extends World {
  readonly crawls: ReadonlyMap<string, Crawl>
}

export interface Walk extends Refusals {
  /** Of all visitors, the stranger first. */
  readonly names: readonly string[]
  readonly open: readonly string[]
  readonly ignore: RegExp | undefined
  /** A new app, whose visitors have looked around and added a record to each list. */
  readonly fresh: (depth?: Depth) => Promise<ExploredWorld>
  /** The app, or a fresh one if the visitor cannot log in any more. */
  readonly ready: (world: ExploredWorld, visitor: string) => Promise<ExploredWorld>
  /** A valid body for a row; undefined if it takes none, or none is found. */
  readonly sample: (row: WalkRow) => unknown
  readonly sampler: (row: WalkRow, part: 'body' | 'querystring') => Sampler | null
  /** What no request can show. */
  readonly unproved: Set<string>
}

/** Gets the steps of the journeys before it. */
export type Journey = (walk: Walk, before: readonly Step[]) => Promise<readonly Step[]>

export function createWalk (createApp: CreateApp, options: WalkOptions): Walk {
  const { visitors = {}, open = [], start = [], ignore, bodies = {} } = options
  const unproved = new Set<string>()
  const samplers = {
    body: new WeakMap<WalkRow, Sampler | null>(),
    querystring: new WeakMap<WalkRow, Sampler | null>()
  }
  const exploring = { start: ['/', ...start], ignore, assets: new Set<string>() }
  let made = 0

  function sampler (row: WalkRow, part: 'body' | 'querystring'): Sampler | null {
    return remember(samplers[part], row, () => createSampler(row, part))
  }

  function sample (row: WalkRow): unknown {
    if (Object.hasOwn(bodies, row.label)) return bodies[row.label]
    if (row.schema.body === undefined) return undefined
    const value = sampler(row, 'body')?.plain(++made)
    if (value === undefined) {
      unproved.add(`${row.label}: no valid body was found from its schema; give one in bodies`)
    }
    return value
  }

  async function explore (world: World, depth: Depth): Promise<ReadonlyMap<string, Crawl>> {
    const crawls = new Map<string, Crawl>()
    for (const [name, visitor] of world.visitors) {
      crawls.set(name, await crawl(world, visitor, exploring, depth))
    }
    return crawls
  }

  async function fresh (depth = SECOND): Promise<ExploredWorld> {
    const world = await createWorld(createApp, options)
    await explore(world, FIRST)
    // The lists of programs have no links, and may be empty.
    const rows = writingRows(world).filter((row) => isCreating(row) && !open.includes(row.label))
    for (const row of rows.sort((one, other) => one.route.params.length - other.route.params.length)) {
      for (const visitor of world.visitors.values()) await create(world, visitor, row)
    }
    return { ...world, crawls: await explore(world, depth) }
  }

  async function create (world: World, visitor: Visitor, row: WalkRow): Promise<void> {
    const [url] = world.urlsOf(row)
    if (url === undefined) return
    await visitor.signIn()
    await world.ask(
      await askerOf(visitor),
      { method: row.method, url, row, body: sample(row) },
      { kind: 'create' }
    )
  }

  async function ready (world: ExploredWorld, name: string): Promise<ExploredWorld> {
    try {
      await world.visitors.get(name)?.signIn()
      return world
    } catch {
      await world.close()
      return await fresh()
    }
  }

  return {
    names: [STRANGER, ...Object.keys(visitors)],
    open,
    ignore,
    logIn: Object.values(visitors).map(({ page }) => page).filter((page) => page !== undefined),
    fresh,
    ready,
    sample,
    sampler,
    unproved
  }
}
