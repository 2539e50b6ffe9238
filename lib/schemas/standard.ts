/** Standard Schemas (zod, ArkType, Valibot): the JSON Schemas that they give, and what these cannot say. */

import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '../text.js'
import { isObject, isPlainObject, remember } from '../routes/objects.js'
import { mapNode, readAlone } from './documents.js'
import type { Node, Schema } from './documents.js'
import { isLaterDraft, rewriteTuples } from './drafts.js'
import type { Direction } from './purposes.js'
import { IN_PLACE_OF, LIBRARIES, LOOSE, LOST, WAYS_OUT } from './libraries.js'

/** https://standardschema.dev */
export interface StandardSchema {
  readonly '~standard': {
    readonly vendor: string,
    readonly validate?: Validate,
    readonly jsonSchema?: { readonly input: Convert, readonly output: Convert }
  }
}

export type Validate = (value: unknown) => Validated | Promise<Validated>

interface Validated {
  readonly value?: unknown
  readonly issues?: readonly Issue[] | undefined
}

export interface Issue {
  readonly message: string
  readonly problem?: string
  /** The value as ArkType and Valibot tell it. */
  readonly actual?: string
  readonly received?: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
}

type Convert = (options: { readonly target: string, readonly libraryOptions?: object | undefined }) => Schema

/** What a schema of any kind says about what goes in one direction. */
interface View {
  readonly schema: Schema
  /** Why it cannot be used. */
  readonly faults: readonly string[]
}

const SIDES = { sent: 'input', seen: 'output' } as const

/** The formats that ajv-formats knows. A validator refuses a schema with any other. */
export const FORMATS = [
  'date', 'time', 'date-time', 'iso-time', 'iso-date-time', 'duration', 'uri', 'uri-reference',
  'uri-template', 'url', 'email', 'hostname', 'ipv4', 'ipv6', 'regex', 'uuid', 'json-pointer',
  'json-pointer-uri-fragment', 'relative-json-pointer', 'byte', 'int32', 'int64', 'float', 'double',
  'password', 'binary'
]

/** A default that may be the present time, to the millisecond. */
const TIME = /\d{10}|T\d\d:\d\d/

/** A copy of zod's JSON Schema, whose symbol is not enumerable, counts as a JSON Schema. */
export function isStandard (value: unknown): value is StandardSchema {
  const isHolder = typeof value === 'function' || isObject(value)
  if (!isHolder || !isObject((value as Partial<StandardSchema>)['~standard'])) return false
  return !isPlainObject(value) || Object.keys(value).includes('~standard')
}

/** Whether it can be the schema of a record: a JSON Schema, or a Standard Schema. */
export function isSchema (value: unknown): value is Schema | StandardSchema {
  return isPlainObject(value) || isStandard(value)
}

const known = {
  sent: new WeakMap<object, View>(),
  seen: new WeakMap<object, View>(),
  loose: new WeakMap<object, View>(),
  plain: new WeakMap<object, View>()
}

/** A JSON Schema for one direction; each schema is read once. */
export function viewOf (schema: Schema | StandardSchema, direction: Direction): View {
  if (isStandard(schema)) {
    return remember(known[direction], schema, () => convert(schema, SIDES[direction], LIBRARIES))
  }
  return remember(known.plain, schema, () => {
    const faults = mixedFaults(schema)
    return { schema: faults.length === 0 && isLaterDraft(schema) ? rewriteTuples(schema) : schema, faults }
  })
}

/** The same of what clients send, where the library checks it: what JSON cannot say is anything. */
export function looseViewOf (schema: StandardSchema): View {
  return remember(known.loose, schema, () => convert(schema, 'input', LOOSE))
}

/** A library's schema in a JSON Schema would say nothing. */
function mixedFaults (schema: Schema): readonly string[] {
  return [...readAlone(schema).document.nodes.values()]
    .filter((node) => isStandard(node.schema))
    .map(
      ({ at }) =>
        `${at.slice(1)}: a schema of a library cannot be part of a JSON Schema; make the whole one by the ` +
          'library, or write the part as JSON Schema'
    )
}

