/** `formTag` and `buttonTo`: forms for a path, in any of the five methods. */

import { createError } from '../errors.js'
import { unknownOptions } from '../text.js'
import { METHODS } from '../routes/actions.js'
import { isPlainObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import { attributesHtml, escapeHtml, fieldsHtml, readFields, textOf } from './html.js'
import type { ButtonOptions, Form, FormOptions } from '../../types/forms.js'
import { FORM_WORDS } from './form-words.js'

const FORM_METHODS = METHODS.map((method) => method.toLowerCase())
const FORM_OPTIONS = ['method', 'attributes', 'fields']
const BUTTON_OPTIONS = [...FORM_OPTIONS, 'formAttributes']

/** A path, or an http(s) URL: no other scheme such as `javascript:`, and no route name. */
const ADDRESS = /^(?:https?:\/)?\//i

/**
 * The opening tag of a form for a path, and its hidden fields; the caller writes the inputs and `</form>`.
 * `method` is `'get'`, `'post'` (the default), `'put'`, `'patch'` or `'delete'`: the last three are sent as
 * a POST whose first field, `_method`, names them. `attributes` are the form's own: true is a bare
 * attribute; false, null and undefined are left out. `fields` are hidden inputs by name.
 *
 * The result reads as HTML wherever it becomes a string, and has `action`, `method` and `fields` for JSX.
 *
 * Throws FST_RESOURCES_FORM with every mistake.
 *
 * @example `${formTag('/posts/1', { method: 'put', fields: { step: 2 } })}…</form>`
 */
export function formTag (path: string, options: FormOptions = {}): Form {
  const faults: string[] = []
  const form = openForm(path, readFormOptions(options, FORM_OPTIONS, faults), faults)
  throwFaults('formTag()', faults)
  return form
}

/**
 * A whole form of one button: `buttonTo('Delete', '/posts/1', { method: 'delete' })`. Options are those of
 * `formTag`, but `attributes` are for the button, and `formAttributes` for the form.
 *
 * Throws FST_RESOURCES_FORM with every mistake.
 */
export function buttonTo (label: string | number, path: string, options: ButtonOptions = {}): Form {
  const faults: string[] = []
  const { attributes, formAttributes, ...rest } = readFormOptions(options, BUTTON_OPTIONS, faults)
  const text = textOf(label)
  if (text === undefined) faults.push(FORM_WORDS.label(label))
  const form = openForm(path, { ...rest, attributes: formAttributes }, faults, 'formAttributes')
  const button = `<button${attributesHtml('attributes', attributes, faults)}>${escapeHtml(String(text))}</button>`
  throwFaults('buttonTo()', faults)
  return { ...form, toString: () => `${form}${button}</form>` }
}

/** The options, or none if they are not an object; adds mistakes to `faults`. */
export function readFormOptions (options: unknown, known: readonly string[], faults: string[]): Properties {
  if (!isPlainObject(options)) {
    faults.push(FORM_WORDS.options(options))
    return {}
  }
  faults.push(...unknownOptions(options, known))
  return options
}

/** The form of checked options. `attributesOption` is the name of its attributes in messages. */
export function openForm (
  action: unknown, { method = 'post', attributes, fields }: Properties, faults: string[],
  attributesOption = 'attributes'
): Form {
  const sent = method === 'get' ? 'get' : 'post'
  if (!FORM_METHODS.includes(method as string)) faults.push(FORM_WORDS.method(method, FORM_METHODS))
  if (typeof action !== 'string' || !ADDRESS.test(action)) faults.push(FORM_WORDS.address(action))
  else if (sent === 'get' && action.includes('?')) faults.push(FORM_WORDS.query())
  for (const name of Object.keys(Object(attributes))) {
    if (/^(?:action|method)$/i.test(name)) faults.push(FORM_WORDS.ownAttribute(attributesOption, name))
  }
  const inputs = readFields(fields, faults)
  if (inputs.some(({ name }) => name === '_method')) faults.push(FORM_WORDS.methodField())
  const hidden = method === sent ? inputs : [{ name: '_method', value: String(method) }, ...inputs]
  const others = attributesHtml(attributesOption, attributes, faults)
  const opening = `<form action="${escapeHtml(String(action))}" method="${sent}"${others}>${fieldsHtml(hidden)}`
  return { action: String(action), method: sent, fields: hidden, toString: () => opening }
}

export function throwFaults (call: string, faults: readonly string[]): void {
  if (faults.length > 0) throw createError('FST_RESOURCES_FORM', [call, faults])
}
