/** `open` and `at`: the forms of a server, which know the fields of a record. */

import { createError } from '../errors.js'
import { pointerTo } from '../pointers.js'
import { show } from '../text.js'
import { isObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import type { FormErrors } from '../../types/form-errors.js'
import type {
  FieldFormHelpers, FieldHelpersOptions, Form, FormField, HtmlAttributes
} from '../../types/forms.js'
import type { Choice, FieldFacts, Key } from '../../types/field-facts.js'
import { fieldName } from './field-name.js'
import { makeFormHelpers } from './form-for.js'
import type { FormParts, OpenedForm } from './form-for.js'
import { attributesHtml, escapeHtml, textOf } from './html.js'
import { throwFaults } from './tags.js'
import { FORM_WORDS } from './form-words.js'

const NO_FACTS: FieldFacts = {
  constraints: { type: 'text' }, choices: [], isList: false, isSecret: false, initial: undefined
}

/** `lines[0].sku`. */
const PATH = /^[^.[\]]+(?:\.[^.[\]]+|\[\d+\])*$/

/** HTML asks for a text or a label. */
const BLANK_OPTION = '<option value="" label=" "></option>'

const PASSWORD = /pass(?:word|phrase)(?:[_-]?confirm\w*)?$/i

/** What a browser shows in a field of a type; it shows any other text as an empty one. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  number: /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i,
  date: /^(?!0000)\d{4}-\d\d-\d\d$/
}

/**
 * `createFormHelpers` of a server: the form of `formFor` also has `open`, its opening tag as a text, and
 * `at(path)`, a field of the record by the schema of what its row takes. `formFor` takes `values` in place of
 * those of the record, and `errors`. `words` translates the labels of options, as that of the plugin does
 * messages: by the keyword `option` and `params.value`.
 *
 * `at` throws FST_RESOURCES_FORM for a path that the record does not have.
 */
export function createFieldHelpers<U extends object> (
  urlFor: U, options: FieldHelpersOptions = {}
): FieldFormHelpers<U> {
  const parts: FormParts = {
    options: { helpers: ['words'], formFor: ['values', 'errors'] },
    attributesOf: (fields) => fields?.takesFiles === true ? { enctype: 'multipart/form-data' } : {},
    addTo: (form, opened) => addFields(form, opened, options)
  }
  return makeFormHelpers(urlFor, options, parts) as FieldFormHelpers<U>
}

function addFields (form: Form, opened: OpenedForm, helpers: FieldHelpersOptions): Form {
  const { call, record, fields, singular, options: { values, errors } } = opened
  const faults = Object.entries({ values, errors }).flatMap(([option, value]) =>
    value === undefined || value === null || isObject(value) ? [] : [FORM_WORDS.object(option, value)])
  throwFaults(call, faults)
  const shown = values ?? (isObject(record) ? record : {})

  function at (path: string, attributes: HtmlAttributes = {}): FormField {
    const where = `${call}.at(${show(path)})`
    if (typeof path !== 'string' || !PATH.test(path)) throwFaults(where, [FORM_WORDS.fieldPath(path)])
    const keys = path.split(/[.[]/).map((key) => key.endsWith(']') ? Number(key.slice(0, -1)) : key)
    const name = fieldName(singular, ...keys)
    const facts = fields?.factsAt(keys) ?? NO_FACTS
    if ('unknown' in facts) {
      throw createError('FST_RESOURCES_FORM', [where, [FORM_WORDS.noField(facts, path)]])
    }
    const value = valueAt(shown as Properties, keys) ?? facts.initial
    const messages = messagesOf((errors ?? {}) as FormErrors, name, facts.isList)
    return createField({ where, name, keys, facts, value, messages, attributes, helpers, singular })
  }

  return { ...form, open: String(form), at } as Form
}

interface FieldParts {
  readonly where: string
  readonly name: string
  readonly singular: string
  readonly keys: readonly Key[]
  readonly facts: FieldFacts
  readonly value: unknown
  readonly messages: readonly string[]
  /** Those of the template, which come before all others. */
  readonly attributes: HtmlAttributes
  readonly helpers: FieldHelpersOptions
}

function createField (parts: FieldParts): FormField {
  const { facts: { isList, choices }, keys, messages, attributes: own, helpers: { words } } = parts
  const name = isList ? `${parts.name}[]` : parts.name
  const id = String(own.id ?? idOf([parts.singular, ...keys]))
  const { isSecret, constraints, text } = readShown(parts)
  const chosen = isSecret ? [] : [parts.value].flat().map(textOf)
  const errorsId = `${id}--errors`
  const hint = own['aria-describedby']
  const state = messages.length === 0
    ? {}
    : { 'aria-invalid': 'true', 'aria-describedby': [hint, errorsId].filter(Boolean).join(' ') }
  const faults: string[] = []
  const written = attributesHtml('attributes', {
    name, id, ...controlOf(parts, constraints, text), ...own, ...state
  }, faults).slice(1)
  throwFaults(parts.where, faults)
  const { type } = { ...constraints, ...own }
  // An unchecked box sends nothing, so a hidden field before it does. A blank row stays blank with it.
  const twin = type === 'checkbox' && constraints.type === type
    ? `type="hidden" name="${escapeHtml(name)}" value=""><input `
    : ''
  const at = [parts.singular, ...keys].reduce<string>((pointer, key) => pointerTo(String(key), pointer), '')
  const optionOf = ({ value, label }: Choice): string => {
    const text = words?.({ instancePath: at, keyword: 'option', params: { value } }) ?? label
    const mark = chosen.includes(value) ? ' selected' : ''
    return `<option value="${escapeHtml(value)}"${mark}>${escapeHtml(text)}</option>`
  }
  // Without it a browser chooses the first.
  const isChosen = choices.some(({ value }) => chosen.includes(value))
  const isBlank = choices.length > 0 && !isList && (constraints.required !== true || !isChosen)
  return {
    name,
    value: text,
    id,
    attributes: twin + written,
    messages,
    constraints,
    errors: messages.length === 0
      ? ''
      : `<ul class="errors" id="${escapeHtml(errorsId)}">${
        messages.map((message) => `<li>${escapeHtml(message)}</li>`).join('')}</ul>`,
    options: `${isBlank ? BLANK_OPTION : ''}${choices.map(optionOf).join('')}`
  }
}

/** What a field shows of its value, and what it may then ask of a browser. */
function readShown ({ facts, keys, value }: FieldParts) {
  const { isList } = facts
  const isPassword = PASSWORD.test(String(keys.at(-1)))
  const isSecret = facts.isSecret || isPassword || facts.constraints.type === 'file'
  const constraints = isSecret && facts.constraints.type === 'text'
    ? { ...facts.constraints, type: 'password', autocomplete: 'off' }
    : facts.constraints
  const last = [value].flat().at(-1)
  const day = constraints.type === 'date' && last instanceof Date ? dayOf(last) : last
  const text = isSecret || isList ? '' : textOf(day) ?? ''
  return { isSecret, text, constraints: fitTo(text, constraints) }
}

/** A browser loses a text that the type of its field cannot have, and counts steps from what it shows. */
function fitTo (text: string, constraints: HtmlAttributes): HtmlAttributes {
  const { type, step, min = text, required } = constraints
  if (text !== '' && SHOWN[String(type)]?.test(text) === false) {
    return { type: 'text', ...required === true && { required } }
  }
  return step === 1 && !Number.isInteger(Number(min)) ? { ...constraints, step: 'any' } : constraints
}

/** A text area by its `rows` or `cols`, a select by its choices, else an input. */
function controlOf (
  { facts, attributes }: FieldParts, constraints: HtmlAttributes, text: string
): HtmlAttributes {
  const { type, required, multiple } = constraints
  const isSelect = facts.choices.length > 0 && attributes.type === undefined
  if (isSelect || (attributes.rows ?? attributes.cols) !== undefined) return { required, multiple }
  if (type !== 'checkbox') return { ...constraints, value: text === '' ? undefined : text }
  return { ...constraints, value: '1', checked: ['true', '1', 'on'].includes(text) }
}

function valueAt (values: Properties, keys: readonly Key[]): unknown {
  return keys.reduce<unknown>((inner, key) => {
    const isOwn = typeof inner === 'object' && inner !== null && !(key in Object.prototype)
    return isOwn ? (inner as Record<Key, unknown>)[key] : undefined
  }, values)
}

/** Those of a list are also under its items: `post[tags][0]`. */
function messagesOf (errors: FormErrors, name: string, isList: boolean): readonly string[] {
  return Object.keys(errors)
    .filter((key) => key === name || (isList && key.startsWith(`${name}[`)))
    .flatMap((key) => errors[key] ?? [])
}

/** `post-lines-0-sku`; no two paths have one. */
function idOf (keys: readonly Key[]): string {
  const encode = (character: string): string => `.${(character.codePointAt(0) as number).toString(16)}.`
  return keys.map((key) => String(key).replaceAll(/[^\p{L}\p{N}_]/gu, encode)).join('-')
}

/** In the zone of the process, as Fastify's serializer writes it. */
function dayOf (date: Date): string {
  return Number.isNaN(date.getTime())
    ? ''
    : new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 'yyyy-mm-dd'.length)
}