function convert (
  schema: StandardSchema, side: 'input' | 'output', options: Readonly<Record<string, object>>
): View {
  const { vendor, jsonSchema } = schema['~standard']
  if (jsonSchema === undefined) {
    const wayOut = WAYS_OUT[vendor] ?? 'use a version with Standard JSON Schema, or write its JSON Schema'
    return { schema: {}, faults: [`this schema of ${vendor} gives no JSON Schema; ${wayOut}`] }
  }
  const own = options[vendor]
  const libraryOptions = (typeof own === 'function' ? own(side) : own) as object | undefined
  try {
    return tidy(() => withoutWrapper(jsonSchema[side]({ target: 'draft-07', libraryOptions })), side)
  } catch (error) {
    // Where a library checks the rest, nothing is lost, so this is another error.
    return { schema: {}, faults: [options === LOOSE ? messageOf(error) : lossText('', messageOf(error))] }
  }
}

function lossText (name: string, reason: string): string {
  const wayOut = IN_PLACE_OF[reason] ??
    'describe what travels, such as the text of a date, and convert it afterwards'
  return `${name === '' ? '' : `${name}: `}JSON has no such value (${reason}); ${wayOut}`
}

/**
 * zod and ArkType define a schema that has a name or contains itself, and refer to it. It stands in the place
 * of that reference. So a document has no component of one name inside of another, whose references break.
 */
function withoutWrapper (schema: Schema): Schema {
  const { $ref, definitions } = schema
  const all = Object.entries(isObject(definitions) ? definitions : {})
  const [, wrapped] = all.find(([name]) => $ref === `#/definitions/${name}`) ?? []
  if (!isObject(wrapped)) return schema
  const others = all.filter(([, definition]) => definition !== wrapped)
  const unwrapped = { ...wrapped, ...others.length > 0 && { definitions: Object.fromEntries(others) } }
  return withRoot(readAlone(unwrapped), $ref as string)
}

/** A copy whose references to what is the root now, or into it, lead there. */
function withRoot (node: Node, root: string): Schema {
  const copy = mapNode(node, (inner) => withRoot(inner, root))
  const { $ref } = copy
  const isInside = typeof $ref === 'string' && `${$ref}/`.startsWith(`${root}/`)
  return isInside ? { ...copy, $ref: `#${$ref.slice(root.length)}` } : copy
}

/** Takes out the marks, what a validator would refuse, and defaults that are others each time. */
function tidy (give: () => Schema, side: 'input' | 'output'): View {
  const root = readAlone(give())
  const nodes = [...root.document.nodes.values()]
  return {
    schema: unmarked(root, newDefaults(nodes, give)),
    faults: nodes.filter((node) => node.schema[LOST] !== undefined && !(side === 'input' && isReadOnly(node)))
      .map((node) => lossText(nameOf(node), String(node.schema[LOST])))
  }
}

/** Whether no client sends it, or what is around it. */
function isReadOnly ({ schema, parent }: Node): boolean {
  return schema.readOnly === true || (parent !== undefined && isReadOnly(parent))
}

/** The nodes whose default a function makes anew, such as an id or the present time. */
function newDefaults (nodes: readonly Node[], giveAgain: () => Schema): ReadonlySet<Node> {
  const withDefault = nodes.filter(({ schema }) => 'default' in schema)
  if (withDefault.length === 0) return new Set()
  // Two times of one millisecond would be equal.
  if (withDefault.some(({ schema }) => TIME.test(JSON.stringify(schema.default)))) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
  }
  const { nodes: others } = readAlone(giveAgain()).document
  return new Set(withDefault.filter(({ at, schema }) =>
    !isDeepStrictEqual(schema.default, others.get(at)?.schema.default)))
}

function unmarked (node: Node, withNewDefault: ReadonlySet<Node>): Schema {
  // `id` is the name that zod 4.2 leaves, which documents refuse.
  const { $schema, id, [LOST]: lost, format, default: initial, ...copy } = mapNode(node, (inner) =>
    unmarked(inner, withNewDefault))
  return {
    ...copy,
    ...FORMATS.includes(String(format)) && { format },
    ...initial !== undefined && !withNewDefault.has(node) && { default: initial }
  }
}

/** `/properties/tags/items/properties/text` → `tags[].text`. */
export function nameOf ({ at }: Node): string {
  let name = ''
  const keys = at.split('/')
  for (const [index, key] of keys.entries()) {
    if (keys[index - 1] === 'properties') name += `${name === '' ? '' : '.'}${key}`
    else if (key === 'items') name += '[]'
  }
  return name
}
