/** What a page of HTML shows: its links, and its forms as a browser sends them. */

import type { DefaultTreeAdapterTypes } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element
type Attributes = Readonly<Record<string, string>>
type Resolve = (link: string) => string | undefined

interface Tag {
  readonly name: string
  readonly at: Attributes
  readonly element: Element
  /** The form around it. */
  readonly form: Element | undefined
  /** Whether it, or a fieldset around it, is disabled. */
  readonly isDisabled: boolean
}

interface Field {
  readonly name: string
  readonly value: string
  /** `textarea`, `select`, or the type of an input or a button. */
  readonly type: string
  readonly at: Attributes
  /** Whether it is a box that is not checked. */
  readonly isOff?: boolean
}

export interface PageForm {
  readonly page: string
  readonly url: string
  /** The method as the page has it: a browser sends all but `POST` as GET. */
  readonly written: string
  /** The method that the app takes it for: that of its last field `_method`. */
  readonly method: string
  readonly isMultipart: boolean
  readonly fields: readonly Field[]
}

export interface Page {
  readonly links: readonly string[]
  /** Links that are no URLs. */
  readonly invalid: readonly string[]
  readonly forms: readonly PageForm[]
}

const NO_LINKS = /preconnect|dns-prefetch|canonical/i

/** `resolve` gives the URL of a link on a page; undefined for another site, and for an invalid link. */
export async function readPage (
  html: string, page: string, resolve: (link: string, page: string) => string | undefined
): Promise<Page> {
  // Imported here, so that only a walk needs it.
  const { parse } = await import('parse5')
  const tags = [...tagsOf(parse(html))]
  const bases = tags.filter(({ name }) => name === 'base').map(({ at }) => at.href)
  const base = bases.find((href) => href !== undefined) ?? ''
  // The base may be another site, and so is where the links lead.
  const place = resolve(base, page)
  const follow: Resolve = (link) => place && resolve(link, place)
  const links = tags.flatMap(linksOf)
  return {
    links: links.map(follow).filter((url) => url !== undefined),
    invalid: links.filter((link) => !URL.canParse(link, 'http://localhost')),
    forms: tags.filter(({ name }) => name === 'form').flatMap((form) => readForms(form, tags, page, follow))
  }
}

function * tagsOf (node: DefaultTreeAdapterTypes.ParentNode, form?: Element, isOff = false): Generator<Tag> {
  for (const element of node.childNodes) {
    if (!('tagName' in element)) continue
    const { tagName: name, attrs } = element
    const at = Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
    const isDisabled = isOff || at.disabled !== undefined
    yield { name, at, element, form, isDisabled }
    yield * tagsOf(element, name === 'form' ? element : form, name === 'fieldset' ? isDisabled : isOff)
  }
}

function linksOf ({ name, at }: Tag): string[] {
  // A script of the page asks by another method.
  const isMethod = (at['data-method'] ?? at['data-turbo-method']) !== undefined
  if (isMethod || name === 'base' || NO_LINKS.test(at.rel ?? '')) return []
  return [at.href, at.src, at.poster].filter((link) => link !== undefined)
}

/** One for each button that sends it. */
function readForms (
  { at: form, element }: Tag, tags: readonly Tag[], page: string, follow: Resolve
): PageForm[] {
  const own = tags.filter((tag) => tag.at.form === undefined ? tag.form === element : tag.at.form === form.id)
  const enabled = own.filter(({ isDisabled }) => !isDisabled)
  const buttons = own.filter((tag) => /^(?:submit|image)$/.test(typeOf(tag)))
  const pressed = buttons.filter(({ isDisabled }) => !isDisabled).map(({ at }) => at)
  return (buttons.length === 0 ? [{}] : pressed).flatMap((button: Attributes) => {
    const written = (button.formmethod ?? form.method ?? 'get').toUpperCase()
    const action = button.formaction ?? form.action ?? ''
    // Without an action it goes to its own page, whatever the base is.
    const url = action === '' ? page : follow(action)
    if (url === undefined || written === 'DIALOG') return []
    const fields = enabled.flatMap((tag) => fieldsOf(tag, enabled))
    const { name, value = '' } = button
    if (name !== undefined) fields.push({ name, value, type: 'submit', at: {} })
    const override = fields.findLast(({ name }) => name === '_method')?.value || written
    const method = written === 'POST' ? override.toUpperCase() : 'GET'
    const isMultipart = /^multipart\/form-data$/i.test(button.formenctype ?? form.enctype ?? '')
    return { page, url, written, method, isMultipart, fields }
  })
}

