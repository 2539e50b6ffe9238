/** `open` and `at`: the fields of a record in its form. */

import { createError } from '../errors.js'
import { pointerTo } from '../pointers.js'
import { show } from '../text.js'
import { isObject, remember } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import type { FormErrors } from '../../types/form-errors.js'
import type {
  FieldAttributes, FieldForm, Form, FormField, FormHelpersOptions, HtmlAttributes
} from '../../types/forms.js'
import type { Choice, FieldFacts, FormFields, Key } from '../../types/field-facts.js'
import { fieldName } from './field-name.js'
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

/** An opened form of `formFor`. */
interface OpenedForm {
  /** For messages. */
  readonly call: string
  readonly record: unknown
  readonly singular: string
  readonly fields: FormFields | undefined
  /** Its `values` and `errors`. */
  readonly options: Properties
}

/** The form with `open`, `errors` and `at`. */
export function addFields (form: Form, opened: OpenedForm, helpers: FormHelpersOptions): FieldForm {
  const { call, record, singular, options: { values, errors } } = opened
  const faults: string[] = []
  if (isNoMap(values)) faults.push(FORM_WORDS.object('values', values))
  if (isNoMap(errors)) faults.push(FORM_WORDS.object('errors', errors))
  throwFaults(call, faults)
  const shown = values ?? (isObject(record) ? record : {})
  const all = (errors ?? {}) as FormErrors
  const asked = new Set<string>()

  function at (path: string, { options, ...attributes }: FieldAttributes = {}): FormField {
    const known = knownField(path, opened)
    const where = (): string => whereOf(call, path)
    const field = options === undefined ? known : withOptions(known, options, where)
    const { keys, facts: { isList, initial } } = field
    const value = valueAt(shown as Properties, keys) ?? initial
    // A list has the messages of those items that have no field of their own.
    const { key: own } = field
    const isToldHere = (key: string): boolean =>
      key === own || (isList && key.startsWith(`${own}[`) && !asked.has(key))
    const messages = messagesOf(all, isToldHere)
    if (!isList) asked.add(own)
    return createField({ where, field, value, messages, attributes: attributes as HtmlAttributes, helpers })
  }

  const ofForm = messagesOf(all, (key) => key === '' || key === singular)
  const shownErrors = errorsHtml(`${idOf([singular])}--errors`, ofForm)
  // A spread would cost more than to write the tag.
  const { action, method, fields, toString } = form
  return { action, method, fields, toString, open: toString(), errors: shownErrors, at }
}

function isNoMap (value: unknown): boolean {
  return value !== undefined && value !== null && !isObject(value)
}

/** What a field has for any record. */
interface KnownField {
  readonly keys: readonly Key[]
  /** `post[tags]`, by which errors tell of it; the name of a list ends in `[]`. */
  readonly key: string
  readonly name: string
  readonly id: string
  /** Its place in a body: `/post/tags`. */
  readonly pointer: string
  readonly facts: FieldFacts
  readonly isSecret: boolean
  readonly constraints: HtmlAttributes
  /** Its attributes but for what it shows, as HTML. */
  readonly html: string
}

// Kept with what a row takes, since a page asks for the same fields each time.
const fieldsOfRows = new WeakMap<FormFields, Map<string, KnownField>>()

/** Names of free objects and places in lists come from clients, so no more paths are kept. */
const MOST_PATHS = 1000

function knownField (path: string, opened: OpenedForm): KnownField {
  const { fields } = opened
  const known = fields && remember(fieldsOfRows, fields, () => new Map<string, KnownField>())
  const found = known?.get(path)
  if (found !== undefined) return found
  const field = readField(path, opened)
  if (known !== undefined && known.size < MOST_PATHS) known.set(path, field)
  return field
}

