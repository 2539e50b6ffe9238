/** What a controller's actions answer with: the record, a list of records, or a schema of their own. */

import { didYouMean, show } from '../../text.js'
import { ACTIONS } from '../../routes/actions.js'
import type { Mistakes } from '../../routes/mistakes.js'
import { isObject, isPlainObject } from '../../routes/objects.js'
import { methodNames } from '../../controllers/controller-actions.js'
import type { Controller } from '../../controllers/load-controllers.js'
import type { OptionCheck } from '../../controllers/option-checks.js'
import { isSchema, viewOf } from '../../schemas/index.js'

/**
 * By action: `'list'`, `'record'`, a schema, or false for an answer that stays as it is. Null where answers
 * have no shape.
 */
export type Answers = Readonly<Record<string, unknown>> | null

const CONVENTIONS: Readonly<Record<string, unknown>> = {
  index: 'list',
  show: 'record',
  create: 'record',
  update: 'record'
}

export const RESPONSES: OptionCheck = [
  "true, false, or 'record', 'list', a schema or false by action",
  (value) => typeof value === 'boolean' || isPlainObject(value),
  'guard'
]

/** The answers that `responses` declares. False where all answers stay as they are. */
export function readAnswers (controller: Controller, mistakes: Mistakes): Answers | false {
  const { responses } = controller
  if (typeof responses === 'boolean') return responses ? CONVENTIONS : false
  if (!isPlainObject(responses)) return null
  const actions = [...ACTIONS.map(({ action }) => action as string), ...methodNames(controller)]
  const answers: Record<string, unknown> = { ...CONVENTIONS, ...responses }
  for (const [action, answer] of Object.entries(responses)) {
    if (!actions.includes(action)) {
      mistakes.add(`unknown action ${show(action)}${didYouMean(action, actions)}`)
    }
    if (isSchema(answer)) {
      const { schema, faults } = viewOf(answer, 'seen')
      for (const fault of faults) mistakes.add(`${action}: ${fault}`)
      answers[action] = schema
    } else if (answer !== 'record' && answer !== 'list' && answer !== false) {
      mistakes.add(`${action}: expected 'record', 'list', a schema or false, got ${show(answer)}`)
    }
  }
  return answers
}

/** Whether an action has a schema of its own for a status. */
export function saysStatus (response: unknown, status: number): boolean {
  const statuses = isObject(response) ? Object.keys(response).map((key) => key.toLowerCase()) : []
  return [String(status), `${Math.floor(status / 100)}xx`].some((key) => statuses.includes(key))
}
