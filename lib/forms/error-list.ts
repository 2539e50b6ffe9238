/** A validator's messages, by the names of a form's fields. */

import type {
  FormErrors, TranslateFault, ValidationFailure, ValidationFault
} from '../../types/form-errors.js'
import { keysAt } from '../pointers.js'
import { followsFromOthers, placeOf, wordsOf } from './fault-words.js'

/**
 * The messages of `request.validationError` by field: `{ 'post[title]': ['must not be empty'] }`. A missing
 * or unknown field has its message under its own name; a message for the whole body is under `''`. Without an
 * error the result is empty. `translate` may return other words for a fault, by its `keyword` and `params`;
 * undefined keeps the default.
 *
 * @example formErrors(request.validationError, ({ keyword }) => keyword === 'required' ? 'fehlt' :
 * undefined)['post[title]']
 */
export function formErrors (
  error: ValidationFailure | null | undefined, translate: TranslateFault = () => undefined
): FormErrors {
  return messagesBy(formName, error?.validation, translate)
}

/** The messages of faults under the names that `nameOf` makes of the keys of a place. */
export function messagesBy (
  nameOf: (keys: readonly string[]) => string, faults: readonly ValidationFault[] = [],
  translate: TranslateFault
): FormErrors {
  // Templates may ask for any name, so the object has no prototype.
  const errors = Object.create(null) as Record<string, string[]>
  let last: string | undefined
  for (const fault of faults) {
    const place = placeOf(fault)
    const field = nameOf(keysAt(place))
    // A validator tells of a choice after what is wrong in it.
    const isTold = errors[field] !== undefined || last?.startsWith(`${place}/`)
    if (isTold === true && followsFromOthers(fault)) continue
    last = place
    const messages = (errors[field] ??= [])
    const message = translate(fault) ?? wordsOf(fault) ?? fault.message ?? 'is invalid'
    // A choice of schemas may report the same fault several times.
    if (!messages.includes(message)) messages.push(message)
  }
  return errors
}

/** The spelling of forms: `post[tags][0]`. */
export function formName ([first = '', ...others]: readonly string[]): string {
  return others.reduce((name, key) => `${name}[${key}]`, first)
}
