/** Random records in random spellings, requests for them, and the result that the docs promise for each. */

import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import resourcesPlugin, { draw } from '../../lib/index.js'
import { MULTIPART, URLENCODED, multipart as multipartBody } from './forms.js'

type Anything = any
type Random = () => number

/** The meaning of a place, in any spelling. */
type Meaning = Leaf | Obj | { readonly kind: 'list'; readonly item: Meaning }
interface Leaf {
  readonly kind: 'leaf'
  readonly type: keyof typeof LEAVES
  readonly nullable: boolean
  readonly value?: unknown
}
interface Obj {
  readonly kind: 'object'
  readonly fields: Record<string, Field>
  readonly rest: Rest
  readonly nullable: boolean
  readonly schema?: object
}
interface Field {
  readonly meaning: Meaning
  readonly isRequired: boolean
  readonly mark?: 'readOnly' | 'writeOnly' | undefined
}
type Rest = 'closed' | 'shut' | 'open' | 'integers' | 'pattern'

/** By kind of text or number: its schema, valid values, and one that is invalid. */
const LEAVES = {
  string: [{ type: 'string' }, ['a', 'b c', ''], { x: 1 }],
  integer: [{ type: 'integer' }, [0, 7, -3], 'much'],
  number: [{ type: 'number' }, [1.5, 2], 'much'],
  boolean: [{ type: 'boolean' }, [true, false], 'maybe'],
  email: [{ type: 'string', format: 'email' }, ['a@b.org'], 'nobody'],
  pattern: [{ type: 'string', pattern: '^z' }, ['zoo'], 'ant'],
  enum: [{ type: 'string', enum: ['new', 'old'] }, ['new', 'old'], 'other'],
  const: [{ type: 'string', const: 'post' }, ['post'], 'page']
} as const satisfies Record<string, readonly [schema: object, values: readonly unknown[], wrong: unknown]>

const TEXTS = new Map<unknown, readonly string[]>([
  [true, ['on', '1', 'true']],
  [false, ['0', 'false']]
])

class Refused extends Error {}

/** Numbers from 0 to 1, the same for one seed. */
function randomOf (seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

// ---- meanings and their spellings
// ----------------------------------------------------------------------------------

function anyMeaning (random: Random, depth: number, defaults: boolean): Meaning {
  const kind =
    depth === 0
      ? 'leaf'
      : pick(random, ['leaf', 'leaf', 'leaf', 'object', 'object', 'list', 'tree', 'pair'] as const)
  if (kind === 'list') return { kind, item: anyMeaning(random, depth - 1, defaults) }
  if (kind === 'object') return anyObject(random, depth - 1, defaults)
  if (kind === 'tree' || kind === 'pair') return circle(kind)
  const type = pick(random, Object.keys(LEAVES) as Array<keyof typeof LEAVES>)
  return {
    kind,
    type,
    nullable: random() < 0.25,
    ...(defaults && random() < 0.2 && type !== 'const' && { value: LEAVES[type][1][0] })
  }
}

/** One that holds itself, or two that hold each other. */
function circle (kind: 'tree' | 'pair'): Obj {
  const node = (): Obj => ({
    kind: 'object',
    rest: 'closed',
    nullable: false,
    schema: { $ref: `#/definitions/${kind}` },
    fields: {
      id: READ_ID,
      name: { meaning: PLAIN, isRequired: true },
      pin: { meaning: PLAIN, isRequired: false, mark: 'writeOnly' }
    }
  })
  const one = node()
  const other = kind === 'tree' ? one : node()
  one.fields.next = { meaning: other, isRequired: false }
  one.fields.list = { meaning: { kind: 'list', item: other }, isRequired: false }
  other.fields.next = { meaning: one, isRequired: false }
  if (other !== one) other.fields.list = { meaning: { kind: 'list', item: one }, isRequired: false }
  return one
}

const PLAIN: Leaf = { kind: 'leaf', type: 'string', nullable: false }
const READ_ID: Field = {
  meaning: { kind: 'leaf', type: 'integer', nullable: false },
  isRequired: true,
  mark: 'readOnly'
}
const own = {
  id: { type: 'integer', readOnly: true },
  name: { type: 'string' },
  pin: { type: 'string', writeOnly: true }
}
const next = (name: string): object => ({
  type: 'object',
  required: ['id', 'name'],
  properties: {
    ...own,
    next: { $ref: `#/definitions/${name}` },
    list: { type: 'array', items: { $ref: `#/definitions/${name}` } }
  }
})
const CIRCLES = { tree: next('tree'), pair: next('riap'), riap: next('pair') }

function anyObject (random: Random, depth: number, defaults: boolean): Obj {
  const fields: Record<string, Field> = { id: READ_ID }
  for (const name of ['f1', 'f2', 'f3', 'f4']) {
    const mark = pick(random, [undefined, undefined, undefined, undefined, 'readOnly', 'writeOnly'] as const)
    fields[name] = {
      meaning: anyMeaning(random, depth, defaults && mark === undefined),
      isRequired: random() < 0.4,
      mark
    }
  }
  return {
    kind: 'object',
    fields,
    rest: pick(random, ['closed', 'closed', 'shut', 'open', 'integers', 'pattern'] as const),
    nullable: random() < 0.2
  }
}

const RESTS: Readonly<Record<Rest, object>> = {
  closed: {},
  shut: { additionalProperties: false },
  open: { additionalProperties: true },
  integers: { additionalProperties: { type: 'integer' } },
  pattern: { patternProperties: { '^x_': { type: 'integer' } } }
}
const OTHER = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } }

