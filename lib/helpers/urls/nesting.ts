/** Nested names, read: `filter[tag]=x&ids[]=1` → `{ filter: { tag: 'x' }, ids: ['1'] }`. */

import { parse } from 'fast-querystring'
import { show } from '../../text.js'
import { MAX_DEPTH, MAX_VALUES } from './query.js'

type Fields = Readonly<Record<string, unknown>>

/** `a[b][0][]`, as deep as MAX_DEPTH, with places in lists below MAX_VALUES. */
const NESTED = /^[^[\]]+(?:\[(?!\d{4,}\])[^[\]]*\]){1,10}$/

/** The same without these bounds. */
const UNBOUNDED = /^[^[\]]+(?:\[[^[\]]*\])+$/

/** Up to this many keys a loop finds one faster than a map. */
const FEW = 8

const NO_PLACE = -1

/** A key that names have in common. A name alone stays whole: what it has behind `open` becomes children only beside another. */
interface Branch {
  readonly key: string
  /** In a list, where all of its siblings have one too. */
  readonly place: number
  name: string
  open: number
  /** Of the name that ends here, or of the one that is still whole. */
  value: unknown
  children: Branch[] | undefined
  byKey: Map<string, Branch> | undefined
}

/**
 * Reads a query string: `filter[tag]=x&ids[]=1&ids[]=2` → `{ filter: { tag: 'x' }, ids: ['1', '2'] }`.
 * Give it to `Fastify({ routerOptions: { querystringParser: parseQuery } })`. Objects have no prototype.
 * Never throws, since a parser of Fastify's must not: keys stay as they are written where they nest deeper than
 * 10 or name a place in a list beyond 999; values after the first 1,000 are left out.
 */
export function parseQuery (query: string): Record<string, unknown> {
  return nest(parse(firstValues(query)), () => undefined)
}

function firstValues (query: string): string {
  let end = -1
  for (let count = 0; count < MAX_VALUES; count++) {
    end = query.indexOf('&', end + 1)
    if (end === -1) return query
  }
  return query.slice(0, end)
}

/**
 * Nests the fields of a form, as `parseQuery` does those of a query: `{ 'post[title]': 'Hi' }` →
 * `{ post: { title: 'Hi' } }`. Lists of several values are fields that came several times; all values stay what
 * they are. What goes beyond the bounds is added to `faults`, and then nothing is read.
 */
export function nestFields (fields: Fields, faults: string[]): Record<string, unknown> {
  const excess: string[] = []
  const nested = nest(fields, (what) => { excess.push(what) })
  if (excess.length === 0) return nested
  faults.push(`expected at most ${MAX_VALUES} values, in lists of as many, and names that nest at most ${MAX_DEPTH} deep; got ${excess[0]}`)
  return {}
}

/** A tree of keys first, so that a list holds as many items as came, whatever their places. */
function nest (fields: Fields, refuse: (what: string) => void): Record<string, unknown> {
  const root = createBranch('', '', 0, undefined)
  let count = 0
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    count += Array.isArray(value) ? value.length : 1
    if (count > MAX_VALUES) {
      refuse(`${count} values or more`)
      break
    }
    if (name !== '') addField(root, name, firstEnd(name, refuse), value)
  }
  return buildObject(root.children ?? [])
}

/** Where the first key of a name ends. */
function firstEnd (name: string, refuse: (what: string) => void): number {
  const open = name.indexOf('[')
  if (open === -1) return name.length
  if (NESTED.test(name)) return open
  if (UNBOUNDED.test(name)) refuse(`the name ${show(name)}`)
  return name.length
}

function addField (root: Branch, name: string, end: number, value: unknown): void {
  let branch = root
  let key = name.slice(0, end)
  let open = end
  let child = findChild(branch, key)
  while (child !== undefined) {
    splitName(child)
    if (open === name.length) {
      child.value = value
      return
    }
    branch = child
    const close = name.indexOf(']', open)
    key = name.slice(open + 1, close)
    open = close + 1
    child = findChild(branch, key)
  }
  addChild(branch, createBranch(key, name, open, value))
}

function splitName (branch: Branch): void {
  const { name, open, value } = branch
  if (open === name.length) return
  const close = name.indexOf(']', open)
  addChild(branch, createBranch(name.slice(open + 1, close), name, close + 1, value))
  branch.open = name.length
  branch.value = undefined
}

function addChild (branch: Branch, child: Branch): void {
  if (branch.children === undefined) branch.children = [child]
  else branch.children.push(child)
  branch.byKey?.set(child.key, child)
}

function findChild (branch: Branch, key: string): Branch | undefined {
  const { children } = branch
  if (children === undefined) return undefined
  if (children.length > FEW) {
    branch.byKey ??= new Map(children.map((child) => [child.key, child]))
    return branch.byKey.get(key)
  }
  for (const child of children) {
    if (child.key === key) return child
  }
  return undefined
}

function createBranch (key: string, name: string, open: number, value: unknown): Branch {
  return { key, place: placeOf(key), name, open, value, children: undefined, byKey: undefined }
}

/** `[]` comes after all places. */
function placeOf (key: string): number {
  if (key === '') return MAX_VALUES
  if (key.length > 3) return NO_PLACE
  let place = 0
  for (let at = 0; at < key.length; at++) {
    const digit = key.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return NO_PLACE
    place = 10 * place + digit
  }
  return place
}

function build ({ name, open, value, children }: Branch): unknown {
  if (children === undefined) return buildRest(name, open, value)
  const nested = children.some(({ place }) => place === NO_PLACE) ? buildObject(children) : buildList(children)
  // Of `a=1&a[b]=2` both stay.
  return value === undefined ? nested : [value, nested].flat()
}

/** The value under the keys that its name has from `open` on. */
function buildRest (name: string, open: number, value: unknown): unknown {
  if (open === name.length) return value
  const close = name.indexOf(']', open)
  const key = name.slice(open + 1, close)
  const nested = buildRest(name, close + 1, value)
  if (placeOf(key) === NO_PLACE) return setKey(Object.create(null) as Record<string, unknown>, key, nested)
  // `a[]=1&a[]=2` adds two.
  return key === '' && close === name.length - 1 && Array.isArray(value) ? value : [nested]
}

function buildObject (children: readonly Branch[]): Record<string, unknown> {
  const object = Object.create(null) as Record<string, unknown>
  for (const child of children) setKey(object, child.key, build(child))
  return object
}

function setKey (object: Record<string, unknown>, key: string, value: unknown): Record<string, unknown> {
  if (key !== '__proto__') object[key] = value
  return object
}

function buildList (children: Branch[]): unknown[] {
  if (children.length > 1) children.sort((one, other) => one.place - other.place)
  const list = children.map(build)
  const last = children.at(-1)
  // As above, beside places.
  return last?.key === '' && last.open === last.name.length && last.value !== undefined ? list.concat(list.pop()) : list
}
