/** What a controller's actions answer with: the record, a list of records, or a schema of their own. */

import { didYouMean, show } from '../../text.js'
import { ACTIONS } from '../../routes/actions.js'
import { isPlainObject } from '../../routes/objects.js'
import { methodNames } from '../controllers/index.js'
import type { Controller } from '../controllers/index.js'
import type { Report } from '../report.js'

/** By action; undefined where answers have no schema. */
export type Answers = Readonly<Record<string, unknown>> | undefined

const CONVENTIONS: Readonly<Record<string, unknown>> = { index: 'list', show: 'record', create: 'record', update: 'record', new: false, edit: false, destroy: false }

/** The answers that `responses` declares, by action. */
export function readAnswers (name: string, controller: Controller, report: Report): Answers {
  const { responses = false } = controller
  if (typeof responses === 'boolean') return responses ? CONVENTIONS : undefined
  if (!isPlainObject(responses)) {
    report(`${name}.responses: expected true, false, or 'record', 'list', a JSON Schema or false by action, got ${show(responses)}`)
    return undefined
  }
  const actions = [...ACTIONS.map(({ action }) => action as string), ...methodNames(controller)]
  for (const [action, answer] of Object.entries(responses)) {
    if (!actions.includes(action)) report(`${name}.responses: unknown action ${show(action)}${didYouMean(action, actions)}`)
    if (answer !== 'record' && answer !== 'list' && answer !== false && !isPlainObject(answer)) report(`${name}.responses: ${action}: expected 'record', 'list', a JSON Schema or false, got ${show(answer)}`)
  }
  return { ...CONVENTIONS, ...responses }
}
