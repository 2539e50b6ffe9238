/** Updates of a record whose `input` a library judges: after `load`, since it needs the whole record. */

import type { Route } from '../../../types/route.js'
import type { Report } from '../report.js'
import { updateJudge } from './judge.js'
import type { Records } from './record.js'
import { createShapes } from './shapes.js'

const shapeOf = createShapes('sent')

/** The hook of an update without a body schema of its own. Reports an update whose record nothing loads. */
export function updateHooks (route: Route, records: Records, isLoaded: boolean, report: Report): { readonly preHandler?: unknown } {
  const { controller, action, method, resource: { singular } } = route
  const record = records.get(controller)
  if (record === undefined || record.judge === null || action !== 'update' || method === 'GET') return {}
  if (isLoaded) return { preHandler: updateJudge(singular, record.judge, shapeOf([{ node: record.sent, guards: [] }])) }
  report(`${controller}.update: its 'input' judges the loaded record with the sent values over it, and nothing loads one for ${method} ${route.path}; ` +
    'add load: (id) => … to the controller, or give the action a schema: { body } of its own')
  return {}
}
