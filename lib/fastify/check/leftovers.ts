/** Finds what has no effect: controllers and actions that no row reaches. */

import type { FastifyInstance } from 'fastify'
import { actionNames } from '../controllers/index.js'
import { parentsOf } from '../records/index.js'
import { stateOf } from '../state.js'

/** Each text once. Compares controllers and actions by identity, since the app's trees may share them. */
export function leftoverTexts (fastify: FastifyInstance): string[] {
  const given = new Map<unknown, string>()
  const reached = new Set<unknown>()
  const note = (value: unknown, label: string, isReached: boolean): void => {
    given.set(value, label)
    if (isReached) reached.add(value)
  }
  const { assignments } = stateOf(fastify)
  for (const { sources, controllers, table } of assignments) {
    const used = new Set(
      table.flatMap((row) => {
        const { controller, action } = row
        return [controller, `${controller}#${action}`, ...parentsOf(row).map((parent) => parent.controller)]
      })
    )
    for (const [name, controller] of controllers) {
      for (const action of actionNames(controller)) {
        note(controller[action], `the action ${name}#${action}`, used.has(`${name}#${action}`))
      }
    }
    // A folder may hold more than controllers.
    const named = typeof sources === 'string' ? [] : Object.entries(sources)
    for (const [name, source] of named) note(source, `the controller '${name}'`, used.has(name))
  }
  return [...given].filter(([value]) => !reached.has(value)).map(([, label]) => `no row reaches ${label}`)
}
