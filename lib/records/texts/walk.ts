/** One walk over what a client sends: takes out what it may not send, and reads the texts of forms. */

import { createError } from '../../errors.js'
import { MAX_DEPTH } from '../../urls/query.js'
import { pointerTo } from '../../pointers.js'
import { isNoText } from '../../schemas/index.js'
import type { Member, Place } from '../../schemas/index.js'
import { isContainer, isFile, readValue } from './texts.js'
import type { TextRules } from './texts.js'

/** The names that no schema knows: the first ones, since a client may send very many. */
export interface UnknownKeys {
  /** As JSON pointers. */
  readonly pointers: string[]
  /** Whether there are more, or the last one is cut. */
  hasMore: boolean
}

interface WalkRules extends Pick<TextRules, 'isOwn'> {
  /** Where all values are texts; null for JSON. */
  readonly texts: TextRules['texts'] | null
  /** Whether an invalid empty text stays: without it an update would keep the old value. */
  readonly isPartial: boolean
  /** What becomes of names that no schema knows: an object collects those removed. */
  readonly unknown: 'keep' | 'remove' | UnknownKeys
  /** Whether to look for texts in the places of files. */
  readonly findsTexts: boolean
}

/** For what an action describes itself. */
export const OWN_RULES = {
  isPartial: false, isOwn: true, unknown: 'keep', findsTexts: false
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

/** How many unknown names are told, and in how many letters of all together. */
const MOST_NAMES = 20
const MOST_LETTERS = 10_000

const REMOVED = Symbol('fastify-resources.removed')

/** Throws FST_RESOURCES_LEVELS for data that nest too deep. */
export function walk (value: unknown, place: Place, rules: WalkRules, at = ''): Walked {
  // A spread would cost more than the walk over a small record.
  const { texts, isPartial, isOwn, unknown, findsTexts } = rules
  const run: Run = { texts, isPartial, isOwn, unknown, findsTexts, level: 0, at, textForFile: undefined }
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
  const tracksPlaces = run.findsTexts || typeof run.unknown === 'object'
  let items: unknown[] | null = null
  for (let index = 0; index < list.length; index++) {
    const field = place.itemOf(index)
    if (tracksPlaces) run.at = `${at}/${index}`
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
  const tracksPlaces = run.findsTexts || typeof run.unknown === 'object'
  let copy: Data | null = null
  for (const name of Object.keys(object)) {
    if (tracksPlaces) run.at = pointerTo(name, at)
    const value = walkProperty(object[name], place.fieldOf(name), run)
    if (value !== object[name]) copy ??= copyBefore(name, object)
    if (copy !== null && value !== REMOVED) setOwn(copy, name, value)
  }
  return copy ?? object
}

function walkProperty (sent: unknown, field: Member | undefined, run: Run): unknown {
  if (field === undefined) {
    if (typeof run.unknown === 'object') addUnknown(run.unknown, run.at)
    return run.unknown === 'keep' ? sent : REMOVED
  }
  if (field.isReadOnly && !run.isOwn) return REMOVED
  const value = walkValue(sent, field.place, run)
  const isLeftOut = !run.isPartial && !field.isRequired && isNothing(value, field, run)
  return isLeftOut ? REMOVED : value
}

function addUnknown (unknown: UnknownKeys, pointer: string): void {
  if (unknown.hasMore) return
  const { pointers } = unknown
  const room = MOST_LETTERS - pointers.join('').length
  const isFull = pointers.length === MOST_NAMES || room === 0
  if (!isFull) pointers.push(pointer.slice(0, room))
  unknown.hasMore = isFull || pointer.length > room
}

/** Whether an empty text is left out, since it cannot be valid. */
function isNothing (value: unknown, { place: { kinds } }: Member, { texts }: Run): boolean {
  return value === '' && texts !== null && !kinds.has('null') && !kinds.has('blank')
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
