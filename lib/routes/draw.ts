/** `draw`: from a block to the frozen table, or to one error with every mistake. */

import { createError } from '../errors.js'
import { show } from '../text.js'
import type { Report } from './declaration.js'
import { expand } from './expand.js'
import { TreeMapper } from './mapper.js'
import type { Block } from './mapper.js'
import { checkDrawOptions } from './options.js'
import { remember } from './objects.js'
import { createRoutes } from './table.js'
import type { Draw, Routes } from '../../types/mapper.js'

/**
 * Draws a tree of routes: `draw(block)` or `draw({ pathNames, patch, api, formats }, block)`. The type of the
 * result knows every helper of what was declared as a chain of literals.
 *
 * Throws FST_RESOURCES_DECLARATION with every mistake of the tree.
 *
 * @example draw((map) => map.resources('posts', (posts) => posts.resources('comments')))
 */
export const draw = drawTree as Draw

function drawTree (...given: readonly unknown[]): Routes {
  const mistakes = new Map<string, Set<string>>()
  const report: Report = (mistake, row) => {
    const rows = remember(mistakes, mistake, () => new Set<string>())
    if (row !== undefined) rows.add(row)
  }

  const block = given.at(-1)
  const options = checkDrawOptions(given.length > 1 ? given[0] : {}, report)
  if (given.length > 2) {
    report(`draw(): expected a block, or options and a block, got ${given.length} arguments`)
  }
  if (typeof block !== 'function') {
    throw createError('FST_RESOURCES_DECLARATION', [
      [`draw(): expected a block, as in draw((map) => map.resources('posts')), got ${show(block)}`]
    ])
  }

  const nodes = TreeMapper.record(block as Block, '', report)
  const routes = createRoutes(expand(nodes, options, report), report)
  if (mistakes.size > 0) {
    const texts = Array.from(mistakes, ([mistake, rows]) =>
      rows.size === 0 ? mistake : `${mistake}: ${[...rows].join(', ')}`)
    throw createError('FST_RESOURCES_DECLARATION', [joinPlaces(texts)])
  }
  return routes
}

const NESTED = /^([^:]*) > (.*)$/s

/** A mistake of a block that several parents share, once: `… (in resources('posts'), resources('tags'))`. */
function joinPlaces (mistakes: readonly string[]): string[] {
  const parentsOf = new Map<string, string[]>()
  for (const mistake of mistakes) {
    const [, parents = '', shared = mistake] = NESTED.exec(mistake) ?? []
    remember(parentsOf, shared, () => []).push(parents)
  }
  return Array.from(parentsOf, ([shared, parents]) => {
    const [parent = ''] = parents
    if (parents.length === 1) return parent === '' ? shared : `${parent} > ${shared}`
    return `${shared} (in ${parents.map((name) => name || 'the tree itself').join(', ')})`
  })
}
