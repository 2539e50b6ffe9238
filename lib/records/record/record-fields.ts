/** What a browser may know of the fields of a form: only what it reads as the server does. */

import type { Choice, FieldFacts, FormFields, Key, NoField } from '../../../types/field-facts.js'
import {
  CHOICES, bothOf, eitherOf, isNoText, isOnly, kindsOf, membersOf, partsOf, propertiesOf, requiredOf
} from '../../schemas/index.js'
import type { Kinds, Member, Node, Place, Schema } from '../../schemas/index.js'

type Attributes = Readonly<Record<string, string | number | boolean>>

/** What a row takes under the record's key. */
interface SentForm {
  readonly place: Place
  /** The schemas that always apply to it. */
  readonly nodes: readonly Node[]
  readonly isPartial: boolean
  /** Whether the JSON Schema alone decides: a library may convert a text before it checks it. */
  readonly isExact: boolean
  /** Whether clients may send what is `readOnly`. */
  readonly takesReadOnly: boolean
  readonly takesFiles: boolean
  /** Whether no page may show the value of a name. */
  readonly isHidden: (name: string) => boolean
}

/** A place in a form. */
interface Spot {
  readonly place: Place
  /** Those that apply always. */
  readonly nodes: readonly Node[]
  /** Where none does: those of the members of a choice. */
  readonly others: readonly Node[]
  readonly isRequired: boolean
  readonly isSecret: boolean
  /** The server leaves out blank rows. */
  readonly isInList: boolean
}

const NUMBERS = ['integer', 'number', 'null']
const SHOWN_TYPES = ['string', 'number', 'boolean']

/** An empty text is null, an empty list or false, where it is no text. */
const TAKE_BLANK = ['any', 'null', 'blank', 'array', 'boolean']

