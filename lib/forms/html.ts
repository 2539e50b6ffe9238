/** Text, attributes and hidden fields as HTML, all of it escaped. */

import { isPlainObject } from '../routes/objects.js'
import { scalarText } from '../urls/query.js'
import type { HiddenField } from '../../types/forms.js'
import { FORM_WORDS } from './form-words.js'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;'
}

/** Attribute names that the HTML standard allows, without `<`, which it reports as an error. */
const ATTRIBUTE = /^[^\s\p{Cc}"'<>/=]+$/u

export function escapeHtml (text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] as string)
}

/** The text of a value in HTML, or undefined; a lone surrogate is harmless there. */
export function textOf (value: unknown): string | undefined {
  return typeof value === 'string' ? value : scalarText(value)
}

/** ` class="x" hidden`; adds invalid attributes to `faults`. */
export function attributesHtml (option: string, attributes: unknown, faults: string[]): string {
  return entriesOf(option, attributes, faults).map(([name, value]) => {
    if (!ATTRIBUTE.test(name)) faults.push(FORM_WORDS.attributeName(option, name))
    if (value === true) return ` ${name}`
    const text = value === false ? '' : textOf(value)
    if (text === undefined) faults.push(FORM_WORDS.attribute(option, name, value))
    return value === false ? '' : ` ${name}="${escapeHtml(String(text))}"`
  }).join('')
}

/** The fields of a map; adds invalid ones to `faults`. */
export function readFields (fields: unknown, faults: string[]): HiddenField[] {
  return entriesOf('fields', fields, faults).map(([name, value]) => {
    const text = textOf(value)
    if (text === undefined) faults.push(FORM_WORDS.field(name, value))
    return { name, value: String(text) }
  })
}

export function fieldsHtml (fields: readonly HiddenField[]): string {
  return fields
    .map(
      ({ name, value }) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`
    )
    .join('')
}

/** Null and undefined are left out. */
function entriesOf (option: string, value: unknown, faults: string[]): Array<[string, unknown]> {
  if (value === undefined || value === null) return []
  if (!isPlainObject(value)) faults.push(FORM_WORDS.object(option, value))
  return isPlainObject(value)
    ? Object.entries(value).filter(([, entry]) => entry !== undefined && entry !== null)
    : []
}