function typeOf ({ name, at: { type = '' } }: Tag): string {
  if (name === 'button') return type.toLowerCase() || 'submit'
  return name === 'input' ? type.toLowerCase() || 'text' : name
}

function fieldsOf (tag: Tag, enabled: readonly Tag[]): Field[] {
  const { at, at: { name = '', value = '' }, element } = tag
  const type = typeOf(tag)
  const isField = name !== '' && /^(?:input|textarea|select)$/.test(tag.name)
  if (!isField || /^(?:submit|image|button|reset)$/.test(type)) return []
  if (type === 'select') return chosenOptions(tag).map((value) => ({ name, value, type, at }))
  if (type !== 'checkbox' && type !== 'radio') {
    return [{ name, value: type === 'textarea' ? textOf(element) : value, type, at }]
  }
  // A person checks the first of a group where the form requires one.
  const group = enabled.filter((one) => one.at.name === name && typeOf(one) === type)
  const isMissing = group.every(({ at }) => at.checked === undefined)
  const isNeeded = isMissing && group[0] === tag && group.some(({ at }) => at.required !== undefined)
  return [{ name, value: at.value ?? 'on', type, at, isOff: at.checked === undefined && !isNeeded }]
}

/** Those of the selected options, else of the first one; the form may require one that is not empty. */
function chosenOptions ({ element, at: { multiple, required } }: Tag): string[] {
  const options = [...tagsOf(element)].filter(({ name }) => name === 'option')
  const selected = options.filter(({ at }) => at.selected !== undefined)
  const [all, chosen] = [options, selected].map((some) => some.filter(({ isDisabled }) => !isDisabled)
    .map(({ at, element }) => at.value ?? textOf(element).trim())) as [string[], string[]]
  if (required !== undefined && !chosen.some(Boolean)) return all.filter(Boolean).slice(0, 1)
  return selected.length === 0 && multiple === undefined ? all.slice(0, 1) : chosen
}

/** What is in an option or a text area, which hold no elements. */
function textOf (node: DefaultTreeAdapterTypes.ParentNode): string {
  return node.childNodes.filter((child) => 'value' in child).map(({ value }) => value).join('')
}

/** By type of a field. */
const SAMPLES = new Map([
  ['email', 'a@example.org'], ['url', 'https://example.org/'], ['tel', '+491234567'], ['number', '1'],
  ['range', '1'], ['date', '2026-01-01'], ['month', '2026-01'], ['week', '2026-W01'], ['time', '12:00'],
  ['datetime-local', '2026-01-01T12:00']
])

/** What a browser sends; a person fills in these values, and the empty fields that are required, or all. */
export function fillForm (
  { fields, isMultipart }: PageForm, needsAll: boolean, values: Readonly<Record<string, string>> = {}
): URLSearchParams | FormData {
  const data = isMultipart ? new FormData() : new URLSearchParams()
  for (const { name, value, type, at, isOff = false } of fields) {
    if (isOff && (!needsAll || data.has(name))) continue
    const isMissing = value === '' && type !== 'hidden' && (needsAll || at.required !== undefined)
    const text = `Text of ${name}`.slice(0, 20).padEnd(Number(at.minlength), '.')
    const filled = isMissing ? at.min ?? at.max ?? SAMPLES.get(type) ?? text : value
    if (data instanceof URLSearchParams || type !== 'file') data.append(name, values[name] ?? filled)
    else data.append(name, new File(isMissing ? ['a file'] : [], isMissing ? 'file.txt' : ''))
  }
  return data
}
