/** Cleans data by its shape: removes `readOnly` or `writeOnly` properties, and what no schema names. */

import { MAX_DEPTH } from '../../helpers/urls/query.js'
import { pointerTo } from '../../pointers.js'
import { isPlainObject, remember } from '../../routes/objects.js'
import { atomOf, hasJson, isAtom, isContainer, isNoJson } from './atoms.js'
import { isHidden } from './shapes.js'
import type { Shape } from './shapes.js'
import { isFile, readValue } from './texts.js'
import type { TextRules } from './texts.js'
import { addUnknown } from './unknown.js'
import type { UnknownKeys } from './unknown.js'

/** What is done to data. */
export interface CleaningRules extends Pick<TextRules, 'isCoerced'> {
  /** Where all values are texts; null for other data. */
  readonly texts: TextRules['texts'] | null
  /**
   * Whether names may be missing at the outermost level: there they exclude no member of a choice. An invalid
   * empty text stays at every level, since without it an update would keep the old value.
   */
  readonly partial: boolean
  /** What becomes of names that no schema knows: null keeps them, an object collects those removed. */
  readonly unknown: 'remove' | UnknownKeys | null
  /** For places that no schema describes; undefined leaves their contents as they are. */
  readonly elsewhere?: Elsewhere | undefined
}

/** How objects at unknown places are cleaned. */
export interface Elsewhere {
  /** What such an object may be. */
  readonly shape: Shape
  /** Names that leave nowhere. */
  readonly hidden: ReadonlySet<string>
  /** Whether the serializer reads getters of classes, since it has a schema. */
  readonly readsGetters: boolean
}

/** A walk under way. Its place is here and not in arguments, since data may have very many places. */
interface Run extends CleaningRules {
  level: number
  /** How many lists without a schema are around the place. */
  lists: number
  /** The JSON pointer of the place, where unknown names are collected. */
  at: string
  /** Whether it has met data so deep that it may contain itself. */
  isDeep: boolean
  /** What each object became, by its shape; null while that is not known. Made where data are deep. */
  results: Map<Shape, Map<object, object | null>> | null
  /** What is nested too deep for the recursion. */
  deferred: Deferred[] | null
}

/** An object or a list, and the empty one that its contents go into. */
interface Deferred extends Pick<Run, 'level' | 'at'> {
  readonly from: object
  readonly into: object
  readonly shape: Shape
}

type Data = Record<string, unknown>

/** How many lists around a value are walked. A validator may take them away. */
const MOST_LISTS = 10

/** How many levels most data have. Beyond it each object is remembered, which costs time. */
const FEW_LEVELS = 16

/** How many levels the recursion takes at once. A client may nest its data very deep. */
const MOST_LEVELS = 100

/** How many levels an answer may have: beyond it, `toJSON` probably gives new objects forever. */
const MOST_LEVELS_SEEN = 100_000

const REMOVED = Symbol('fastify-resources.removed')

/**
 * The part of a value that may go in the direction of its shape: the value itself where nothing changes, else
 * a copy. `at` is its JSON pointer, for unknown names.
 */
export function clean (given: unknown, shape: Shape, rules: CleaningRules, at = ''): unknown {
  const { texts, isCoerced, partial, unknown, elsewhere } = rules
  // A spread would cost more than the walk over a small record.
  const run: Run = {
    texts,
    isCoerced,
    partial,
    unknown,
    elsewhere,
    level: 0,
    lists: 0,
    at,
    isDeep: false,
    results: null,
    deferred: null
  }
  const value = cleanValue(given, shape, run)
  for (let next = run.deferred?.pop(); next !== undefined; next = run.deferred?.pop()) {
    run.level = next.level
    run.at = next.at
    fill(next.into, cleanContents(next.from, next.shape, run))
  }
  return orNull(value, given)
}

/** Null in the place of what is no JSON, as `JSON.stringify` writes it in a list. */
function orNull (value: unknown, given: unknown): unknown {
  return value === undefined && given !== undefined ? null : value
}