interface Spelling {
  readonly random: Random
  readonly definitions: Record<string, object>
  readonly app: Record<string, object>
  readonly names: { count: number }
}

function spell (meaning: Meaning, spelling: Spelling): object {
  if (meaning.kind === 'list') return { type: 'array', items: spell(meaning.item, spelling) }
  if (meaning.kind === 'object') return meaning.schema ?? spellObject(meaning, spelling)
  const [schema] = LEAVES[meaning.type]
  const said = { ...schema, ...(meaning.value !== undefined && { default: meaning.value }) }
  if (!meaning.nullable) return said
  if ('enum' in said) return { ...said, type: ['string', 'null'], enum: [...said.enum, null] }
  if ('const' in said) return { anyOf: [said, { type: 'null' }] }
  if (meaning.value !== undefined) return { ...said, nullable: true }
  return pick(spelling.random, [
    { ...said, type: [said.type, 'null'] },
    { ...said, nullable: true },
    { anyOf: [said, { type: 'null' }] },
    { oneOf: [{ type: 'null' }, said] }
  ])
}

function parts (
  meaning: Obj,
  spelling: Spelling,
  isSecond: (field: Field) => boolean
): Array<Record<string, object>> {
  return [false, true].map((second) => {
    const fields = Object.entries(meaning.fields).filter(([, field]) => isSecond(field) === second)
    return {
      type: 'object' as never,
      required: fields.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
      properties: Object.fromEntries(
        fields.map(([name, { meaning: inner, mark }]) => {
          const schema = spell(inner, spelling)
          if (mark === undefined) return [name, schema]
          return [name, { ...('$ref' in schema ? { allOf: [schema] } : schema), [mark]: true }]
        })
      )
    }
  })
}

/** Whether a validator sets a default there, which it does in no choice. */
function isDefaulting (meaning: Meaning): boolean {
  if (meaning.kind === 'leaf') return meaning.value !== undefined
  return meaning.kind === 'list'
    ? isDefaulting(meaning.item)
    : meaning.schema === undefined &&
      Object.values(meaning.fields).some((field) => isDefaulting(field.meaning))
}

const isText = ({ meaning, isRequired, mark }: Field): boolean =>
  meaning.kind === 'leaf' &&
  meaning.type === 'string' &&
  meaning.value === undefined &&
  !isRequired &&
  !meaning.nullable &&
  mark === 'writeOnly'

/** A closed object inside a member of a choice loses unknown names, since another member may take any. */
function hasShut ({ fields }: Obj): boolean {
  const reached = new Set<Meaning>(Object.values(fields).map(({ meaning }) => meaning))
  for (const meaning of reached) {
    if (meaning.kind === 'list') reached.add(meaning.item)
    if (meaning.kind === 'object') for (const field of Object.values(meaning.fields)) reached.add(field.meaning)
  }
  return [...reached].some((meaning) => meaning.kind === 'object' && meaning.rest === 'shut')
}

