/** What each library is asked for beside its JSON Schema, and what to write where it gives none. */

import type { Schema } from './documents.js'

/** A keyword that marks what JSON cannot say, until a library's JSON Schema is read. */
export const LOST = 'x-fastify-resources-lost'

export const WAYS_OUT: Readonly<Record<string, string>> = {
  zod: "use zod 4.2 or later and not zod/mini, or write z.toJSONSchema(schema, { target: 'draft-07' })",
  valibot: 'write toStandardJsonSchema(schema), of @valibot/to-json-schema',
  arktype: 'use ArkType 2.1.28 or later'
}

/** What to write for a value that JSON has not, by how it is marked. */
export const IN_PLACE_OF: Readonly<Record<string, string>> = {
  'z.date': 'write z.coerce.date() or z.iso.date()',
  'z.transform': 'write z.codec, or a .pipe() to the schema of the result',
  'z.custom': 'write z.file() for a file, or describe what travels and add a .refine()'
}

interface ZodDef {
  readonly type: string
  readonly coerce?: boolean
}

interface ZodContext {
  readonly zodSchema: { readonly _zod: { readonly def: ZodDef } }
  readonly jsonSchema: Record<string, unknown>
}

/** Kinds of zod whose values JSON has not. */
const ZOD_LOSSES = [
  'bigint', 'symbol', 'undefined', 'void', 'date', 'nan', 'custom', 'function', 'transform', 'map', 'set'
]

/** A client sees the text of a date, and may send any text that is coerced to one. */
function readZod (side: 'input' | 'output') {
  return {
    unrepresentable: 'any',
    override ({ zodSchema: { _zod: { def: { type, coerce } } }, jsonSchema }: ZodContext): void {
      const isText = type === 'date' && (side === 'output' || coerce === true)
      if (isText) jsonSchema.type = 'string'
      if (isText && side === 'output') jsonSchema.format = 'date-time'
      if (!isText && ZOD_LOSSES.includes(type)) jsonSchema[LOST] = `z.${type}`
    }
  }
}

export interface ValibotContext {
  readonly valibotAction?: { readonly type: string, readonly kind: string, readonly requirement?: any }
  readonly jsonSchema: Schema
  readonly errors?: readonly string[]
}

export interface ArkContext {
  readonly code: string
  readonly base: Schema
}

/** Valibot's actions that give another type. All others check or change a value of the same type. */
const VALIBOT_CONVERSIONS = [
  'find_item', 'parse_json', 'raw_transform', 'reduce_items', 'stringify_json', 'to_bigint', 'to_boolean',
  'to_date', 'to_number', 'to_string', 'transform'
]

/** Valibot's times need no seconds and no zone, and the formats of JSON Schema do. */
const VALIBOT_TIMES = ['iso_time', 'iso_date_time']

function readValibot ({ valibotAction, jsonSchema, errors }: ValibotContext): Schema | undefined {
  const { type, requirement } = valibotAction ?? {}
  const { format, ...withoutFormat } = jsonSchema
  if (type !== undefined && VALIBOT_TIMES.includes(type)) {
    return { ...withoutFormat, allOf: [{ pattern: requirement.source }] }
  }
  if (errors === undefined) return undefined
  const { pattern, ...withoutPattern } = jsonSchema
  // Its flags have no place in JSON Schema, but that validators read each pattern with this one.
  if (type === 'regex') return requirement.flags === 'u' ? jsonSchema : withoutPattern
  const isLost = type === undefined || VALIBOT_CONVERSIONS.includes(type)
  return isLost ? { ...jsonSchema, [LOST]: errors.join(' ') } : jsonSchema
}

const keepBase = ({ base }: ArkContext): Schema => base

/** Options by library: rules that JSON Schema cannot say are left out, and other types are marked as lost. */
export const LIBRARIES: Readonly<Record<string, object>> = {
  zod: readZod,
  valibot: { overrideAction: readValibot, overrideSchema: readValibot },
  arktype: {
    fallback: {
      default: ({ code, base }: ArkContext): Schema => ({ ...base, [LOST]: code }),
      predicate: keepBase,
      patternIntersection: keepBase
    }
  }
}

/** Options by library: what JSON cannot say is anything. */
export const LOOSE: Readonly<Record<string, object>> = {
  zod: { unrepresentable: 'any' },
  valibot: { errorMode: 'ignore' },
  arktype: { fallback: keepBase }
}
