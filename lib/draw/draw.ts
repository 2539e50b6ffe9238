/** `draw`: from a block to the frozen table, or to one error with every mistake. */

import { createError } from '../errors.js'
import { show } from '../text.js'
import type { Draw, Routes } from '../../types/mapper.js'
import { Mistakes } from '../routes/mistakes.js'
import { expand } from './expand.js'
import { actionsIn, reportIdlePathNames } from './idle-options.js'
import { TreeMapper } from './tree-mapper.js'
import type { Block } from './tree-mapper.js'
import { checkDrawOptions } from './draw-options.js'
import { createRoutes } from './table.js'

/**
 * Draws a tree of routes: `draw(block)` or `draw({ pathNames, patch, api, formats }, block)`. The type of the
 * result knows every helper of what was declared as a chain of literals.
 *
 * Throws FST_RESOURCES_DECLARATION with every mistake of the tree.
 *
 * @example draw((map) => map.resources('posts', (posts) => posts.resources('comments')))
 */
export const draw = drawTree as Draw

function drawTree (...args: readonly unknown[]): Routes {
  const mistakes = new Mistakes()
  const block = args.at(-1)
  const options = checkDrawOptions(args.length > 1 ? args[0] : {}, mistakes.at('draw()'))
  if (args.length > 2) {
    mistakes.add(`draw(): expected a block, or options and a block, got ${args.length} arguments`)
  }
  if (typeof block !== 'function') {
    throw createError('FST_RESOURCES_DECLARATION', [
      [`draw(): expected a block, as in draw((map) => map.resources('posts')), got ${show(block)}`]
    ])
  }

  const nodes = TreeMapper.record(block as Block, mistakes)
  const ofNames = mistakes.at('draw()').at('pathNames')
  reportIdlePathNames({ pathNames: options.pathNames ?? {} }, actionsIn(nodes, true), ofNames)
  const routes = createRoutes(expand(nodes, options), mistakes)
  mistakes.throwIfAny('FST_RESOURCES_DECLARATION')
  return routes
}
