/** What a page of HTML shows: its links, and its forms as a browser sends them when they are filled in. */

import type { DefaultTreeAdapterTypes } from 'parse5'
import { readPattern } from '../tools.js'
import { chooseFile } from './sample-files.js'

export interface Field {
  readonly name: string
  readonly value: string
  /** `textarea`, `select`, or the type of an input. */
  readonly type: string
  /** Whether the page decides its value: a hidden field, a box, a choice, a button. */
  readonly isFixed: boolean
  readonly isRequired: boolean
  /** What the page wants of its value. */
  readonly limits: Readonly<Record<'min' | 'max' | 'minlength' | 'pattern' | 'accept', string | undefined>>
}

/** A form that goes to this site. */
export interface PageForm {
  readonly page: string
  readonly url: string
  /** The method as the page has it: a browser sends all but `POST` as GET. */
  readonly written: string
  /** The method that the app takes it for: that of its last field `_method`. */
  readonly method: string
  readonly action: string
  readonly isMultipart: boolean
  readonly fields: readonly Field[]
}

export interface Page {
  /** URLs of this site. */
  readonly links: readonly string[]
  /** Links that are no URLs. */
  readonly invalid: readonly string[]
  readonly forms: readonly PageForm[]
  /** That of its last form with one, against requests from other sites. */
  readonly token: Token | undefined
}

/** A hidden field. */
export interface Token {
  readonly name: string
  readonly value: string
}

interface Tag {
  readonly name: string
  readonly at: Readonly<Record<string, string>>
  readonly element: DefaultTreeAdapterTypes.Element
  /** The form around it. */
  readonly form: DefaultTreeAdapterTypes.Element | undefined
  /** Whether it, or a fieldset around it, is disabled. */
  readonly isDisabled: boolean
}

