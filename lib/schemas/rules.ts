/** Rules of Valibot and ArkType that their JSON Schemas cannot say, so that nothing would judge by them. */

import { messageOf } from '../text.js'
import { readAlone } from './documents.js'
import type { Schema } from './documents.js'
import { LOST } from './libraries.js'
import type { ArkContext, ValibotContext } from './libraries.js'
import { FORMATS, nameOf } from './standard.js'
import type { StandardSchema } from './standard.js'

/** Valibot's actions for types alone. */
const TYPES_ONLY = ['brand', 'flavor', 'readonly']

function markValibot ({ valibotAction, jsonSchema, errors }: ValibotContext): Schema {
  const { type = '', kind, requirement } = valibotAction ?? {}
  const isTypeOnly = kind === 'metadata' || TYPES_ONLY.includes(type)
  // A validator reads each pattern with this flag.
  const isPattern = type === 'regex' && requirement?.flags === 'u' && errors?.length === 1
  if (errors === undefined || isTypeOnly || isPattern) return jsonSchema
  return { ...jsonSchema, [LOST]: errors.join(' ') }
}

function markArk ({ code, base }: ArkContext): Schema {
  return { ...base, [LOST]: base[LOST] === undefined ? code : `${String(base[LOST])}, ${code}` }
}

/** By library, its JSON Schema with a mark at each lost rule, also behind a conversion. */
const MARKED: Readonly<Record<string, (schema: any, errorMode: string) => Schema>> = {
  valibot: (schema, errorMode) => schema['~standard'].jsonSchema.input({
    target: 'draft-07',
    libraryOptions: {
      typeMode: 'ignore', errorMode, overrideAction: markValibot, overrideSchema: markValibot
    }
  }),
  arktype: (schema) => schema.toJsonSchema({ target: 'draft-07', fallback: { default: markArk } })
}

/** What to say of each rule of a record that is lost; none for a library whose rules run. */
export function lostRules (schema: StandardSchema): readonly string[] {
  const marked = MARKED[schema['~standard'].vendor]
  if (marked === undefined) return []
  try {
    return marksIn(marked(schema, 'throw'))
  } catch (error) {
    // A pipe with several schemas, which names no place.
    const placed = marksIn(marked(schema, 'ignore'))
    return placed.length > 0 ? placed : [ruleText('', messageOf(error))]
  }
}

function marksIn (marked: Schema): string[] {
  return [...readAlone(marked).document.nodes.values()].flatMap((node) => {
    const { [LOST]: rule, format } = node.schema
    // ArkType judges by a function what it also tells as a format.
    const isFormat = rule === 'predicate' && FORMATS.includes(String(format))
    return rule === undefined || isFormat ? [] : [ruleText(nameOf(node), String(rule))]
  })
}

function ruleText (name: string, rule: string): string {
  const at = name === '' ? '' : `${name}: `
  return `${at}no JSON Schema has this rule (${rule}), and a record of this library ` +
    'is judged by its JSON Schema; give the whole schema as input, which its library judges'
}
