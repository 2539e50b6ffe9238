/** Conditions in copies of schemas, without which a coercing validator would misread null and files. */

import { keysAt } from '../../pointers.js'
import { CHOICES, TYPES, membersOf } from './documents.js'
import type { Node, Schema } from './documents.js'
import { isBinary, isOnly, kindsOf } from './facts.js'
import type { Kinds } from './facts.js'
import { PURPOSES } from './purposes.js'
import type { Purpose } from './purposes.js'

/** Keywords that only test the data: they are about what the client sent, so they stay as they are. */
const QUESTIONS = ['if', 'not', 'contains', 'propertyNames']

/** Types to which a validator coerces null, so that null itself never matches. */
const MADE_OF_NULL = ['string', 'number', 'integer', 'boolean', 'array']

/** Null as it arrives. */
const NULL: Schema = { enum: [null] }

/** The bytes of a file have a method, which is of no type, and which no client can send. */
const METHOD: Schema = { not: { anyOf: TYPES.map((type) => ({ type })) } }
const FILE: Schema = { type: 'object', required: ['subarray'], properties: { subarray: METHOD } }

/** What a validator coerces to null. */
const MADE_NULL = [0, false]

/** A choice between null and types to which a validator coerces null, by the indexes of its members. */
interface NullChoice {
  readonly keyword: string
  /** Those that are nothing but null. */
  readonly nulls: readonly number[]
  readonly others: readonly number[]
  /** Whether exactly one of the others applies. */
  readonly isExclusive: boolean
  /** Whether one of the others may be a text. */
  readonly isText: boolean
}

/** Whether a schema only tests the data. */
export function isAsked ({ parent, keyword }: Node): boolean {
  return QUESTIONS.includes(keyword) || (parent !== undefined && isAsked(parent))
}

/**
 * The copy of a schema that tests a body. A validator would convert null to the first type of a choice, and
 * an empty text to null if null came first. It would make null of 0 and false, and of an empty text, where
 * the others refuse them. It knows no file.
 */
export function withConditions (node: Node, copy: Schema): Schema {
  const choice = isFile(node) ? undefined : nullChoice(node)
  if (choice === undefined) return isFile(node) ? unless(FILE, copy) : copy
  const { keyword, nulls, isExclusive, isText } = choice
  const { [keyword]: members, ...rest } = copy
  if (nulls.length === 0) return unless(NULL, { [keyword]: members }, rest)
  const pick = (indexes: readonly number[]): Schema[] =>
    indexes.map((index) => membersIn(copy, keyword)[index] as Schema)
  const others = pick(choice.others)
  const lost = isText ? [...MADE_NULL, ''] : MADE_NULL
  const onlyNull = pick(nulls).map((schema) => ({ allOf: [exceptFor(lost), schema] }))
  return unless(NULL, { anyOf: [...isExclusive ? [{ oneOf: others }] : others, ...onlyNull] }, rest)
}

/** Refuses these values by a keyword whose message only says that a choice is not met. */
function exceptFor (values: readonly unknown[]): Schema {
  return { oneOf: [true, { enum: values }] }
}

/** The pointer of a node in the copy of its document for one purpose. */
export function placeInCopy (node: Node, purpose: Purpose | ''): string {
  const { parent, keyword, at } = node
  if (parent === undefined || purpose === '' || PURPOSES[purpose].reader !== 'validator') return at
  const outer = placeInCopy(parent, purpose)
  const own = at.slice(parent.at.length)
  if (isAsked(parent)) return outer + own
  if (isFile(parent)) return `${outer}/else${own}`
  const choice = nullChoice(parent)
  if (choice === undefined || keyword !== choice.keyword) return outer + own
  return outer + placeOfElse(parent.schema) + placeOfMember(choice, Number(keysAt(own).at(-1)))
}

/**
 * What passes the question passes, and all else by the schema. A validator that stops at the first mistake
 * adds no error of its own.
 */
function unless (question: Schema, schema: Schema, rest: Schema = {}): Schema {
  const both = { if: question, else: schema }
  if (rest.if === undefined) return { ...rest, ...both }
  return { ...rest, allOf: [...membersIn(rest, 'allOf'), both] }
}

function placeOfElse (rest: Schema): string {
  return rest.if === undefined ? '/else' : `/allOf/${membersIn(rest, 'allOf').length}/else`
}

function placeOfMember ({ keyword, nulls, others, isExclusive }: NullChoice, index: number): string {
  if (nulls.length === 0) return `/${keyword}/${index}`
  const place = others.indexOf(index)
  if (place !== -1) return isExclusive ? `/anyOf/0/oneOf/${place}` : `/anyOf/${place}`
  return `/anyOf/${(isExclusive ? 1 : others.length) + nulls.indexOf(index)}/allOf/1`
}

function nullChoice (node: Node): NullChoice | undefined {
  const [keyword = '', other] = CHOICES.filter((choice) => node.under.has(choice))
  const kinds = membersOf(node, keyword).map(kindsOf)
  const isCoerced =
    kindsOf(node).has('null') &&
    kinds.some((one) => one.has('null')) &&
    kinds.some((one) => MADE_OF_NULL.some((type) => one.has(type)))
  if (other !== undefined || !isCoerced) return undefined
  const select = (isNull: boolean): number[] =>
    [...kinds.keys()].filter((index) => isOnly(kinds[index] as Kinds, ['null']) === isNull)
  const others = select(false)
  return {
    keyword,
    nulls: select(true),
    others,
    isExclusive: keyword === 'oneOf' && others.length > 1,
    isText: others.some((index) => (kinds[index] as Kinds).has('string'))
  }
}

function isFile ({ schema }: Node): boolean {
  return isBinary(schema) && [schema.type].flat().includes('string')
}

function membersIn (schema: Schema, keyword: string): readonly Schema[] {
  return (schema[keyword] as Schema[] | undefined) ?? []
}
