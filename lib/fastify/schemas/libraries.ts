/** What each library is asked for beside its JSON Schema, and what one writes where it gives none. */

import type { Schema } from './documents.js'

/** Keywords that mark a place in a library's JSON Schema until it is read. */
export const LOST = 'x-fastify-resources-lost'
export const UNCHECKED = 'x-fastify-resources-unchecked'

export const WAYS_OUT: Readonly<Record<string, string>> = {
  zod: "use zod 4.2 or later and not zod/mini, or write z.toJSONSchema(schema, { target: 'draft-07' })",
  valibot: 'write toStandardJsonSchema(schema), of @valibot/to-json-schema',
  arktype: 'use ArkType 2.1.28 or later'
}

/** An option of zod: keeps the place of what JSON cannot say. */
export function markLost ({ message }: { readonly message: string }): Schema {
  return { [LOST]: message }
}

interface ZodContext {
  readonly zodSchema: {
    readonly _zod: { readonly def: { readonly type: string, readonly checks?: readonly ZodCheck[] } }
  }
  readonly jsonSchema: ZodPlace & { readonly allOf?: readonly ZodPlace[] }
}

interface ZodPlace {
  pattern?: string
  [UNCHECKED]?: true
}

interface ZodCheck {
  readonly _zod: { readonly def: { readonly check: string, readonly pattern?: unknown } }
}

interface ValibotContext {
  readonly valibotAction?: { readonly type: string }
  readonly jsonSchema: Schema
  readonly errors?: readonly string[]
}

interface ArkContext {
  readonly code: string
  readonly base: Schema
}

/** What zod does beside its JSON Schema: `refine`, `trim`, `transform`. */
const ZOD_RULES = ['custom', 'overwrite', 'property', 'pipe', 'transform', 'catch']

/** Valibot's actions that give another type. All others check or change a value of the same type. */
const VALIBOT_CONVERSIONS = [
  'find_item', 'parse_json', 'raw_transform', 'reduce_items', 'stringify_json', 'to_bigint', 'to_boolean',
  'to_date', 'to_number', 'to_string', 'transform'
]

const loseArk = ({ code, base }: ArkContext): Schema => ({ ...base, [LOST]: code })
const leaveArk = ({ base }: ArkContext): Schema => leaveToLibrary(base)

/** Valibot's times need no seconds and no zone, and the formats of JSON Schema do. */
const VALIBOT_TIMES = ['iso_time', 'iso_date_time']

function markValibot ({ valibotAction, jsonSchema, errors }: ValibotContext): Schema | undefined {
  const { type } = valibotAction ?? {}
  if (type !== undefined && VALIBOT_TIMES.includes(type)) return leaveToLibrary(jsonSchema, 'format')
  if (errors === undefined) return undefined
  // It has flags.
  if (type === 'regex') return leaveToLibrary(jsonSchema, 'pattern')
  const isLost = type === undefined || VALIBOT_CONVERSIONS.includes(type)
  return isLost ? { ...jsonSchema, [LOST]: errors.join(' ') } : leaveToLibrary(jsonSchema)
}

/** Without a keyword that would refuse what the library accepts. */
function leaveToLibrary (schema: Schema, keyword = ''): Schema {
  const { [keyword]: stricter, ...others } = schema
  return { ...others, [UNCHECKED]: true }
}

/**
 * Options by library, which mark what its JSON Schema leaves out. Without them ArkType says nothing, and zod
 * nothing of checks.
 */
export const LIBRARIES: Readonly<Record<string, object>> = {
  zod: {
    override ({ zodSchema: { _zod: { def: { type, checks = [] } } }, jsonSchema }: ZodContext): void {
      const rules = [type, ...checks.map((check) => check._zod.def.check)]
      // JSON Schema has no flags: without them, a pattern would refuse what zod accepts.
      const flagged = checks.flatMap(({ _zod: { def: { pattern } } }) =>
        pattern instanceof RegExp && /[ims]/.test(pattern.flags) ? pattern.source : []
      )
      for (const place of [jsonSchema, ...(jsonSchema.allOf ?? [])]) {
        if (flagged.includes(String(place.pattern))) delete place.pattern
      }
      if (flagged.length > 0 || rules.some((rule) => ZOD_RULES.includes(rule))) jsonSchema[UNCHECKED] = true
    }
  },
  valibot: { overrideAction: markValibot, overrideSchema: markValibot },
  arktype: {
    fallback: {
      default: loseArk,
      predicate: leaveArk,
      patternIntersection: leaveArk
    }
  }
}