function readField (path: string, { call, singular, fields }: OpenedForm): KnownField {
  const where = whereOf(call, path)
  if (typeof path !== 'string' || !PATH.test(path)) throwFaults(where, [FORM_WORDS.fieldPath(path)])
  const keys = path.split(/[.[]/).map((key) => key.endsWith(']') ? Number(key.slice(0, -1)) : key)
  const key = fieldName(singular, ...keys)
  const facts = fields?.factsAt(keys) ?? NO_FACTS
  if ('unknown' in facts) {
    throw createError('FST_RESOURCES_FORM', [where, [FORM_WORDS.noField(facts, path)]])
  }
  const all = [singular, ...keys]
  const pointer = all.reduce<string>((above, name) => pointerTo(String(name), above), '')
  return withFacts({ keys, key, id: idOf(all), pointer }, facts)
}

function withFacts (
  field: Pick<KnownField, 'keys' | 'key' | 'id' | 'pointer'>, facts: FieldFacts
): KnownField {
  const { keys, key, id, pointer } = field
  const name = facts.isList ? `${key}[]` : key
  const isPassword = PASSWORD.test(String(keys.at(-1)))
  const isSecret = facts.isSecret || isPassword || facts.constraints.type === 'file'
  const constraints = isSecret && facts.constraints.type === 'text'
    ? { ...facts.constraints, type: 'password', autocomplete: 'off' }
    : facts.constraints
  const { required, multiple } = constraints
  const control = isSelect(facts) ? { required, multiple } : constraints
  const html = attributesHtml('attributes', { name, id, ...control }, []).slice(1)
  return { keys, key, id, pointer, name, facts, isSecret, constraints, html }
}

const whereOf = (call: string, path: string): string => `${call}.at(${show(path)})`

/** A select of these options, whatever its schema says of its type. */
function withOptions (field: KnownField, options: unknown, where: () => string): KnownField {
  const choices = readOptions(options)
  if (choices === undefined) {
    throw createError('FST_RESOURCES_FORM', [where(), [FORM_WORDS.choices(options)]])
  }
  const { constraints: { required }, isList } = field.facts
  const constraints = { ...required === true && { required }, ...isList && { multiple: true } }
  return withFacts(field, { ...field.facts, constraints, choices })
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
  readonly where: () => string
  readonly field: KnownField
  readonly value: unknown
  readonly messages: readonly string[]
  /** Those of the template, which come before all others. */
  readonly attributes: HtmlAttributes
  readonly helpers: FormHelpersOptions
}

function createField (parts: FieldParts): FormField {
  const { field, messages, attributes: own } = parts
  const { name } = field
  const id = String(own.id ?? field.id)
  const text = shownText(parts)
  const constraints = fitTo(text, field.constraints)
  const errorsId = `${id}--errors`
  const attributes = writeAttributes(parts, { id, text, constraints, errorsId })
  const type = 'type' in own ? own.type : constraints.type
  // An unchecked box sends nothing, so a hidden field before it does. A blank row stays blank with it.
  const twin = type === 'checkbox' && constraints.type === type
    ? `type="hidden" name="${escapeHtml(name)}" value=""><input `
    : ''
  return {
    name,
    value: text,
    id,
    attributes: twin + attributes,
    messages,
    constraints,
    errors: errorsHtml(errorsId, messages),
    options: isSelect(field.facts) ? optionsHtml(parts, constraints) : ''
  }
}

function optionsHtml (
  { field, value, helpers: { words } }: FieldParts, { required }: HtmlAttributes
): string {
  const { isSecret, pointer, facts: { isList, choices } } = field
  const chosen = isSecret ? [] : [value].flat().map((one) => textOf(one) ?? '')
  const optionOf = ({ value, label, group }: Choice, index: number): string => {
    const text = words?.({ instancePath: pointer, keyword: 'option', params: { value } }) ?? label
    const mark = chosen.includes(value) ? ' selected' : ''
    const isFirst = group !== choices[index - 1]?.group
    const opening = isFirst && group !== undefined ? `<optgroup label="${escapeHtml(group)}">` : ''
    const closing = group !== undefined && group !== choices[index + 1]?.group ? '</optgroup>' : ''
    return `${opening}<option value="${escapeHtml(value)}"${mark}>${escapeHtml(text)}</option>${closing}`
  }
  // Without it a browser chooses the first.
  const isChosen = choices.some(({ value }) => chosen.includes(value))
  const hasBlank = choices.some(({ value }) => value === '')
  const isBlank = !isList && !hasBlank && (required !== true || !isChosen)
  return `${isBlank ? BLANK_OPTION : ''}${choices.map(optionOf).join('')}`
}

/** What a field shows of its value. */
function shownText ({ field: { isSecret, facts: { isList }, constraints }, value }: FieldParts): string {
  if (isSecret || isList) return ''
  const last = Array.isArray(value) ? [value].flat().at(-1) as unknown : value
  const day = constraints.type === 'date' && last instanceof Date ? dayOf(last) : last
  return textOf(day) ?? ''
}

interface Shown {
  readonly id: string
  readonly text: string
  readonly constraints: HtmlAttributes
  readonly errorsId: string
}

/** What a template may replace of a field. */
const REPLACED = new Set([
  'name', 'id', 'value', 'checked', 'rows', 'cols', 'type', 'required', 'multiple', 'accept', 'autocomplete',
  'min', 'max', 'step', 'minlength', 'maxlength', 'pattern'
])

/** A template mostly adds attributes: then those of the field are written already. */
function writeAttributes (parts: FieldParts, { id, text, constraints, errorsId }: Shown): string {
  const { field, messages, attributes: own } = parts
  const hint = own['aria-describedby']
  const described = [hint, errorsId].filter(Boolean).join(' ')
  const state = { 'aria-invalid': 'true', 'aria-describedby': described }
  const added = messages.length === 0 ? own : { ...own, ...state }
  const faults: string[] = []
  const isKnown = constraints === field.constraints && !Object.keys(own).some((name) => REPLACED.has(name))
  const written = isKnown
    ? field.html + valueHtml(field, text) + attributesHtml('attributes', added, faults)
    : attributesHtml('attributes', {
      name: field.name, id, ...controlOf(parts, constraints, text), ...added
    }, faults).slice(1)
  if (faults.length > 0) throwFaults(parts.where(), faults)
  return written
}

function valueHtml ({ facts, constraints: { type } }: KnownField, text: string): string {
  if (isSelect(facts)) return ''
  if (type === 'checkbox') return isChecked(text) ? ' value="1" checked' : ' value="1"'
  return text === '' ? '' : ` value="${escapeHtml(text)}"`
}

function isChecked (text: string): boolean {
  return text === 'true' || text === '1' || text === 'on'
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
  { field: { facts }, attributes }: FieldParts, constraints: HtmlAttributes, text: string
): HtmlAttributes {
  const { type, required, multiple } = constraints
  const isSelected = isSelect(facts) && attributes.type === undefined
  if (isSelected || (attributes.rows ?? attributes.cols) !== undefined) return { required, multiple }
  if (type !== 'checkbox') return { ...constraints, value: text === '' ? undefined : text }
  return { ...constraints, value: '1', checked: isChecked(text) }
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
