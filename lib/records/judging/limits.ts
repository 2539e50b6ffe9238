/** Copies of schemas by which nothing costly judges a value of which a limit fails. */

import { SAME_VALUE, createReader, mapNode, membersOf, partsOf } from '../../schemas/index.js'
import type { Node, Schema } from '../../schemas/index.js'

/** Keywords that cost next to nothing, and of which one fault of a value is enough. */
const LIMITS: readonly string[] = [
  'type', 'nullable', 'const', 'enum', 'multipleOf', 'maximum', 'minimum', 'exclusiveMaximum',
  'exclusiveMinimum', 'minLength', 'maxLength', 'maxItems', 'maxProperties'
]

/** What is told of a value whose limits fail: parts of a schema know by it which types a value has. */
const TYPE: readonly string[] = ['type', 'nullable']

/** A keyword of later drafts: what others evaluate of a value has a name, also where they do not run. */
export const EVALUATED = 'limits:evaluated'

/** How a validator knows the keywords of a schema. */
export interface Keywords {
  /** The types whose values a keyword judges, none for all; undefined for one that it does not run. */
  readonly typesOf: (keyword: string) => readonly string[] | undefined
  /** Whether it ignores other keywords beside a `$ref`. */
  readonly ignoresBesideRef: boolean
  /** Whether it looks for the properties of a choice's members in their place. */
  readonly hasDiscriminators: boolean
  /** Whether it goes on behind a fault. If not, all but keywords of all types come after limits anyway. */
  readonly goesOn: boolean
}

interface Stages {
  readonly limits: readonly Schema[]
  /** Keywords. */
  readonly costly: readonly string[]
  readonly others: readonly string[]
}

/** `find` gives the schemas that it refers to. */
export function judgeLimitsFirst (
  schema: Schema, find: (key: string) => unknown,
  { typesOf, ignoresBesideRef, hasDiscriminators, goesOn }: Keywords
): Schema {
  const isComplete = (node: Node): boolean => !ignoresBesideRef || node.schema.$ref === undefined

  function copyOf (node: Node): Schema {
    const copy = mapNode(node, copyOf)
    const named = typesOf(EVALUATED) !== undefined && hasStages(node) ? { [EVALUATED]: true } : {}
    const stages = stagesOf(node)
    if (stages === null) return { ...copy, ...named }
    const first = { allOf: stages.limits }
    return { ...only(copy, stages.others), ...named, if: first, then: only(copy, stages.costly), else: first }
  }

  /** Whether a condition of ours is in it, or in a part of it that a condition of its own may leave out. */
  function hasStages (node: Node): boolean {
    return stagesOf(node) !== null || SAME_VALUE.some((keyword) => membersOf(node, keyword).some(hasStages))
  }

  /** What is judged first, what behind it, and what stays beside both; null where one stage is enough. */
  function stagesOf (node: Node): Stages | null {
    const keywords = Object.keys(node.schema)
    const judging = keywords.filter((keyword) => typesOf(keyword) !== undefined)
    const costly = judging.filter((keyword) => !LIMITS.includes(keyword))
    const isLate = goesOn || costly.some((keyword) => typesOf(keyword)?.length === 0)
    const isFixed = hasDiscriminators && node.under.has('properties')
    // Each schema that it refers to has its own.
    const isLimited = isLate && !isFixed && judging.join() !== '$ref' && isComplete(node)
    const limits = isLimited ? limitsOf(node) : []
    const others = keywords.filter((keyword) => TYPE.includes(keyword) || !judging.includes(keyword))
    return limits.length === 0 || costly.length === 0 ? null : { limits, costly, others }
  }

  /** The limits that a value must keep, whichever members of choices and conditions apply. */
  function limitsOf (node: Node): Schema[] {
    return partsOf([node], ['allOf'])
      .filter((part) => isComplete(part.node))
      .map((part) => only(part.node.schema, LIMITS))
      .filter((limits) => Object.keys(limits).length > 0)
  }

  return copyOf(createReader(find)(schema))
}

function only (schema: Schema, keywords: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)))
}
