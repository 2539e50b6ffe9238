/** Which fields of a form differ from the record as it is now. */

import type { FastifyRequest } from 'fastify'
import { dayOf } from '../../helpers/forms/fields.js'
import { textOf } from '../../helpers/forms/html.js'
import { isPlainObject } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import { formValues, formsOf } from '../forms/index.js'

/** Their keys: `['author', 'name']`. What the record hides is not among them, and no file. */
export function changedFields (request: FastifyRequest): string[][] {
  const { record, routeOptions, server } = request
  const form = formsOf(server).get(routeOptions.config.resource as Route)
  return [...differences(formValues(request), form?.shownValues?.(record) ?? record, [])]
}

function * differences (sent: unknown, saved: unknown, keys: readonly string[]): Generator<string[]> {
  if (isPlainObject(sent) || Array.isArray(sent)) {
    const isAnother = Array.isArray(saved) && saved.length !== Object.keys(sent).length
    if (isAnother) yield [...keys]
    const known = Object(saved) as object
    const names = Object.keys(sent).filter((name) => name in known && !(name in Object.prototype))
    for (const name of names) {
      yield * differences((sent as never)[name], (saved as never)[name], [...keys, name])
    }
  } else if (!textsOf(saved).includes(shownText(sent))) {
    yield [...keys]
  }
}

/** In a form, nothing is a blank text. A browser sends each line break as two characters. */
function shownText (value: unknown): string {
  return (textOf(value) ?? '').replaceAll('\r\n', '\n')
}

/** A date may be shown as a day. */
function textsOf (saved: unknown): string[] {
  return [shownText(saved), ...(saved instanceof Date ? [dayOf(saved)] : [])]
}