function spellObject (meaning: Obj, spelling: Spelling): object {
  const { random, definitions, app, names } = spelling
  const [whole = {}] = parts(meaning, spelling, () => false)
  const schema = { ...whole, ...RESTS[meaning.rest] }
  const name = `o${names.count++}`
  const isPlain = meaning.rest === 'closed'
  const hasDefaults = Object.values(meaning.fields).some((field) => isDefaulting(field.meaning))
  const cannotChoose = hasDefaults || hasShut(meaning)
  const plain = pick(random, [
    'place',
    'definition',
    'id',
    'app',
    ...(isPlain ? ['allOf', 'beside', 'then', 'else', 'dependencies'] : ['ref']),
    ...(cannotChoose ? [] : [...(meaning.rest === 'shut' ? [] : ['anyOf', 'oneOf']), 'shut'])
  ])
  const split = (isSecond: (field: Field) => boolean): Array<Record<string, object>> =>
    parts(meaning, spelling, isSecond)
  const said = (): object => {
    if (plain === 'definition') definitions[name] = schema
    if (plain === 'id') definitions[name] = { $id: name, ...schema }
    if (plain === 'app') app[name] = { $id: name, ...schema, definitions: CIRCLES }
    switch (plain) {
      case 'definition':
        return { $ref: `#/definitions/${name}` }
      // Local references would start from its own $id.
      case 'id':
        return JSON.stringify(schema).includes('"#/') ? (delete definitions[name], schema) : { $ref: name }
      case 'app':
        return JSON.stringify(schema).includes('"#/definitions/o') ||
          /"\$ref":"o\d/.test(JSON.stringify(schema))
          ? (delete app[name], schema)
          : { $ref: `${name}#` }
      case 'ref':
        return { allOf: [schema] }
      case 'allOf':
        return { allOf: split((field) => field.mark === undefined) }
      case 'beside': {
        const [one, two] = split((field) => !field.isRequired)
        return { ...one, allOf: [two] }
      }
      case 'then': {
        const [one, two] = split(isText)
        return { ...one, if: { required: ['id'] }, else: two, then: two }
      }
      case 'else': {
        const [one, two] = split(isText)
        return { ...one, if: { required: ['code'] }, then: false, else: two }
      }
      case 'dependencies': {
        const [one, two] = split(isText)
        return {
          ...one,
          dependencies: Object.fromEntries(
            Object.keys(meaning.fields).map((key) => [key, { properties: two?.properties }])
          )
        }
      }
      case 'anyOf':
        return { anyOf: [schema, OTHER] }
      case 'oneOf':
        return { oneOf: [OTHER, schema] }
      case 'shut':
        return { oneOf: [{ ...OTHER, additionalProperties: false }, schema] }
      default:
        return schema
    }
  }
  if (!meaning.nullable) return said()
  return hasDefaults
    ? pick(random, [
      { ...schema, type: ['object', 'null'] },
      { ...schema, nullable: true }
    ])
    : pick(random, [
      { ...schema, type: ['object', 'null'] },
      { ...schema, nullable: true },
      { anyOf: [said(), { type: 'null' }] },
      { oneOf: [{ type: 'null' }, said()] }
    ])
}

// ---- what is sent
// --------------------------------------------------------------------------------------------------

function valueOf (
  meaning: Meaning,
  random: Random,
  way: { isForm: boolean; isRow: boolean },
  depth = 0
): unknown {
  if (meaning.kind === 'list') {
    return Array.from({ length: Math.floor(random() * 3) }, () =>
      valueOf(meaning.item, random, way, depth + 1)
    )
  }
  if (meaning.kind === 'leaf') {
    const [, values, wrong] = LEAVES[meaning.type]
    if (meaning.nullable && random() < 0.3) return way.isForm ? '' : null
    if (!way.isRow && random() < 0.03) return way.isForm && random() < 0.7 ? '' : wrong
    const value = pick<unknown>(random, values)
    return way.isForm ? pick(random, TEXTS.get(value) ?? [String(value)]) : value
  }
  if (meaning.nullable && random() < 0.2) return way.isForm ? '' : null
  const object: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(meaning.fields)) {
    const isThere = way.isRow
      ? field.isRequired || (depth < 3 && random() < 0.8) || 'value' in field.meaning
      : random() < chanceOf(field, depth)
    if (isThere) {
      object[name] = valueOf(
        field.meaning,
        random,
        field.mark === 'readOnly' && !way.isRow ? { isForm: way.isForm, isRow: false } : way,
        depth + 1
      )
    }
  }
  if (way.isRow) addNulls(object, meaning, random)
  if (random() < 0.3) object.column = way.isForm ? '5' : 5
  if (random() < 0.3) object.x_size = way.isForm ? '6' : 6
  if (random() < 0.2) object[17] = way.isForm ? '7' : 7
  return object
}

/** As a database gives what has no value, also where the record may not be null. */
function addNulls (object: Record<string, unknown>, { fields }: Obj, random: Random): void {
  for (const [name, { isRequired, mark }] of Object.entries(fields)) {
    if (!isRequired && mark === undefined && random() < 0.1) object[name] = null
  }
}

