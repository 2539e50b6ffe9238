/** The order of what a row runs: its layers, its controller and its action, merged once for all its paths. */

import type { RouteHandlerMethod } from 'fastify'
import { definedIn } from '../../routes/objects.js'
import { mergeOptions } from '../controller-actions.js'
import type { ActionRouteOptions, ControllerAction } from '../controller-actions.js'
import { withFacts } from './row-facts.js'
import type { ErrorHandler, PartOptions, RowPart } from './layer.js'

/**
 * In each phase the hooks of a row run in this order, after those of the app and the scope. The picture in
 * docs/forms.md shows it.
 */
function sourcesOf (parts: readonly RowPart[], { shared, own }: ControllerAction): PartOptions[] {
  const of = (place: 'first' | 'guarded' | 'last'): PartOptions[] => parts.map((part) => part[place] ?? {})
  return [
    ...of('first'),
    shared,
    ...of('guarded'),
    own,
    ...of('last')
  ]
}

/** The route options of a row, but for its own hooks. The error handler of the first part is outermost. */
export function settleRow (parts: readonly RowPart[], action: ControllerAction): ActionRouteOptions {
  const options = mergeOptions(...sourcesOf(parts, action))
  let handler = options.handler as RouteHandlerMethod
  let errorHandler = options.errorHandler as ErrorHandler | undefined
  for (const { wrapHandler, wrapErrors } of parts.toReversed()) {
    handler = wrapHandler?.(handler) ?? handler
    // The innermost is that of `invalid`, which also takes an action without one.
    errorHandler = wrapErrors?.(errorHandler as ErrorHandler) ?? errorHandler
  }
  const schemas = parts.flatMap((part) => part.schema ?? [])
  const merged = definedIn(Object.assign({}, ...schemas) as PartOptions)
  const schema = schemas.length === 0 ? options.schema : merged
  const facts = parts.flatMap((part) => part.facts ?? [])
  return {
    ...options,
    handler,
    ...(errorHandler !== undefined && { errorHandler }),
    ...(facts.length > 0
      ? { schema: withFacts(schema as PartOptions | undefined, Object.assign({}, ...facts)) }
      : schema !== undefined && { schema })
  }
}