/** By tag, where not `src` alone. */
const LINKS = new Map([
  ['a', ['href']], ['area', ['href']], ['link', ['href']], ['use', ['href']], ['image', ['href']],
  ['object', ['data']], ['video', ['src', 'poster']]
])
const NO_LINKS = /preconnect|dns-prefetch|canonical/i
/** The address of `5; url='/posts'`. */
const REFRESH = /url\s*=\s*(["']?)(.*?)\1\s*$/i
/** The addresses in a `srcset`, which may hold commas. */
const ADDRESSES = /([^\s,]\S*[^\s,])(?:\s[^,]*)?(?:,|$)/g
const BUTTONS = ['submit', 'image']
/** What has a value; a button has one only where it is pressed. */
const FIELDS = ['input', 'textarea', 'select']
const NO_FIELDS = [...BUTTONS, 'button', 'reset']
const MULTIPART = /^multipart\/form-data$/i
const TOKEN = /csrf|xsrf|token/i
const BOXES = ['checkbox', 'radio']

/** `resolve` gives the URL of a link on a page; undefined for another site, and for an invalid link. */
export async function readPage (
  html: string, page: string, resolve: (link: string, page: string) => string | undefined
): Promise<Page> {
  // Imported here, so that only a walk needs it.
  const { parse } = await import('parse5')
  const tags = [...tagsOf(parse(html))]
  const base = tags.find(({ name, at }) => name === 'base' && at.href !== undefined)?.at.href ?? ''
  // The base may be another site, and so is where the links lead.
  const place = resolve(base, page)
  const follow = (link: string): string | undefined => place && resolve(link, place)
  const links = tags.flatMap(linksOf)
  const forms = tags.filter(({ name }) => name === 'form').flatMap((form) => readForms(form, tags))
  const hidden = tags.filter((tag) => typeOf(tag) === 'hidden')
    .map(({ at: { name = '', value = '' } }): Token => ({ name, value }))
  return {
    links: links.map(follow).filter((url) => url !== undefined),
    invalid: links.filter((link) => !URL.canParse(link, 'http://localhost')),
    forms: forms.flatMap((form) => {
      // Without an action it goes to its own page, whatever the base is.
      const url = form.action === '' ? page : follow(form.action)
      return url === undefined ? [] : [{ ...form, page, url }]
    }),
    token: hidden.findLast(({ name }) => TOKEN.test(name))
  }
}

function * tagsOf (
  node: DefaultTreeAdapterTypes.ParentNode, form?: Tag['form'], isOff = false
): Generator<Tag> {
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue
    const at = Object.fromEntries(child.attrs.map(({ name, value }) => [name, value]))
    const { tagName: name } = child
    const isDisabled = isOff || at.disabled !== undefined
    yield { name, at, element: child, form, isDisabled }
    yield * tagsOf(child, name === 'form' ? child : form, name === 'fieldset' ? isDisabled : isOff)
  }
}

function linksOf ({ name, at }: Tag): string[] {
  // A script of the page asks by another method.
  const isMethod = (at['data-method'] ?? at['data-turbo-method']) !== undefined
  if (isMethod || NO_LINKS.test(at.rel ?? '')) return []
  const links = (LINKS.get(name) ?? ['src']).map((key) => at[key])
  const { content = '', 'http-equiv': directive = '' } = at
  if (name === 'meta' && /^refresh$/i.test(directive)) links.push(REFRESH.exec(content)?.[2])
  const sets = Array.from((at.srcset ?? '').matchAll(ADDRESSES), ([, address]) => address)
  return [...links, ...sets].filter((link) => link !== undefined)
}

/** One for each button that sends it. */
function readForms ({ at: form, element }: Tag, tags: readonly Tag[]): Array<Omit<PageForm, 'page' | 'url'>> {
  const own = tags.filter((tag) => tag.at.form === undefined ? tag.form === element : tag.at.form === form.id)
  const enabled = own.filter(({ isDisabled }) => !isDisabled)
  const buttons = own.filter((tag) => BUTTONS.includes(typeOf(tag)))
  const pressed = buttons.filter(({ isDisabled }) => !isDisabled).map(({ at }) => at)
  const ways = buttons.length === 0 ? [{}] : pressed
  return ways.map((button: Tag['at']) => {
    const written = (button.formmethod ?? form.method ?? 'get').toUpperCase()
    const fields = enabled.flatMap((tag) => fieldsOf(tag, enabled))
    if (button.name !== undefined) fields.push(fixedField(button.name, button.value ?? '', 'submit'))
    const override = fields.findLast(({ name }) => name === '_method')?.value || written
    return {
      written,
      method: written === 'POST' ? override.toUpperCase() : 'GET',
      action: button.formaction ?? form.action ?? '',
      isMultipart: MULTIPART.test(button.formenctype ?? form.enctype ?? ''),
      fields
    }
  }).filter(({ written }) => written !== 'DIALOG')
}

function typeOf ({ name, at: { type = '' } }: Tag): string {
  if (name === 'button') return type.toLowerCase() || 'submit'
  return name === 'input' ? type.toLowerCase() || 'text' : name
}

const NO_LIMITS = {
  min: undefined, max: undefined, minlength: undefined, pattern: undefined, accept: undefined
}

function fixedField (name: string, value: string, type: string): Field {
  return { name, value, type, isFixed: true, isRequired: false, limits: NO_LIMITS }
}

function fieldsOf (tag: Tag, enabled: readonly Tag[]): Field[] {
  const { name = '', value, required, min, max, minlength, pattern, accept } = tag.at
  const type = typeOf(tag)
  const isBox = BOXES.includes(type)
  if (name === '' || (isBox && !isChecked(tag, enabled))) return []
  if (!FIELDS.includes(tag.name) || NO_FIELDS.includes(type)) return []
  if (type === 'select') return chosenOptions(tag).map((option) => fixedField(name, option, type))
  const shown = type === 'textarea' ? textOf(tag.element) : value ?? (isBox ? 'on' : '')
  const isFixed = isBox || type === 'hidden'
  const isRequired = !isFixed && required !== undefined
  return [{ name, value: shown, type, isFixed, isRequired, limits: { min, max, minlength, pattern, accept } }]
}

/** Whether the page checks a box; or a person must, since the form requires it, or one of its group. */
function isChecked (tag: Tag, enabled: readonly Tag[]): boolean {
  const isOfGroup = (one: Tag): boolean => typeOf(one) === 'radio' && one.at.name === tag.at.name
  const group = typeOf(tag) === 'checkbox' ? [tag] : enabled.filter(isOfGroup)
  const isMissing = group.every(({ at }) => at.checked === undefined)
  const isNeeded = isMissing && group.some(({ at }) => at.required !== undefined)
  return tag.at.checked !== undefined || (isNeeded && group[0] === tag)
}

/**
 * The values of the selected options; without any, the first one, unless several may be selected. A person
 * selects one with a value where the form requires it.
 */
function chosenOptions ({ element, at: { multiple, required } }: Tag): string[] {
  const options = [...tagsOf(element)].filter(({ name }) => name === 'option')
  const selected = options.filter(({ at }) => at.selected !== undefined)
  const [all, chosen] = [options, selected].map((some) => some.filter(({ isDisabled }) => !isDisabled)
    .map(({ at, element }) => at.value ?? textOf(element).trim())) as [string[], string[]]
  if (required !== undefined) {
    return chosen.some(Boolean) ? chosen : all.filter(Boolean).slice(0, 1)
  }
  return selected.length === 0 && multiple === undefined ? all.slice(0, 1) : chosen
}

/** What is in an option or a text area, which hold no elements. */
function textOf (node: DefaultTreeAdapterTypes.ParentNode): string {
  return node.childNodes.filter((child) => 'value' in child).map(({ value }) => value).join('')
}

/** By type of a field. */
const SAMPLES = new Map([
  ['email', 'a@example.org'], ['url', 'https://example.org/'], ['tel', '+491234567'], ['search', ''],
  ['number', '1'], ['range', '1'], ['date', '2026-01-01'], ['month', '2026-01'], ['week', '2026-W01'],
  ['time', '12:00'], ['datetime-local', '2026-01-01T12:00'], ['color', '#aabbcc']
])

/** Texts that a pattern may want. */
const MATCHES = [
  '1', '12', '123', '1234', '12345', '12345678', 'ab', 'abc', 'abcdefgh', 'AB', 'ABC', '2026-01-01', '12:00'
]

/** A text for a field that no schema describes, within its limits. */
export function guessValue ({ name, type, value, limits: { min, max, minlength, pattern } }: Field): string {
  if (value !== '') return value
  const sample = SAMPLES.get(type)
  if (sample === undefined) {
    const text = `Text of ${name}`.slice(0, 20).padEnd(Number(minlength), '.')
    const wanted = readPattern(pattern === undefined ? '' : `^(?:${pattern})$`)
    return [text, ...MATCHES].find((one) => wanted.test(one)) ?? text
  }
  const isBelow = min !== undefined && isLess(sample, min)
  const isAbove = max !== undefined && isLess(max, sample)
  if (isBelow) return min
  return isAbove ? max : sample
}

/** Of numbers, or of dates and times, which compare as texts. */
function isLess (one: string, other: string): boolean {
  return Number.isNaN(Number(one)) ? one < other : Number(one) < Number(other)
}

/** The names of the fields that a person fills in. */
export function openNames ({ fields }: PageForm): string {
  return fields.filter(({ isFixed }) => !isFixed).map(({ name }) => name).join(' ')
}

/** Where a form with the method GET leads: it replaces the query of its action. */
export function searchUrl (form: PageForm): string {
  const fill = (field: Field): string => field.isRequired ? guessValue(field) : field.value
  return `${form.url.replace(/\?.*/s, '')}?${String(fillForm({ ...form, isMultipart: false }, fill))}`
}

/** What a browser sends; `fill` gives the value of a field that neither `values` has nor the page decides. */
export function fillForm (
  { fields, isMultipart }: PageForm, fill: (field: Field) => string | File,
  values: Readonly<Record<string, string>> = {}
): URLSearchParams | FormData {
  const data = isMultipart ? new FormData() : new URLSearchParams()
  for (const field of fields) {
    const { name, value, type, isFixed, limits } = field
    const filled = values[name] ?? (isFixed ? value : fill(field))
    if (type === 'file' && data instanceof FormData) data.append(name, chooseFile(limits.accept, filled))
    else data.append(name, String(filled))
  }
  return data
}
