/** Standard Schemas (zod, ArkType, Valibot): the JSON Schemas that they give, and what these cannot say. */

import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '../../text.js'
import { isObject, isPlainObject, remember } from '../../routes/objects.js'
import { createReader, mapNode } from './documents.js'
import type { Node, Schema } from './documents.js'
import { isLaterDraft, rewriteTuples } from './drafts.js'
import type { Direction } from './purposes.js'
import { LIBRARIES, LOOSE, LOST, WAYS_OUT, markLost } from './libraries.js'

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
const FORMATS = [
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

const known = { sent: new WeakMap<object, View>(), seen: new WeakMap<object, View>() }
const loose = new WeakMap<object, View>()
const rewritten = new WeakMap<object, View>()

/** A JSON Schema for one direction; each schema is read once. */
export function viewOf (given: Schema | StandardSchema, direction: Direction): View {
  if (isStandard(given)) return remember(known[direction], given, () => convert(given, direction))
  return remember(rewritten, given, () => {
    const faults = mixedFaults(given)
    return { schema: faults.length === 0 && isLaterDraft(given) ? rewriteTuples(given) : given, faults }
  })
}

/** The same of what clients send, where the library checks it: what JSON cannot say is anything. */
export function looseViewOf (given: StandardSchema): View {
  return remember(loose, given, () => {
    const { vendor, jsonSchema } = given['~standard']
    if (jsonSchema === undefined) return withoutJsonSchema(vendor)
    try {
      return tidy(jsonSchema.input({ target: 'draft-07', libraryOptions: LOOSE[vendor] }))
    } catch (error) {
      return { schema: {}, faults: [messageOf(error)] }
    }
  })
}

/** A library's schema in a JSON Schema would say nothing. */
function mixedFaults (schema: Schema): readonly string[] {
  const { nodes } = createReader(() => undefined)(schema).document
  return [...nodes.values()]
    .filter((node) => isStandard(node.schema))
    .map(
      ({ at }) =>
        `${at.slice(1)}: a schema of a library cannot be part of a JSON Schema; make the whole one by the ` +
          'library, or write the part as JSON Schema'
    )
}

function withoutJsonSchema (vendor: string): View {
  const wayOut = WAYS_OUT[vendor] ?? 'use a version with Standard JSON Schema, or write its JSON Schema'
  return { schema: {}, faults: [`this schema of ${vendor} gives no JSON Schema; ${wayOut}`] }
}

function convert (given: StandardSchema, direction: Direction): View {
  const { vendor, jsonSchema } = given['~standard']
  if (jsonSchema === undefined) return withoutJsonSchema(vendor)
  const give = (libraryOptions: object | undefined): Schema =>
    jsonSchema[SIDES[direction]]({ target: 'draft-07', libraryOptions })
  const options = LIBRARIES[vendor]
  try {
    return tidy(give(options), direction === 'sent' ? () => give(options) : undefined)
  } catch (error) {
    const found = vendor === 'zod' ? located(() => give({ unrepresentable: markLost })) : []
    return { schema: {}, faults: found.length > 0 ? found : [lossText('', messageOf(error))] }
  }
}

/** zod's own error does not name the property. Versions before 4.6 ignore the option that does. */
function located (give: () => Schema): readonly string[] {
  try {
    return tidy(give()).faults
  } catch {
    return []
  }
}

function lossText (name: string, reason: string): string {
  return `${name === '' ? '' : `${name}: `}JSON has no such value (${reason}); describe what travels, such ` +
    'as the text of a date, and convert it afterwards'
}

/**
 * zod defines a schema that has an id of its own, and refers to it. Unless that refers to itself, it needs no
 * definition.
 */
function withoutWrapper (schema: Schema): Schema {
  const [, name = ''] = /^#\/definitions\/([^/]+)$/.exec(String(schema.$ref)) ?? []
  const { [name]: definition, ...definitions } = isObject(schema.definitions) ? schema.definitions : {}
  if (
    !isObject(definition) ||
    JSON.stringify([definition, definitions]).includes(JSON.stringify(schema.$ref))
  ) {
    return schema
  }
  return { ...definition, ...Object.keys(definitions).length > 0 && { definitions } }
}

/**
 * Takes out the marks, and what a validator would refuse. `giveAgain` makes the same schema again, to find
 * the defaults that a function makes anew.
 */
function tidy (given: Schema, giveAgain?: () => Schema): View {
  const root = readAlone(given)
  const nodes = [...root.document.nodes.values()]
  const isNew = giveAgain === undefined ? () => false : newDefaults(nodes, giveAgain)
  return {
    schema: unmarked(root, isNew),
    faults: nodes.filter(({ schema: { [LOST]: reason } }) => reason !== undefined)
      .map((node) => lossText(nameOf(node), String(node.schema[LOST])))
  }
}

function readAlone (given: Schema): Node {
  return createReader(() => undefined)(withoutWrapper(given))
}

/** Which nodes have another default each time, such as an id or the present time. */
function newDefaults (nodes: readonly Node[], giveAgain: () => Schema): (node: Node) => boolean {
  const known = nodes.filter(({ schema }) => 'default' in schema)
  if (known.length === 0) return () => false
  if (known.some(({ schema }) => TIME.test(JSON.stringify(schema.default)))) waitForTheClock()
  const { nodes: others } = readAlone(giveAgain()).document
  return ({ at, schema }) => !isDeepStrictEqual(schema.default, others.get(at)?.schema.default)
}

/** Two times of one millisecond would be equal. */
function waitForTheClock (): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
}

function unmarked (node: Node, isNew: (node: Node) => boolean): Schema {
  const { $schema, [LOST]: lost, ...copy } = mapNode(node, (inner) => unmarked(inner, isNew))
  const refused = [
    ...FORMATS.includes(String(copy.format)) ? [] : ['format'],
    ...isNew(node) ? ['default'] : []
  ]
  return Object.fromEntries(Object.entries(copy).filter(([keyword]) => !refused.includes(keyword)))
}

/** `/properties/tags/items/properties/text` → `tags[].text`. */
function nameOf ({ at }: Node): string {
  let name = ''
  const keys = at.split('/')
  for (const [index, key] of keys.entries()) {
    if (keys[index - 1] === 'properties') name += `${name === '' ? '' : '.'}${key}`
    else if (key === 'items') name += '[]'
  }
  return name
}
