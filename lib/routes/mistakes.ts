/** Mistakes of a tree or of a startup: collected at their places, so that one error lists them all. */

import { createError } from '../errors.js'
import { groupBy, remember } from './objects.js'

type ListingCode = 'FST_RESOURCES_DECLARATION' | 'FST_RESOURCES_CONTROLLERS' | 'FST_RESOURCES_ROUTE'

/** What one mistake may have besides its words. */
interface Details {
  /** A row that shows it; its text names all rows that do. */
  readonly row?: string
  /** The error that it comes from. */
  readonly cause?: unknown
}

interface Mistake {
  /** The block that contains it; `''` for the tree itself. */
  readonly block: string
  readonly text: string
  readonly rows: Set<string>
}

/** What all places share. */
interface Collected {
  /** By place and words, since several paths may show the same mistake. */
  readonly mistakes: Map<string, Mistake>
  readonly causes: unknown[]
  /** How often one was added. */
  count: number
}

interface Position {
  /** The declaration whose block contains it. */
  readonly block: string
  /** What its mistakes begin with. */
  readonly prefix: string
}

/** A collector at a place: the text of what is added there begins with the place. */
export class Mistakes {
  /** The declaration: `resources('posts') > resources('comments')`; `''` at the top. */
  readonly where: string
  readonly #place: Position
  readonly #collected: Collected

  constructor (
    where = '', place: Position = { block: '', prefix: '' },
    collected: Collected = { mistakes: new Map(), causes: [], count: 0 }
  ) {
    this.where = where
    this.#place = place
    this.#collected = collected
  }

  /** How many were added, at all places. */
  get count (): number {
    return this.#collected.count
  }

  /** At a declaration in the block of this one: `resources('posts') > resources('comments'): …`. */
  inside (call: string): Mistakes {
    const { where: block } = this
    const where = block === '' ? call : `${block} > ${call}`
    return new Mistakes(where, { block, prefix: `${call}: ` }, this.#collected)
  }

  /** At a part of the same declaration: `resources('posts'): only: …`. */
  at (part: string): Mistakes {
    const { block, prefix } = this.#place
    return new Mistakes(this.where, { block, prefix: `${prefix}${part}: ` }, this.#collected)
  }

  /** Adds one, unless it is here already. */
  add (words: string, { row, cause }: Details = {}): void {
    const { mistakes, causes } = this.#collected
    const { block, prefix } = this.#place
    const text = prefix + words
    this.#collected.count++
    const mistake = remember(mistakes, `${block} > ${text}`, () => {
      if (cause !== undefined) causes.push(cause)
      return { block, text, rows: new Set<string>() }
    })
    if (row !== undefined) mistake.rows.add(row)
  }

  /** Throws one error that lists the mistakes of all places, if there are any. */
  throwIfAny (code: ListingCode): void {
    const { mistakes, causes } = this.#collected
    if (mistakes.size === 0) return
    const texts = Array.from(groupBy([...mistakes.values()], withRows).entries(), joinBlocks)
    const cause = causes.length === 1 ? causes[0] : new AggregateError(causes)
    throw createError(code, [texts], causes.length === 0 ? {} : { cause })
  }
}

function withRows ({ text, rows }: Mistake): string {
  return rows.size === 0 ? text : `${text}: ${[...rows].join(', ')}`
}

/** A mistake of a block that several parents share, once: `… (in resources('posts'), resources('tags'))`. */
function joinBlocks ([text, mistakes]: readonly [string, readonly Mistake[]]): string {
  const blocks = mistakes.map(({ block }) => block)
  if (blocks.length > 1) return `${text} (in ${blocks.map((block) => block || 'the tree itself').join(', ')})`
  return blocks[0] === '' ? text : `${blocks[0] as string} > ${text}`
}
