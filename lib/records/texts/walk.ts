/** One walk over what a client sends: takes out what it may not send, and reads the texts of forms. */

import { createError } from '../../errors.js'
import { MAX_DEPTH } from '../../urls/query.js'
import { pointerTo } from '../../pointers.js'
import { isNoText } from '../../schemas/index.js'
import type { Member, Place } from '../../schemas/index.js'
import { isContainer, isFile, readValue } from './texts.js'
import type { TextRules } from './texts.js'

interface WalkRules extends Pick<TextRules, 'isOwn'> {
  /** Where all values are texts; null for JSON. */
  readonly texts: TextRules['texts'] | null
  /** Whether an invalid empty text stays: without it an update would keep the old value. */
  readonly isPartial: boolean
  /** Whether names that no schema knows stay. Those of a closed object always do, to be refused. */
  readonly keepsUnknown: boolean
  /** Whether to look for texts in the places of files. */
  readonly findsTexts: boolean
}

/** For what an action describes itself. */
export const OWN_RULES = {
  isPartial: false, isOwn: true, keepsUnknown: true, findsTexts: false
} as const satisfies Partial<WalkRules>

interface Walked {
  /** The value itself where nothing changes, else a copy. */
  readonly value: unknown
  /** The JSON pointer of a text where only a file is valid; a validator takes any text for one. */
  readonly textForFile: string | undefined
}

/** A walk under way. */
interface Run extends WalkRules {
  level: number
  /** The JSON pointer of the place, where anything asks for it. */
  at: string
  textForFile: string | undefined
}

type Data = Record<string, unknown>

/** A validator calls itself for each level too. */
const MOST_LEVELS = 100

const REMOVED = Symbol('fastify-resources.removed')

/** Throws FST_RESOURCES_LEVELS for data that nest too deep. */
export function walk (value: unknown, place: Place, rules: WalkRules, at = ''): Walked {
  // A spread would cost more than the walk over a small record.
  const { texts, isPartial, isOwn, keepsUnknown, findsTexts } = rules
  const run: Run = { texts, isPartial, isOwn, keepsUnknown, findsTexts, level: 0, at, textForFile: undefined }
  const walked = walkValue(value, place, run)
  return { value: walked, textForFile: run.textForFile }
}

function walkValue (sent: unknown, place: Place, run: Run): unknown {
  const value = readsTexts(run) ? readValue(sent, place, run) : sent
  if (!isContainer(value)) {
    if (run.findsTexts && typeof value === 'string' && isNoText(place.kinds)) run.textForFile ??= run.at
    return value
  }
  if (place.isUnique) refuseDeep(value, run.level)
  if (place.isFree || isFile(value)) return value
  if (run.level === MOST_LEVELS) throw createError('FST_RESOURCES_LEVELS', [MOST_LEVELS])
  const { at } = run
  run.level++
  const contents = Array.isArray(value)
    ? walkItems(value, place, run)
    : walkProperties(value as Data, place, run)
  run.level--
  run.at = at
  return contents
}

/** A validator that compares items with each other calls itself for each level, also where they are free. */
function refuseDeep (value: unknown, level: number): void {
  if (!isContainer(value) || isFile(value)) return
  if (level === MOST_LEVELS) throw createError('FST_RESOURCES_LEVELS', [MOST_LEVELS])
  for (const inner of Object.values(value)) refuseDeep(inner, level + 1)
}

function readsTexts (run: Run): run is Run & TextRules {
  return run.texts !== null
}

function walkItems (list: readonly unknown[], place: Place, run: Run): readonly unknown[] {
  const { at } = run
  let items: unknown[] | null = null
  for (let index = 0; index < list.length; index++) {
    const field = place.itemOf(index)
    if (run.findsTexts) run.at = `${at}/${index}`
    const value = field.isReadOnly && !run.isOwn ? REMOVED : walkValue(list[index], field.place, run)
    const isBlankItem = index >= place.length && isLeftBlank(list[index], value, field, run)
    const isLeftOut = value === REMOVED || isBlankItem
    if (isLeftOut || value !== list[index]) items ??= list.slice(0, index)
    if (!isLeftOut) items?.push(value)
  }
  return items ?? list
}

function walkProperties (object: Data, place: Place, run: Run): Data {
  const { at } = run
  let copy: Data | null = null
  for (const name of Object.keys(object)) {
    if (run.findsTexts) run.at = pointerTo(name, at)
    const sent = object[name]
    const value = walkProperty(name, sent, place, run)
    if (value !== sent) copy ??= copyBefore(name, object)
    if (copy !== null && value !== REMOVED) setOwn(copy, name, value)
  }
  return copy ?? object
}

function walkProperty (name: string, sent: unknown, place: Place, run: Run): unknown {
  const field = place.fieldOf(name)
  if (field === undefined) {
    // A client may send back the record that it got.
    const isOwnId = name === 'id' && run.level === 1
    return run.keepsUnknown || (place.isClosed && !isOwnId) ? sent : REMOVED
  }
  if (field.isReadOnly && !run.isOwn) return REMOVED
  // Most values of JSON, which says what they mean.
  if (run.texts === null && !run.findsTexts && !isContainer(sent)) return sent
  const value = walkValue(sent, field.place, run)
  const isLeftOut = !run.isPartial && !field.isRequired && isNothing(value, field, run)
  return isLeftOut ? REMOVED : value
}

/** Whether an empty text is left out, since it cannot be valid. */
function isNothing (value: unknown, { place }: Member, { texts }: Run): boolean {
  return value === '' && texts !== null && !place.kinds.has('null') && !place.kinds.has('blank')
}

/**
 * Whether an item of a form's list has no filled field, such as a row that waits for a visitor. Items that
 * may be null keep their places.
 */
function isLeftBlank (sent: unknown, value: unknown, field: Member, run: Run): boolean {
  const isBlankRow = run.texts === 'form' && !field.place.kinds.has('null') && isBlank(sent, MAX_DEPTH)
  return isBlankRow || isNothing(value, field, run)
}

/** JSON in a field of a multipart form may be nested deeper than names. */
function isBlank (sent: unknown, depth: number): boolean {
  if (!isContainer(sent)) return sent === ''
  return depth > 0 && !isFile(sent) && Object.values(sent).every((value) => isBlank(value, depth - 1))
}

/** A copy with the properties before one. Objects of a form have no prototype. */
function copyBefore (end: string, object: Data): Data {
  const copy = Object.create(Object.getPrototypeOf(object) as object | null) as Data
  for (const name of Object.keys(object)) {
    if (name === end) break
    setOwn(copy, name, object[name])
  }
  return copy
}

/** Only an open object holds a name of the prototype. */
export function setOwn (object: Data, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true })
}
