/** `open` and `at`: the forms of a server, which know the fields of a record. */

import { createError } from '../errors.js'
import { pointerTo } from '../pointers.js'
import { show } from '../text.js'
import { isObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import type { FormErrors } from '../../types/form-errors.js'
import type {
  FieldAttributes, FieldFormHelpers, FieldHelpersOptions, Form, FormField, HtmlAttributes
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
  const all = (errors ?? {}) as FormErrors
  const asked = new Set<string>()

  function at (path: string, { options, ...attributes }: FieldAttributes = {}): FormField {
    const where = `${call}.at(${show(path)})`
    if (typeof path !== 'string' || !PATH.test(path)) throwFaults(where, [FORM_WORDS.fieldPath(path)])
    const keys = path.split(/[.[]/).map((key) => key.endsWith(']') ? Number(key.slice(0, -1)) : key)
    const name = fieldName(singular, ...keys)
    const known = fields?.factsAt(keys) ?? NO_FACTS
    if ('unknown' in known) {
      throw createError('FST_RESOURCES_FORM', [where, [FORM_WORDS.noField(known, path)]])
    }
    const facts = options === undefined ? known : withOptions(known, options, where)
    const value = valueAt(shown as Properties, keys) ?? facts.initial
    // A list has the messages of those items that have no field of their own.
    const isToldHere = (key: string): boolean =>
      key === name || (facts.isList && key.startsWith(`${name}[`) && !asked.has(key))
    const messages = messagesOf(all, isToldHere)
    if (!facts.isList) asked.add(name)
    const own = attributes as HtmlAttributes
    return createField({ where, name, keys, facts, value, messages, attributes: own, helpers, singular })
  }

  const ofForm = messagesOf(all, (key) => key === '' || key === singular)
  const shownErrors = errorsHtml(`${idOf([singular])}--errors`, ofForm)
  return { ...form, open: String(form), errors: shownErrors, at } as Form
}

/** A select of these options, whatever its schema says of its type. */
function withOptions (facts: FieldFacts, options: unknown, where: string): FieldFacts {
  const choices = readOptions(options)
  if (choices === undefined) throw createError('FST_RESOURCES_FORM', [where, [FORM_WORDS.choices(options)]])
  const { constraints: { required }, isList } = facts
  const constraints = { ...required === true && { required }, ...isList && { multiple: true } }
  return { ...facts, constraints, choices }
}

/** `[[1, 'Ada']]`, and in groups `[['Staff', [[1, 'Ada']]]]`; undefined for anything else. */
function readOptions (options: unknown, group?: string): Choice[] | undefined {
  if (!Array.isArray(options)) return undefined
  const choices = options.map((option: unknown): Choice[] | undefined => {
    const [value, label] = Array.isArray(option) ? option.map((part: unknown) => textOf(part) ?? part) : []
    if (typeof value !== 'string') return undefined
    if (typeof label === 'string') return [{ value, label, group }]
    return group === undefined ? readOptions(label, value) : undefined
  })
  return choices.every((one) => one !== undefined) ? choices.flat() : undefined
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
  const { facts, keys, messages, attributes: own, helpers: { words } } = parts
  const { isList, choices } = facts
  const name = isList ? `${parts.name}[]` : parts.name
  const id = String(own.id ?? idOf([parts.singular, ...keys]))
  const { isSecret, constraints, text } = readShown(parts)
  const chosen = isSecret ? [] : [parts.value].flat().map((one) => textOf(one) ?? '')
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
  const optionOf = ({ value, label, group }: Choice, index: number): string => {
    const text = words?.({ instancePath: at, keyword: 'option', params: { value } }) ?? label
    const mark = chosen.includes(value) ? ' selected' : ''
    const isFirst = group !== choices[index - 1]?.group
    const opening = isFirst && group !== undefined ? `<optgroup label="${escapeHtml(group)}">` : ''
    const closing = group !== undefined && group !== choices[index + 1]?.group ? '</optgroup>' : ''
    return `${opening}<option value="${escapeHtml(value)}"${mark}>${escapeHtml(text)}</option>${closing}`
  }
  // Without it a browser chooses the first.
  const isChosen = choices.some(({ value }) => chosen.includes(value))
  const hasBlank = choices.some(({ value }) => value === '')
  const isBlank = isSelect(facts) && !isList && !hasBlank && (constraints.required !== true || !isChosen)
  return {
    name,
    value: text,
    id,
    attributes: twin + written,
    messages,
    constraints,
    errors: errorsHtml(errorsId, messages),
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
  const isSelected = isSelect(facts) && attributes.type === undefined
  if (isSelected || (attributes.rows ?? attributes.cols) !== undefined) return { required, multiple }
  if (type !== 'checkbox') return { ...constraints, value: text === '' ? undefined : text }
  return { ...constraints, value: '1', checked: ['true', '1', 'on'].includes(text) }
}

function valueAt (values: Properties, keys: readonly Key[]): unknown {
  return keys.reduce<unknown>((inner, key) => {
    const isOwn = typeof inner === 'object' && inner !== null && !(key in Object.prototype)
    return isOwn ? (inner as Record<Key, unknown>)[key] : undefined
  }, values)
}

/** Options of the app replace the type. */
function isSelect ({ choices, constraints: { type } }: FieldFacts): boolean {
  return choices.length > 0 || type === undefined
}

function messagesOf (errors: FormErrors, isTold: (name: string) => boolean): readonly string[] {
  return Object.keys(errors).filter(isTold).flatMap((key) => errors[key] ?? [])
}

function errorsHtml (id: string, messages: readonly string[]): string {
  const items = messages.map((message) => `<li>${escapeHtml(message)}</li>`).join('')
  return items === '' ? '' : `<ul class="errors" id="${escapeHtml(id)}">${items}</ul>`
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
