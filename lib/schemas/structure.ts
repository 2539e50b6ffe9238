/** The bare structure of what a library takes: types, names and items, but of no value that it converts. */

import { isObject } from '../routes/objects.js'
import { mapNode, propertiesOf, readAlone, requiredOf } from './documents.js'
import type { Node, Schema } from './documents.js'
import { kindsOf } from './schema-facts.js'
import type { StandardSchema } from './standard.js'

/** Keywords of structure. */
const STRUCTURE: readonly string[] = [
  'type', 'properties', 'items', 'additionalItems', 'additionalProperties', 'allOf', 'anyOf', '$ref',
  'definitions', '$defs'
]

/** How a library is asked for a JSON Schema. */
type Read = (libraryOptions: object) => Schema

interface Reading {
  readonly readBy: (read: Read) => Schema
  /** Whether its objects may be lists. */
  readonly takesLists: boolean
}

const READINGS: Readonly<Record<string, Reading>> = {
  zod: { readBy: (read) => read(ZOD), takesLists: false },
  valibot: { readBy: readValibot, takesLists: true },
  arktype: { readBy: (read) => read({ fallback: ARKTYPE }), takesLists: true }
}

interface ZodContext {
  readonly zodSchema: {
    readonly _zod: {
      readonly def: {
        readonly type: string,
        readonly coerce?: boolean,
        readonly in?: ZodContext['zodSchema'],
        readonly mode?: string
      },
      readonly toJSONSchema?: unknown
    }
  }
  readonly jsonSchema: Record<string, unknown>
}

/** Schemas of zod that also take what their JSON Schema refuses. */
const ZOD_CONVERSIONS = ['catch', 'file', 'success']

/** Without what the app says about a schema, which may be another type. */
const ZOD = {
  unrepresentable: 'any',
  reused: 'ref',
  metadata: { get: () => undefined },
  override ({ zodSchema: { _zod: { def, toJSONSchema } }, jsonSchema }: ZodContext) {
    const isConverted = ZOD_CONVERSIONS.includes(def.type) || def.coerce === true ||
      def.in?._zod.def.type === 'transform' || toJSONSchema !== undefined
    // Names that do not match its keys have any value.
    const free = def.type === 'record' && def.mode === 'loose' ? ['additionalProperties'] : []
    for (const keyword of isConverted ? Object.keys(jsonSchema) : free) delete jsonSchema[keyword]
  }
}

interface ArkContext {
  readonly base: Schema
}

const keepBase = ({ base }: ArkContext): Schema => base

/** What JSON Schema cannot say is anything. */
const ARKTYPE = { default: () => ({}), predicate: keepBase, patternIntersection: keepBase }

/** The beginning of names of definitions that are anything. */
const ANYTHING = 'anything-'

/** A schema of Valibot, or a part of one. */
type ValibotPart = Readonly<Record<string, unknown>>

/** Its JSON Schema tells of no fallback, so each schema with one is a definition, and that is anything. */
function readValibot (read: Read): Schema {
  const reached = new Set<ValibotPart>()
  const loose = new Set<ValibotPart>()
  read({
    errorMode: 'ignore',
    overrideSchema ({ valibotSchema }: { readonly valibotSchema: ValibotPart }) { reached.add(valibotSchema) }
  })
  for (const part of reached) {
    const { kind, getter, ...others } = part
    if (kind === 'schema' && 'fallback' in part) loose.add(part)
    for (const inner of Object.values(others).flat()) if (isObject(inner)) reached.add(inner)
    if (typeof getter !== 'function') continue
    const inner = getter(undefined) as ValibotPart
    // It makes another one each time, whose parts would be unknown.
    if (inner === getter(undefined)) reached.add(inner)
    else loose.add(part)
  }
  const definitions = Object.fromEntries([...loose].map((part, index) => [`${ANYTHING}${index}`, part]))
  const { $defs = {}, ...schema } = read({ errorMode: 'ignore', definitions })
  const entries = Object.entries($defs as Schema)
    .map(([name, definition]) => [name, name in definitions ? {} : definition])
  return { ...schema, $defs: Object.fromEntries(entries) }
}

/** Undefined for a library of which it is not known what it converts. */
export function structureOf (schema: StandardSchema): Schema | undefined {
  const { vendor, jsonSchema } = schema['~standard']
  const reading = Object.hasOwn(READINGS, vendor) ? READINGS[vendor] : undefined
  if (reading === undefined || jsonSchema === undefined) return undefined
  const { readBy, takesLists } = reading
  const whole = readBy((libraryOptions) => jsonSchema.input({ target: 'draft-07', libraryOptions }))
  return bareOf(readAlone(whole), takesLists)
}

function bareOf (node: Node, takesLists: boolean): Schema {
  const { oneOf, ...copy } = mapNode(node, (inner) => bareOf(inner, takesLists))
  // Members of one choice may differ in more than their structure.
  const kept = Object.entries({ ...copy, ...oneOf !== undefined && { anyOf: oneOf } })
    .filter(([keyword, value]) => STRUCTURE.includes(keyword) && typeof value !== 'boolean')
  const { type, additionalProperties, ...bare } = Object.fromEntries(kept)
  const properties = new Map(propertiesOf(node))
  const required = requiredOf(node).filter((name) => {
    const property = properties.get(name)
    return property !== undefined && !kindsOf(property).has('any')
  })
  return {
    ...bare,
    ...type !== undefined && { type: type === 'object' && takesLists ? ['object', 'array'] : type },
    ...additionalProperties !== undefined && !('patternProperties' in copy) && { additionalProperties },
    ...required.length > 0 && { required }
  }
}