/** A form does not send what is empty. */
function prune (value: unknown): unknown {
  if (Array.isArray(value)) {
    return value
      .map(prune)
      .filter((one) => one !== undefined)
      .reduce<unknown>((list, one) => [...((list as unknown[]) ?? []), one], undefined)
  }
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : String(value)
  const entries = Object.entries(value)
    .map(([name, one]) => [name, prune(one)] as const)
    .filter(([, one]) => one !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function fieldsOf (value: Anything, name: string): Array<[string, string]> {
  if (typeof value !== 'object') return [[name, value]]
  return Object.entries(value as object).flatMap(([key, one]) => fieldsOf(one, `${name}[${key}]`))
}

// ---- what comes of it, from README's words
// -------------------------------------------------------------------------

interface Judging {
  readonly isForm: boolean
  readonly isUpdate: boolean
  readonly isRoot: boolean
}

function judge (meaning: Meaning, value: unknown, judging: Judging): unknown {
  const inner = { ...judging, isRoot: false }
  const { isForm } = judging
  if (meaning.kind === 'leaf') return judgeLeaf(meaning, value, isForm)
  if (meaning.kind === 'list') {
    if (!Array.isArray(value)) throw new Refused()
    const isLeftOut = (item: unknown): boolean =>
      isForm && (isNothing(meaning.item, item) || isBlank(meaning.item, item))
    return value.filter((item) => !isLeftOut(item)).map((item) => judge(meaning.item, item, inner))
  }
  if (meaning.nullable && (value === null || (isForm && value === ''))) return null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refused()
  const cleaned: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value)) {
    const field = fieldOf(meaning, name)
    if (field === undefined && meaning.rest === 'shut') throw new Refused()
    if (field === undefined || field === 'any' || field.mark === 'readOnly') {
      if (field === 'any') cleaned[name] = one
    } else if (isForm && isNothing(field.meaning, one)) {
      if (judging.isUpdate || field.isRequired) throw new Refused()
    } else {
      cleaned[name] = judge(field.meaning, one, inner)
    }
  }
  if (judging.isUpdate && judging.isRoot) return cleaned
  for (const [name, field] of Object.entries(meaning.fields)) {
    if (cleaned[name] !== undefined || field.mark === 'readOnly') continue
    if ('value' in field.meaning) cleaned[name] = field.meaning.value
    else if (field.isRequired) throw new Refused()
  }
  return cleaned
}

/** How likely a client sends a field. */
function chanceOf ({ mark, isRequired }: Field, depth: number): number {
  if (mark === 'readOnly') return 0.4
  if (isRequired) return 0.96
  return depth < 3 ? 0.6 : 0
}

function urlencodedBody (fields: Array<[string, string]>): string {
  return new URLSearchParams(fields).toString()
}

/** Undefined for an unknown name. */
function fieldOf ({ fields, rest }: Obj, name: string): Field | 'any' | undefined {
  const integer: Field = { meaning: { kind: 'leaf', type: 'integer', nullable: false }, isRequired: false }
  if (fields[name] !== undefined) return fields[name]
  if (rest === 'open') return 'any'
  return rest === 'integers' || (rest === 'pattern' && name.startsWith('x_')) ? integer : undefined
}

/** Whether a form's empty text could not be valid. */
function isNothing (meaning: Meaning, value: unknown): boolean {
  return (
    value === '' &&
    (meaning.kind === 'leaf'
      ? !meaning.nullable && meaning.type !== 'string' && meaning.type !== 'boolean'
      : meaning.kind === 'object' && !meaning.nullable)
  )
}

/** Whether an item of a form's list has no filled field. */
function isBlank (meaning: Meaning, value: unknown): boolean {
  const isNullable = meaning.kind !== 'list' && meaning.nullable
  return !isNullable && leavesOf(value).every((leaf) => leaf === '')
}

function leavesOf (value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value]
}

function judgeLeaf ({ type, nullable }: Leaf, value: unknown, isForm: boolean): unknown {
  const [, values, wrong] = LEAVES[type]
  if (nullable && (value === null || (isForm && value === ''))) return null
  if (JSON.stringify(value) === JSON.stringify(wrong) || typeof value === 'object') throw new Refused()
  if (!isForm) return value
  if (type === 'boolean') {
    return value === '' ? false : [...TEXTS].find(([, texts]) => texts.includes(value as string))?.[0]
  }
  if (type === 'integer' || type === 'number') return Number(value)
  return values.length > 0 ? value : undefined
}