function cleanValue (given: unknown, said: Shape, run: Run): unknown {
  const value = readsTexts(run) ? readValue(given, said, run) : given
  const shape = said.isFree ? run.elsewhere?.shape ?? said : said
  const isSeen = shape.direction === 'seen'
  if (isSeen && isNoJson(value)) return undefined
  if (!(isContainer(value) || (isSeen && hasJson(value))) || shape.isFree) return value
  if (Array.isArray(value) && value.length === 0) return value
  // Fields of @fastify/multipart, which no schema describes, refer to each other.
  if (isSeen ? isAtom(value) : isFile(value)) return value
  const atom = isSeen && !said.isGuess ? atomOf(value, said.kinds) : undefined
  if (atom !== undefined) return atom
  run.isDeep ||= run.level > FEW_LEVELS
  return run.isDeep ? cleanOnce(value, shape, run) : cleanNow(value, shape, run)
}

function readsTexts (run: Run): run is Run & TextRules {
  return run.texts !== null
}

/** Data may contain itself, or one object many times. So does the result, and the walk ends. */
function cleanOnce (value: object, shape: Shape, run: Run): unknown {
  run.results ??= new Map()
  const results = remember(run.results, shape, () => new Map<object, object | null>())
  const known = results.get(value)
  if (known !== undefined) {
    const promised = known ?? emptyOf(value)
    results.set(value, promised)
    return promised
  }
  results.set(value, null)
  const result = cleanNow(value, shape, run)
  const promised = results.get(value)
  results.delete(value)
  if (!isContainer(result)) return result
  if (promised !== null) fill(promised as object, result)
  results.set(value, promised ?? result)
  return promised ?? result
}

function cleanNow (value: object, shape: Shape, run: Run): unknown {
  const isSeen = shape.direction === 'seen'
  const from: unknown = isSeen && hasJson(value) ? value.toJSON() : value
  if (typeof from === 'function') return undefined
  const own = Array.isArray(from) ? shape : objectShape(shape)
  if (!isContainer(from) || own === undefined) return from
  const { level, lists, at } = run
  if (!isSeen && lists > MOST_LISTS) return from
  if (isSeen && level > MOST_LEVELS_SEEN) throw new RangeError('The answer is nested too deep')
  if (level === 0 || level % MOST_LEVELS !== 0) return cleanContents(from, own, run)
  const into = emptyOf(from)
  run.deferred ??= []
  run.deferred.push({ from, into, shape: own, level, at })
  return into
}

/**
 * A validator may wrap a value or a list in a list. No object can be an item of a list that contains itself.
 */
function objectShape (shape: Shape): Shape | undefined {
  let inner = shape
  for (let depth = 0; inner.isList && depth < MOST_LISTS; depth++) inner = inner.itemOf(0).shape
  return inner.isList ? undefined : inner
}

function cleanContents (from: object, shape: Shape, run: Run): object {
  const { at, lists } = run
  run.level++
  run.lists = Array.isArray(from) && !shape.isList ? lists + 1 : 0
  const contents = Array.isArray(from)
    ? cleanItems(from, shape, run)
    : cleanProperties(from as Data, shape, run)
  run.level--
  run.lists = lists
  run.at = at
  return contents
}

function cleanItems (given: readonly unknown[], shape: Shape, run: Run): readonly unknown[] {
  const { at } = run
  const isListing = isCollecting(run)
  const mayLack = isPartial(run, shape)
  let items: unknown[] | null = null
  for (let index = 0; index < given.length; index++) {
    const named = shape.itemOf(index)
    if (isListing) run.at = `${at}/${index}`
    const value = isHidden(named, given, mayLack) ? REMOVED : cleanValue(given[index], named.shape, run)
    const isEmpty = isNothing(value, named.shape, run) || isBlankItem(given[index], named.shape, run)
    const isLeftOut = value === REMOVED || (isEmpty && index >= shape.length)
    if (isLeftOut || value !== given[index]) items ??= given.slice(0, index)
    if (!isLeftOut) items?.push(orNull(value, given[index]))
  }
  return items ?? given
}

function cleanProperties (given: Data, shape: Shape, run: Run): Data {
  const { at } = run
  const isListing = isCollecting(run)
  const isSeen = shape.direction === 'seen'
  const isCopy = isSeen && !isPlainData(given, shape)
  // What any member hides leaves in no answer.
  const chosen = isSeen ? shape : shape.chosenBy(given, isPartial(run, shape))
  let object: Data | null = isCopy ? {} : null
  for (const name of isCopy ? readableNames(given, shape, run) : Object.keys(given)) {
    if (isListing) run.at = pointerTo(name, at)
    const value = cleanProperty(given, name, shape, chosen, run)
    if (value !== given[name]) object ??= copyBefore(name, given)
    if (object !== null && value !== REMOVED) setOwn(object, name, value)
  }
  return object ?? given
}

