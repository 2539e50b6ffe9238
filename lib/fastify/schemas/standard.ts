/** Standard Schemas (zod, ArkType, Valibot): the JSON Schemas that they give, and what these cannot say. */

import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '../../text.js'
import { isObject, isPlainObject, remember } from '../../routes/objects.js'
import { createReader, mapNode, propertiesOf, requiredOf } from './documents.js'
import type { Node, Schema } from './documents.js'
import { isLaterDraft, toDraft07 } from './drafts.js'
import { isBinary } from './facts.js'
import { keywordFaults } from './keywords.js'
import type { Direction } from './purposes.js'
import { LIBRARIES, LOST, UNCHECKED, WAYS_OUT, markLost } from './libraries.js'

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
export interface View {
  readonly schema: Schema
  /** Why it cannot be used. */
  readonly faults: readonly string[]
  /** The properties with rules that no validator of JSON Schemas applies; `''` is the value itself. */
  readonly unchecked: readonly string[]
}

const SIDES = { sent: 'input', seen: 'output' } as const

/** The formats that ajv-formats knows. With any other, Fastify's own validator refuses the schema. */
const FORMATS = [
  'date', 'time', 'date-time', 'iso-time', 'iso-date-time', 'duration', 'uri', 'uri-reference',
  'uri-template', 'url', 'email', 'hostname', 'ipv4', 'ipv6', 'regex', 'uuid', 'json-pointer',
  'json-pointer-uri-fragment', 'relative-json-pointer', 'byte', 'int32', 'int64', 'float', 'double',
  'password', 'binary'
]

/** What a library says of a file in its JSON Schema, where no validator applies it. */
const FILE_RULES = ['minLength', 'maxLength', 'contentMediaType', 'anyOf']

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
const rewritten = new WeakMap<object, View>()
const mixed = new WeakMap<Schema, readonly string[]>()

/**
 * A JSON Schema of draft-07 for one direction; each schema is read once. `isForeign` says that the app has a
 * validator of its own, which may read later drafts.
 */
export function viewOf (given: Schema | StandardSchema, direction: Direction, isForeign: boolean): View {
  if (isStandard(given)) return remember(known[direction], given, () => convert(given, direction))
  const faults = remember(mixed, given, mixedFaults)
  if (isForeign || faults.length > 0) return { schema: given, faults, unchecked: [] }
  return remember(rewritten, given, () => {
    const { schema, faults } = isLaterDraft(given) ? toDraft07(given) : { schema: given, faults: [] }
    return { schema, faults: [...faults, ...keywordFaults(schema)], unchecked: [] }
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

/** What a Standard Schema accepts, for its names: what JSON cannot say is anything. Its library may throw. */
export function looseSchema (given: unknown): Schema | undefined {
  if (!isStandard(given)) return undefined
  const libraryOptions = { unrepresentable: 'any' }
  return given['~standard'].jsonSchema?.input({ target: 'draft-07', libraryOptions })
}

function convert (given: StandardSchema, direction: Direction): View {
  const { vendor, jsonSchema } = given['~standard']
  if (jsonSchema === undefined) {
    const wayOut = WAYS_OUT[vendor] ?? 'use a version with Standard JSON Schema, or write its JSON Schema'
    return { schema: {}, faults: [`this schema of ${vendor} gives no JSON Schema; ${wayOut}`], unchecked: [] }
  }
  const give = (libraryOptions: object | undefined): Schema =>
    jsonSchema[SIDES[direction]]({ target: 'draft-07', libraryOptions })
  const options = LIBRARIES[vendor]
  try {
    return tidy(give(options), direction === 'sent' ? () => give(options) : undefined)
  } catch (error) {
    const found = vendor === 'zod' ? located(() => give({ ...options, unrepresentable: markLost })) : []
    return { schema: {}, faults: found.length > 0 ? found : [lossText('', messageOf(error))], unchecked: [] }
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
 * Takes out the marks, and what Fastify's validator would refuse. `giveAgain` makes the same schema again, to
 * find the defaults that a function makes anew.
 */
function tidy (given: Schema, giveAgain?: () => Schema): View {
  const root = readAlone(given)
  const nodes = [...root.document.nodes.values()]
  const isNew = giveAgain === undefined ? () => false : newDefaults(nodes, giveAgain)
  const isUnchecked = (node: Node): boolean => hasUntoldRule(node) || isNew(node)
  return {
    schema: unmarked(root, isNew),
    faults: nodes.filter(({ schema: { [LOST]: reason } }) => reason !== undefined)
      .map((node) => lossText(nameOf(node), String(node.schema[LOST]))),
    unchecked: [...new Set(nodes.filter(isUnchecked).map(nameOf))]
  }
}

function readAlone (given: Schema): Node {
  return createReader(() => undefined)(withoutWrapper(given))
}

/** Whether a library has a rule for the value that no validator of JSON Schemas applies. */
function hasUntoldRule ({ schema }: Node): boolean {
  const { format, pattern, [UNCHECKED]: mark } = schema
  const isUnknown = pattern === undefined && typeof format === 'string' && !FORMATS.includes(format)
  return mark !== undefined || isUnknown || (isBinary(schema) && FILE_RULES.some((rule) => rule in schema))
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
  const { $schema, [LOST]: lost, [UNCHECKED]: unchecked, ...copy } =
    mapNode(node, (inner) => unmarked(inner, isNew))
  const refused = [
    ...typeof copy.format === 'string' && !FORMATS.includes(copy.format) ? ['format'] : [],
    ...isNew(node) ? ['default'] : []
  ]
  return Object.fromEntries(Object.entries(copy).filter(([keyword]) => !refused.includes(keyword)))
}

/** ArkType's JSON Schema does not tell the default of a property that need not be sent. */
export function untoldDefaults (sent: Schema, seen: Schema): string[] {
  const after = readAlone(seen).document.nodes
  return [...readAlone(sent).document.nodes.values()].flatMap((object) => {
    const always = after.get(object.at)
    const untold = propertiesOf(object).filter(([name, { schema }]) =>
      always !== undefined && requiredOf(always).includes(name) && !requiredOf(object).includes(name) &&
      !('default' in schema)
    )
    return untold.map(([, property]) => nameOf(property))
  })
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
