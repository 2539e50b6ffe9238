/** What a page of HTML shows: its links, and its forms as a browser sends them. */

import { defaultTreeAdapter, parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'

export interface Field {
  readonly name: string
  readonly value: string
  /** `textarea`, `select`, or the type of an input. */
  readonly type: string
  /** Whether the page decides its value: a hidden field, a box, a choice, a button. */
  readonly isFixed: boolean
  readonly isRequired: boolean
}

export interface PageForm {
  /** As a browser sends it: `GET` or `POST`. */
  readonly method: string
  /** The method that the app takes it for: that of its field `_method`. */
  readonly override: string
  readonly action: string
  readonly isMultipart: boolean
  readonly fields: readonly Field[]
}

export interface Page {
  /** The `href` of its `<base>`. */
  readonly base: string
  readonly links: readonly string[]
  readonly forms: readonly PageForm[]
}

interface Tag {
  readonly name: string
  readonly at: Readonly<Record<string, string>>
  readonly element: DefaultTreeAdapterTypes.Element
  /** The form around it. */
  readonly form: DefaultTreeAdapterTypes.Element | undefined
}

const LINKS = ['a', 'area', 'link']
const NO_LINKS = /preconnect|dns-prefetch|canonical/
const BUTTONS = ['submit', 'image']
const NO_FIELDS = [...BUTTONS, 'button', 'reset']

export function readPage (html: string): Page {
  const tags = [...tagsOf(parse(html), undefined)]
  const bases = tags.filter(({ name, at }) => name === 'base' && at.href !== undefined)
  return {
    base: bases[0]?.at.href ?? '',
    links: tags.map(linkOf).filter((link) => link !== undefined),
    forms: tags
      .filter(({ name, at }) => name === 'form' && at.method?.toLowerCase() !== 'dialog')
      .flatMap((form) => formsOf(form, tags))
  }
}

function * tagsOf (node: DefaultTreeAdapterTypes.ParentNode, form: Tag['form']): Generator<Tag> {
  for (const child of node.childNodes) {
    if (!defaultTreeAdapter.isElementNode(child)) continue
    const at = Object.fromEntries(child.attrs.map(({ name, value }) => [name, value]))
    yield { name: child.tagName, at, element: child, form }
    yield * tagsOf(child, child.tagName === 'form' ? child : form)
  }
}

function linkOf ({ name, at: { href, src, rel = '' } }: Tag): string | undefined {
  return LINKS.includes(name) && !NO_LINKS.test(rel) ? href : src
}

/** One for each button that sends it. */
function formsOf ({ at: form, element }: Tag, tags: readonly Tag[]): PageForm[] {
  const own = tags.filter((tag) => tag.at.form === undefined ? tag.form === element : tag.at.form === form.id)
  const buttons = own.filter(({ name, at }) => BUTTONS.includes(typeOf(name, at)))
  return (buttons.length === 0 ? [{ at: {} as Tag['at'] }] : buttons).map(({ at: button }): PageForm => {
    const pressed = button.name === undefined ? [] : [fixedField(button.name, button.value ?? '', 'submit')]
    const fields = [...own.flatMap(fieldOf), ...pressed]
    const method = (button.formmethod ?? form.method ?? 'get').toUpperCase()
    return {
      method,
      override:
        method === 'GET'
          ? method
          : (fields.find(({ name }) => name === '_method')?.value ?? method).toUpperCase(),
      action: button.formaction ?? form.action ?? '',
      isMultipart: (button.formenctype ?? form.enctype) === 'multipart/form-data',
      fields
    }
  })
}

function typeOf (name: string, at: Tag['at']): string {
  if (name === 'button') return at.type ?? 'submit'
  return name === 'input' ? at.type ?? 'text' : name
}

function fixedField (name: string, value: string, type: string): Field {
  return { name, value, type, isFixed: true, isRequired: false }
}

function fieldOf ({ name: tag, at, element }: Tag): Field[] {
  const { name = '', value = '' } = at
  const type = typeOf(tag, at)
  if (name === '' || at.disabled !== undefined || NO_FIELDS.includes(type)) return []
  if (tag === 'select') return chosenOptions(element, at).map((option) => fixedField(name, option, type))
  if (type === 'checkbox' || type === 'radio') {
    return at.checked === undefined ? [] : [fixedField(name, at.value ?? 'on', type)]
  }
  if (type === 'hidden') return [fixedField(name, value, type)]
  if (tag !== 'input' && tag !== 'textarea') return []
  return [
    {
      name,
      value: tag === 'textarea' ? textOf(element) : value,
      type,
      isFixed: false,
      isRequired: at.required !== undefined
    }
  ]
}

/** The values of the selected options; without any, the first one, unless several may be selected. */
function chosenOptions (select: DefaultTreeAdapterTypes.Element, { multiple }: Tag['at']): string[] {
  const options = [...tagsOf(select, undefined)].filter(({ name }) => name === 'option')
  const selected = options.filter(({ at }) => at.selected !== undefined)
  const chosen = selected.length === 0 && multiple === undefined ? options.slice(0, 1) : selected
  return chosen.map(({ at, element }) => at.value ?? textOf(element).trim())
}

/** What is in an option or a text area, which hold no elements. */
function textOf (node: DefaultTreeAdapterTypes.ParentNode): string {
  return node.childNodes.filter(defaultTreeAdapter.isTextNode).map(({ value }) => value).join('')
}