/** Their texts have no character that counts as two in HTML. */
const ASCII_FORMATS = ['email', 'hostname', 'ipv4', 'ipv6', 'uuid']
const ASCII_PATTERN = /^\^\[[\w !#%'*+,./:;<=>?@_~-]+\](?:[+*]|\{\d+(?:,\d*)?\})\$$/

/** Sets in a class, by the flag `v`: `[a--b]`. */
const SET = /--|&&/

export function createFields (form: SentForm): FormFields {
  return { takesFiles: form.takesFiles, factsAt: (keys) => findFacts(keys, form) }
}

function findFacts (keys: readonly Key[], form: SentForm): FieldFacts | NoField {
  const { place, nodes } = form
  const isSent = (member: Member): boolean => !member.isReadOnly || form.takesReadOnly
  const namesIn = ({ fields }: Place): string[] =>
    [...fields].filter(([, member]) => isSent(member)).map(([name]) => name)
  let spot: Spot = { place, nodes, others: [], isRequired: true, isSecret: false, isInList: false }
  for (const written of keys) {
    const key = keyIn(spot.place, written)
    const member = memberAt(spot.place, key)
    if (member === undefined || !isSent(member)) {
      return { unknown: written, isReadOnly: member !== undefined, known: namesIn(spot.place) }
    }
    spot = spotIn(spot, member, key)
    if (form.isHidden(String(key))) spot = { ...spot, isSecret: true }
  }
  if (!isGroup(spot.place) || isListOfTexts(spot.place)) return factsOf(spot, form)
  const { kinds, itemOf } = spot.place
  const group = kinds.has('object')
    ? { kind: 'an object', inside: `.${namesIn(spot.place)[0] ?? 'name'}` }
    : { kind: 'a list', inside: ['[0]', ...namesIn(itemOf(0).place).slice(0, 1)].join('.') }
  return { unknown: keys.at(-1) as Key, isReadOnly: false, known: [], group }
}

/** Digits are names where no list is valid. */
function keyIn ({ kinds }: Place, key: Key): Key {
  return kinds.has('array') ? key : String(key)
}

function memberAt ({ kinds, itemOf, fieldOf }: Place, key: Key): Member | undefined {
  if (typeof key === 'number') return itemOf(key)
  return kinds.has('object') ? fieldOf(key) : undefined
}

/** Whether no text is valid, but an object or a list. */
function isGroup ({ kinds }: Place): boolean {
  return ['object', 'array'].some((kind) => kinds.has(kind)) && isOnly(kinds, ['object', 'array', 'null'])
}

/** `post[tags][]`. */
function isListOfTexts ({ kinds, itemOf }: Place): boolean {
  return kinds.has('array') && isOnly(kinds, ['array', 'null']) && !isGroup(itemOf(0).place)
}

function spotIn (spot: Spot, { place, isWriteOnly }: Member, key: Key): Spot {
  const isSecret = spot.isSecret || isWriteOnly
  if (typeof key === 'string') return { ...spot, ...propertyNodes(spot, key), place, isSecret }
  const items = certainNodes(spot.nodes).flatMap((node) => membersOf(node, 'items'))
  const nodes = spot.place.length > 0 ? [] : items
  return { place, nodes, others: [], isRequired: false, isSecret, isInList: true }
}

type Nodes = Pick<Spot, 'nodes' | 'others' | 'isRequired'>

export function propertyNodes ({ nodes, others }: Pick<Spot, 'nodes' | 'others'>, key: string): Nodes {
  const around = certainNodes(nodes)
  const named = (all: readonly Node[]): Node[] =>
    all.flatMap(propertiesOf).filter(([name]) => name === key).map(([, node]) => node)
  const found = named(around)
  return {
    nodes: found,
    others: found.length > 0 ? [] : named(possibleNodes([...nodes, ...others])),
    isRequired: around.some((node) => requiredOf(node).includes(key))
  }
}

function possibleNodes (nodes: readonly Node[]): Node[] {
  return partsOf(nodes, ['allOf', ...CHOICES]).map(({ node }) => node)
}

/** Those that apply to each value but null, for which a form has an empty text. */
function certainNodes (nodes: readonly Node[]): Node[] {
  const found = new Set<Node>()
  const waiting = [...nodes]
  for (const node of waiting) {
    const parts = partsOf([node], ['allOf']).map(({ node: part }) => part).filter((part) => !found.has(part))
    for (const part of parts) found.add(part)
    waiting.push(...parts.flatMap(onlyMembers))
  }
  return [...found]
}

/** The one member of a choice that is not null. */
function onlyMembers (node: Node): Node[] {
  return CHOICES.flatMap((keyword) => {
    const members = membersOf(node, keyword).filter((member) => !isOnly(kindsOf(member), ['null']))
    return members.length === 1 ? members : []
  })
}

function factsOf (spot: Spot, form: SentForm): FieldFacts {
  const { place, nodes, others, isSecret } = spot
  const kinds = others.length > 0 ? eitherOf(others.map(kindsOf)) : bothOf(nodes.map(kindsOf))
  const isList = isListOfTexts(place)
  if (isList) {
    const { constraints, choices } = factsOf(spotIn(spot, place.itemOf(0), 0), form)
    const multiple = (choices.length > 0 || constraints.type === 'file') && { multiple: true }
    return { constraints: { ...constraints, ...multiple }, choices, isList, isSecret, initial: undefined }
  }
  const schemas = certainNodes(nodes).map(({ schema }) => schema)
  const defaults = form.isPartial ? [] : schemas.filter((schema) => 'default' in schema)
  const isSwitch = isOnly(kinds, ['boolean', 'null']) && kinds.has('null')
  return {
    constraints: constraintsOf(spot, kinds, { schemas, form }),
    choices: isSwitch ? SWITCH : choicesOf(spot),
    isList,
    isSecret: isSecret || schemas.some(({ format }) => format === 'password'),
    initial: defaults[0]?.default
  }
}

const SWITCH: readonly Choice[] = [{ value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }]

interface Described {
  readonly schemas: readonly Schema[]
  readonly form: SentForm
}

function constraintsOf (
  { nodes, others, isRequired, isInList }: Spot, kinds: Kinds,
  { schemas, form: { isExact, isPartial } }: Described
): Attributes {
  const all = (keyword: string): unknown[] => schemas.flatMap((schema) => schema[keyword] ?? [])
  const isAsked = (isRequired || isPartial) && !isInList && nodes.length > 0
  const isBlankInvalid = !TAKE_BLANK.some((kind) => kinds.has(kind))
  const required = isAsked && isBlankInvalid && { required: true }
  if (isNoText(kinds)) {
    const media = possibleNodes([...nodes, ...others]).flatMap(({ schema }) => schema.contentMediaType ?? [])
    const accept = media.length > 0 && { accept: [...new Set(media)].join() }
    return { type: 'file', ...isRequired && !isPartial && !isInList && { required: true }, ...accept }
  }
  if (isOnly(kinds, ['boolean'])) {
    const isTrue = all('const').includes(true) && isAsked
    return { type: 'checkbox', ...isTrue && { required: true } }
  }
  if (isOnly(kinds, NUMBERS)) {
    const isInteger = !kinds.has('number')
    const step = isInteger ? 1 : 'any'
    return { type: 'number', ...required, step, ...isExact && numberLimits(all, isInteger) }
  }
  const isText = isOnly(kinds, ['string', 'null'])
  if (isText && all('format').includes('date')) return { type: 'date', ...required }
  const type = isText && all('format').includes('email') ? 'email' : 'text'
  return { type, ...required, ...isExact && (isText || kinds.has('any')) && textLimits(all) }
}

type AllOf = (keyword: string) => unknown[]

/** HTML has no limit that a number must be above, so a fraction may be at it. */
function numberLimits (all: AllOf, isInteger: boolean): Attributes {
  const numbers = (keyword: string): number[] => all(keyword).filter((one) => typeof one === 'number')
  const above = numbers('exclusiveMinimum').map((limit) => isInteger ? Math.floor(limit) + 1 : limit)
  const below = numbers('exclusiveMaximum').map((limit) => isInteger ? Math.ceil(limit) - 1 : limit)
  const min = Math.max(...numbers('minimum').map((limit) => isInteger ? Math.ceil(limit) : limit), ...above)
  const max = Math.min(...numbers('maximum').map((limit) => isInteger ? Math.floor(limit) : limit), ...below)
  return { ...Number.isFinite(min) && { min }, ...Number.isFinite(max) && { max } }
}

/**
 * Ajv counts characters and HTML UTF-16 units, of which a character has one or two. So a text that is long
 * enough for Ajv is so for HTML, and one that is too long for HTML may be valid.
 */
function textLimits (all: AllOf): Attributes {
  const patterns = all('pattern') as string[]
  const isAscii = patterns.some((pattern) => ASCII_PATTERN.test(pattern)) ||
    all('format').some((format) => ASCII_FORMATS.includes(format as string))
  const minlength = Math.max(...all('minLength') as number[])
  const maxlength = Math.min(...all('maxLength') as number[])
  const pattern = patterns.find(isReadAlike)
  return {
    ...minlength > 1 && { minlength },
    ...isAscii && Number.isFinite(maxlength) && { maxlength },
    ...pattern !== undefined && { pattern }
  }
}

/** HTML compares a whole text, with the flag `v`. The validator searches it, with the flag `u`. */
function isReadAlike (pattern: string): boolean {
  try {
    const isWhole = /^\^[^|]*[^\\|]\$$/.test(pattern) && !SET.test(pattern)
    return isWhole && new RegExp(pattern, 'u').unicode && new RegExp(pattern, 'v').unicodeSets
  } catch {
    return false
  }
}

/** The constants of a schema; undefined where it takes other values too. */
function constantsOf (node: Node): Choice[] | undefined {
  const { schema } = node
  const values = 'const' in schema ? [schema.const] : schema.enum
  if (Array.isArray(values)) {
    // An empty text is the blank choice.
    const shown = values.filter((value) => value !== '' && SHOWN_TYPES.includes(typeof value)).map(String)
    const { title } = values.length === 1 ? schema : {}
    return shown.map((value) => ({ value, label: typeof title === 'string' ? title : labelOf(value) }))
  }
  if (schema.type === 'null') return []
  const members = CHOICES.map((keyword) => membersOf(node, keyword)).find((found) => found.length > 0)
  const choices = members?.map(choicesIn)
  return choices?.every((one) => one !== undefined) === true ? choices.flat() : undefined
}

function choicesIn (node: Node): Choice[] | undefined {
  return certainNodes([node]).map(constantsOf).find(Boolean)
}

/** The choices that always apply, else those of all members of a choice that name the property. */
function choicesOf ({ nodes, others }: Spot): Choice[] {
  const members = others.map(choicesIn)
  const ofMembers = members.every((one) => one !== undefined) ? members.flat() : []
  const found = certainNodes(nodes).map(constantsOf).find(Boolean) ?? ofMembers
  return [...new Map(found.map((choice) => [choice.value, choice])).values()]
}

/** `in_progress` is `In progress`. */
function labelOf (value: string): string {
  const words = value.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
