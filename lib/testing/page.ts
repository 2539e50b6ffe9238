/** What a page of HTML shows: its links, and its forms as a person sends them. */

import type { DefaultTreeAdapterTypes } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element
type Resolve = (link: string) => string | undefined

interface Tag {
  readonly name: string
  /** Its attributes. */
  readonly at: Readonly<Record<string, string>>
  readonly element: Element
  /** The form around it. */
  readonly form: Element | undefined
}

interface Field {
  readonly name: string
  /** As the page has it; for an empty one that is required, a value of its type. */
  readonly value: string
  /** `textarea`, `select`, or the type of an input or a button. */
  readonly type: string
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

/** `resolve` gives the URL of a link on a page; undefined for another site, and for an invalid link. */
export async function readPage (html: string, page: string, resolve: Resolve): Promise<Page> {
  // Imported here, so that only a walk needs it.
  const { parse } = await import('parse5')
  const tags = [...tagsOf(parse(html))]
  const links = tags.flatMap(({ at }) => [at.href, at.src, at.poster]).filter((link) => link !== undefined)
  return {
    links: links.map(resolve).filter((url) => url !== undefined),
    invalid: links.filter((link) => !URL.canParse(link, 'http://localhost')),
    forms: tags.filter(({ name }) => name === 'form').flatMap((form) => readForm(form, tags, page, resolve))
  }
}

function * tagsOf (node: DefaultTreeAdapterTypes.ParentNode, form?: Element): Generator<Tag> {
  for (const element of node.childNodes) {
    if (!('tagName' in element)) continue
    const { tagName: name, attrs } = element
    yield { name, at: Object.fromEntries(attrs.map(({ name, value }) => [name, value])), element, form }
    yield * tagsOf(element, name === 'form' ? element : form)
  }
}

/** As its first button sends it. */
function readForm (
  { at: form, element }: Tag, tags: readonly Tag[], page: string, resolve: Resolve
): PageForm[] {
  const own = tags.filter((tag) => tag.form === element && tag.at.disabled === undefined)
  const button = own.find((tag) => /^(?:submit|image)$/.test(typeOf(tag)))?.at ?? {}
  const written = (button.formmethod ?? form.method ?? 'get').toUpperCase()
  const url = resolve((button.formaction ?? form.action) || page)
  if (url === undefined || written === 'DIALOG') return []
  const fields = own.flatMap((tag) => fieldsOf(tag, own))
  if (button.name !== undefined) fields.push({ name: button.name, value: button.value ?? '', type: 'submit' })
  const override = fields.findLast(({ name }) => name === '_method')?.value || written
  const method = written === 'POST' ? override.toUpperCase() : 'GET'
  return [{ page, url, written, method, isMultipart: /^multipart\//i.test(form.enctype ?? ''), fields }]
}

function typeOf ({ name, at: { type = '' } }: Tag): string {
  if (name === 'button') return type.toLowerCase() || 'submit'
  return name === 'input' ? type.toLowerCase() || 'text' : name
}

function fieldsOf (tag: Tag, own: readonly Tag[]): Field[] {
  const { name = '' } = tag.at
  const type = typeOf(tag)
  const isField = name !== '' && /^(?:input|textarea|select)$/.test(tag.name)
  if (!isField || /^(?:submit|image|button|reset)$/.test(type)) return []
  return valuesOf(tag, type, own).map((value) => ({ name, value, type }))
}

function valuesOf (tag: Tag, type: string, own: readonly Tag[]): string[] {
  const { at, element } = tag
  if (type === 'select') return chosenOptions(tag)
  if (type === 'checkbox' || type === 'radio') {
    // A person checks the first of a group where the form requires one.
    const group = own.filter((one) => one.at.name === at.name && typeOf(one) === type)
    const checked = group.filter(({ at }) => at.checked !== undefined)
    const isMissing = checked.length === 0 && group.some(({ at }) => at.required !== undefined)
    return (isMissing ? group.slice(0, 1) : checked).includes(tag) ? [at.value ?? 'on'] : []
  }
  const value = type === 'textarea' ? textOf(element) : at.value ?? ''
  return [value === '' && type !== 'hidden' && at.required !== undefined ? sampleOf(at, type) : value]
}

/** Those of the selected options, else of the first one; the form may require one that is not empty. */
function chosenOptions ({ element, at: { multiple, required } }: Tag): string[] {
  const options = [...tagsOf(element)]
    .filter(({ name, at }) => name === 'option' && at.disabled === undefined)
    .map(({ at, element }) => ({ at, value: at.value ?? textOf(element).trim() }))
  const chosen = options.filter(({ at }) => at.selected !== undefined).map(({ value }) => value)
  const all = options.map(({ value }) => value)
  if (required !== undefined && !chosen.some(Boolean)) return all.filter(Boolean).slice(0, 1)
  return chosen.length === 0 && multiple === undefined ? all.slice(0, 1) : chosen
}

/** What is in an option or a text area, which hold no elements. */
function textOf (node: DefaultTreeAdapterTypes.ParentNode): string {
  return node.childNodes.filter((child) => 'value' in child).map(({ value }) => value).join('')
}

/** By type of a field. */
const SAMPLES = new Map([
  ['email', 'a@example.org'], ['url', 'https://example.org/'], ['tel', '+491234567'], ['number', '1'],
  ['range', '1'], ['date', '2026-01-01'], ['month', '2026-01'], ['week', '2026-W01'], ['time', '12:00'],
  ['datetime-local', '2026-01-01T12:00'], ['file', 'file.txt']
])

function sampleOf ({ name, min, max, minlength }: Tag['at'], type: string): string {
  const text = `Text of ${name as string}`.slice(0, 20).padEnd(Number(minlength), '.')
  return min ?? max ?? SAMPLES.get(type) ?? text
}

/** What a browser sends; `values` replace those of the page. */
export function fillForm (
  { fields, isMultipart }: PageForm, values: Readonly<Record<string, string>> = {}
): URLSearchParams | FormData {
  const data = isMultipart ? new FormData() : new URLSearchParams()
  for (const { name, value, type } of fields) {
    const isFile = type === 'file' && data instanceof FormData
    if (isFile) data.append(name, new File(value === '' ? [] : ['a file'], value))
    else data.append(name, Object.hasOwn(values, name) ? values[name] as string : value)
  }
  return data
}