/** What is shown of a row: no `writeOnly`, no column that no schema knows. */
function showing (meaning: Meaning, value: unknown): unknown {
  if (meaning.kind === 'list') return (value as unknown[]).map((item) => showing(meaning.item, item))
  if (meaning.kind === 'leaf' || value === null) return value
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([name, one]) => {
      const field = fieldOf(meaning, name)
      return field === undefined || (field !== 'any' && (field.mark === 'writeOnly' || isLeftOut(field, one)))
        ? []
        : [[name, field === 'any' ? one : showing(field.meaning, one)]]
    })
  )
}

/** What has no value tells null only where that is valid. */
function isLeftOut ({ meaning }: Field, value: unknown): boolean {
  return value === null && (meaning.kind === 'list' || !meaning.nullable)
}

// ---- the run
// -------------------------------------------------------------------------------------------------------

const routes = draw((map) => map.resources('posts', { only: ['index', 'create', 'show', 'update'] }))

/** Asks apps with one random record each; gives what came otherwise than the words have it. */
export async function askRecords (
  apps: number,
  requests = 40
): Promise<{ total: number; differences: string[] }> {
  const differences: string[] = []
  let total = 0
  for (let seed = 1; seed <= apps; seed++) {
    const random = randomOf(seed)
    const meaning: Obj = { ...anyObject(random, 2, true), nullable: false }
    const definitions: Record<string, object> = { ...CIRCLES }
    const spelling: Spelling = { random, definitions, app: {}, names: { count: 0 } }
    const record = { ...spellObject(meaning, spelling), definitions }
    const app = Fastify({ ajv: { customOptions: { strict: false } } })
    for (const schema of Object.values(spelling.app)) app.addSchema(schema)
    await app.register(multipart, { attachFieldsToBody: 'keyValues' })
    const see = async ({ body }: Anything): Promise<unknown> => body.post
    const rows: unknown[] = []
    await app.register(resourcesPlugin, {
      routes,
      controllers: {
        posts: {
          record,
          responses: { create: false, update: false },
          create: see,
          update: see,
          show: async () => rows[0],
          index: async () => rows
        }
      }
    })
    for (let one = 0; one < requests; one++) {
      total++
      const kind = pick(random, ['json', 'json', URLENCODED, MULTIPART, 'show', 'index'])
      const told = await (kind === 'show' || kind === 'index' ? askAnswer(kind) : askBody(kind))
      if (told !== undefined) differences.push(`seed ${seed}, ${told}\n  of ${JSON.stringify(record)}`)
    }
    await app.close()

    async function askAnswer (kind: 'show' | 'index'): Promise<string | undefined> {
      rows.splice(
        0,
        2,
        valueOf(meaning, random, { isForm: false, isRow: true }),
        valueOf(meaning, random, { isForm: false, isRow: true })
      )
      const { body } = await app.inject(kind === 'show' ? '/posts/1' : '/posts')
      return differenceOf(
        `${kind} of ${JSON.stringify(rows)}`,
        kind === 'show' ? showing(meaning, rows[0]) : rows.map((row) => showing(meaning, row)),
        JSON.parse(body)
      )
    }

    async function askBody (type: string): Promise<string | undefined> {
      const isForm = type !== 'json'
      // On an update the other member of a choice takes what it does not name as it is.
      const isUpdate = !('anyOf' in record || 'oneOf' in record) && random() < 0.5
      const given = valueOf(meaning, random, { isForm, isRow: false })
      const post = isForm ? prune(given) : given
      const fields = !isForm || post === undefined ? [] : fieldsOf(post, 'post')
      const encode = type === MULTIPART ? multipartBody : urlencodedBody
      const payload = isForm ? encode(fields) : { post }
      const response = await app.inject({
        method: isUpdate ? 'PUT' : 'POST',
        url: isUpdate ? '/posts/1' : '/posts',
        payload: payload as string,
        headers: { 'content-type': isForm ? type : 'application/json' }
      })
      const refusal = response.statusCode === 400 ? 400 : response.body
      return differenceOf(
        `${isUpdate ? 'PUT' : 'POST'} ${type} of ${JSON.stringify(post)}`,
        expectedOf(() => judge(meaning, post, { isForm, isUpdate, isRoot: true })),
        response.statusCode === 200 ? response.json() : refusal
      )
    }
  }
  return { total, differences }
}

function expectedOf (judgement: () => unknown): unknown {
  try {
    return judgement()
  } catch (error) {
    if (error instanceof Refused) return 400
    throw error
  }
}

function differenceOf (what: string, expected: unknown, got: unknown): string | undefined {
  return sorted(expected) === sorted(got)
    ? undefined
    : `${what}:\n  expected ${sorted(expected)}\n  got      ${sorted(got)}`
}

/** As JSON, whatever the order of its names is. */
function sorted (value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one
  )
}