/** A property is cleaned by the members of choices that its object has chosen. */
function cleanProperty (given: Data, name: string, shape: Shape, chosen: Shape, run: Run): unknown {
  const value = given[name]
  // An open object shows what no schema names there.
  if (run.elsewhere?.hidden.has(name) === true && !shape.names.has(name)) return REMOVED
  const named = shape.propertyOf(name)
  if (named === undefined) {
    if (shape.isGuess) return cleanValue(value, (run.elsewhere as Elsewhere).shape, run)
    if (isCollecting(run)) addUnknown(run.unknown, run.at)
    return run.unknown === null ? value : REMOVED
  }
  if (isHidden(named, given, isPartial(run, shape))) return REMOVED
  if (typeof value !== 'object' && run.texts === null) return typeof value === 'function' ? REMOVED : value
  const { shape: inner } = chosen.propertyOf(name) ?? named
  const cleaned = cleanValue(value, inner, run)
  const isLeftOut = !run.partial && !named.isRequired && isNothing(cleaned, inner, run)
  return isLeftOut ? REMOVED : cleaned
}

function isCollecting (run: Run): run is Run & { readonly unknown: UnknownKeys } {
  return typeof run.unknown === 'object' && run.unknown !== null
}

/** Whether names may be missing in the object or list whose contents are cleaned. */
function isPartial ({ level, partial }: Run, { isGuess }: Shape): boolean {
  return isGuess || (partial && level === 1)
}

/**
 * Whether a serializer reads nothing but own properties that are enumerable. What a `toJSON` gave may have
 * one itself, which no serializer must call.
 */
function isPlainData (given: Data, { hidden }: Shape): boolean {
  if (!isPlainObject(given) || hasJson(given)) return false
  for (const name of hidden) {
    if (given[name] !== undefined && !Object.prototype.propertyIsEnumerable.call(given, name)) return false
  }
  return true
}

/** Own keys are not enough: a getter of a class is not an own property of its instances. */
function readableNames (given: Data, shape: Shape, { elsewhere }: Run): string[] {
  if (shape.isGuess && !(elsewhere as Elsewhere).readsGetters) return Object.keys(given)
  const names = new Set(Object.keys(given))
  for (const name of shape.names.keys()) if (name in given) names.add(name)
  return [...names].filter((name) => given[name] !== undefined)
}

/** A copy with the properties before one. */
function copyBefore (end: string, given: Data): Data {
  const object = emptyOf(given) as Data
  for (const name of Object.keys(given)) {
    if (name === end) break
    setOwn(object, name, given[name])
  }
  return object
}

/** Only an open object holds a name of the prototype. */
function setOwn (object: Data, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true })
}

/** Objects of a form have no prototype. */
function emptyOf (value: object): object {
  if (Array.isArray(value)) return []
  return Object.getPrototypeOf(value) === null ? Object.create(null) as object : {}
}

function fill (into: object, contents: object): void {
  if (Array.isArray(into)) for (const item of contents as unknown[]) into.push(item)
  else Object.assign(into, contents)
}

/**
 * Whether an empty field is left out, since its text cannot be valid. A form whose text is too short gets a
 * message.
 */
function isNothing (value: unknown, { kinds }: Shape, { texts }: CleaningRules): boolean {
  if (value !== '' || texts === null || kinds.has('null')) return false
  return !kinds.has(texts === 'query' ? 'blank' : 'empty')
}

/**
 * Whether an item of a form's list has no filled field, such as a row that waits for a visitor. Items that
 * may be null keep their places.
 */
function isBlankItem (given: unknown, { kinds }: Shape, { texts }: CleaningRules): boolean {
  return texts === 'form' && !kinds.has('null') && isBlank(given, MAX_DEPTH)
}

/** JSON in a field of a multipart form may be nested deeper than names. */
function isBlank (given: unknown, depth: number): boolean {
  if (!isContainer(given)) return given === ''
  return depth > 0 && !isFile(given) && Object.values(given).every((value) => isBlank(value, depth - 1))
}
