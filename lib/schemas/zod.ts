/** Schemas of zod: their parts, what runs in them, and copies that judge what clients send. */

import { definedIn, remember } from '../routes/objects.js'
import type { Place } from './places.js'
import { isStandard } from './standard.js'
import type { Issue, StandardSchema } from './standard.js'

type Keys = typeof SAME[number] | typeof OTHERS[number]

/** What a schema of zod is made of. Only some kinds have each of these. */
interface Def extends Readonly<Partial<Record<Keys, ZodSchema>>> {
  readonly type: string
  /** That of a format, which is a schema and a check at once. */
  readonly check?: string
  readonly checks?: readonly Check[]
  readonly shape?: Shape
  readonly options?: readonly ZodSchema[]
  readonly items?: readonly ZodSchema[]
  readonly getter?: () => ZodSchema
  /** Of a codec. */
  readonly reverseTransform?: unknown
  readonly transform?: unknown
  /** The test of a format of the app's own. */
  readonly fn?: unknown
}

type Shape = Readonly<Record<string, ZodSchema>>

interface Check {
  readonly _zod: {
    readonly def: { readonly check: string, readonly fn?: unknown },
    readonly check: (payload: Payload) => unknown
  }
}

/** An issue before it has a message. Where it does not `continue`, no rule of the object around it runs. */
export interface RawIssue {
  readonly path?: readonly PropertyKey[]
  continue?: boolean
}

/** A value under way. Rules change it, or add issues. */
export interface Payload {
  readonly value: unknown
  readonly issues: RawIssue[]
}

/** What zod hands on to all parts of a schema, so that a copy of ours finds it there. */
export interface ParseContext {
  readonly async: boolean
  readonly reportInput: true
  readonly error: (issue: any) => string | undefined
  /** How many issues a list has so far. */
  found: number
}

type Run = (payload: Payload, context: ParseContext) => Payload | Promise<Payload>

export interface Parsed {
  readonly success: boolean
  readonly data?: unknown
  readonly error?: { readonly issues: readonly Issue[] }
}

export interface ZodSchema extends StandardSchema {
  readonly _zod: {
    readonly def: Def,
    /** What each of zod's functions calls to parse. It gives no promise where all rules are synchronous. */
    run: Run
  }
  readonly clone: (def: object) => ZodSchema
  readonly optional: () => ZodSchema
  readonly pipe: (next: ZodSchema) => ZodSchema
  readonly transform: (change: (value: unknown) => unknown) => ZodSchema
  readonly check: (rule: (payload: Payload) => void) => ZodSchema
  readonly refine: (rule: () => boolean) => ZodSchema
  readonly safeParse: (value: unknown, options?: object) => Parsed
  readonly safeParseAsync: (value: unknown, options?: object) => Promise<Parsed>
  readonly meta: () => { readonly id?: unknown } | undefined
  readonly safeEncodeAsync: (value: unknown) => Promise<Parsed>
}

/** A schema of zod that judges itself. Those of zod/mini have other methods, and no JSON Schema. */
export function isZod (schema: unknown): schema is ZodSchema {
  return isStandard(schema) && schema['~standard'].vendor === 'zod' && '_zod' in schema &&
    typeof (schema as Partial<ZodSchema>).optional === 'function'
}

/** The name that `.meta({ id })` gives a schema. */
export function metaNameOf (schema: unknown): string | undefined {
  const id = isZod(schema) ? schema.meta()?.id : undefined
  return typeof id === 'string' ? id : undefined
}

/** Parts that describe the same value, or other values. */
const SAME = ['in', 'out', 'innerType', 'left', 'right'] as const
const OTHERS = ['catchall', 'element', 'rest', 'keyType', 'valueType'] as const

/** The schemas of the same value: those that it wraps, and the members of a choice. */
function samePartsOf ({ _zod: { def } }: ZodSchema): ZodSchema[] {
  const parts = SAME.flatMap((key) => def[key] ?? [])
  return [...parts, ...def.options ?? [], ...def.getter === undefined ? [] : [def.getter()]]
}

function partsOf (schema: ZodSchema): ZodSchema[] {
  const { _zod: { def } } = schema
  const others = OTHERS.flatMap((key) => def[key] ?? [])
  return [...samePartsOf(schema), ...others, ...def.items ?? [], ...Object.values(def.shape ?? {})]
}

/** The schemas inside, at any depth. */
function reachedFrom (schema: ZodSchema): ReadonlySet<ZodSchema> {
  const reached = new Set(partsOf(schema))
  for (const one of reached) for (const part of partsOf(one)) reached.add(part)
  return reached
}

/** Whether a schema or one inside it passes a test. */
export function hasInside (schema: ZodSchema, test: (def: Def) => boolean): boolean {
  return [schema, ...reachedFrom(schema)].some(({ _zod: { def } }) => test(def))
}

const recursive = new WeakMap<ZodSchema, boolean>()

function containsItself (schema: ZodSchema): boolean {
  return remember(recursive, schema, () => reachedFrom(schema).has(schema))
}

/** Checks of zod itself, which give no promise. */
const OWN_CHECKS: readonly string[] = [
  'less_than', 'greater_than', 'multiple_of', 'number_format', 'bigint_format', 'max_size', 'min_size',
  'size_equals', 'max_length', 'min_length', 'length_equals', 'string_format', 'mime_type', 'overwrite'
]

/** Whether the app has a function in it, which may give a promise. */
export function mayWait ({ type, transform, fn, checks = [] }: Def): boolean {
  return ['custom', 'promise'].includes(type) || transform !== undefined || fn !== undefined ||
    checks.some(isOfApp)
}

function isOfApp ({ _zod: { def } }: Check): boolean {
  return !OWN_CHECKS.includes(def.check) || def.fn !== undefined
}

/** zod waits for the checks of a value one by one, and one that rejects meanwhile would end the process. */
function handled (check: Check, isLast: boolean): Check {
  const judge = (payload: Payload): unknown => {
    if (isLast && payload.issues.length > 0) return undefined
    const result = check._zod.check(payload)
    if (result instanceof Promise) result.catch(() => undefined)
    return result
  }
  return { _zod: Object.create(check._zod, { check: { value: judge } }) as Check['_zod'] }
}

export function isCodec ({ reverseTransform }: Def): boolean {
  return reverseTransform !== undefined
}

/** Whether it gives another value, of which no one gets the first one back. */
export function isOneWay ({ out }: Def): boolean {
  return out?._zod.def.type === 'transform'
}

/** Whether it is an object, or several for one value, without rules but those of its properties. */
export function isPlainRecord (schema: ZodSchema): boolean {
  const { type, checks = [] } = schema._zod.def
  if (checks.length > 0) return false
  const isAround = ['intersection', 'lazy', ...WRAPPING].includes(type)
  return type === 'object' || (isAround && samePartsOf(schema).every(isPlainRecord))
}

/** The schemas for what is under a key: several in a choice. */
export function innerSchemas (schema: ZodSchema, key: string): ZodSchema[] {
  const reached = new Set([schema])
  for (const one of reached) for (const part of samePartsOf(one)) reached.add(part)
  return [...reached].flatMap(({ _zod: { def } }) => {
    const { rest, element, valueType, catchall, shape = {}, items = [] } = def
    const own = Object.hasOwn(shape, key) ? shape[key] : items[Number(key)]
    return own ?? rest ?? element ?? valueType ?? catchall ?? []
  })
}

/** Takes any value as it is. */
export function anythingOf (schema: ZodSchema): ZodSchema {
  return schema.transform((value) => value)._zod.def.out as ZodSchema
}

interface Copied {
  readonly place: Place | undefined
  readonly isRoot: boolean
  readonly copy: ZodSchema
}

interface Copying {
  /** Undefined where clients send all names. */
  readonly place?: Place
  /** Adds names of the record itself. */
  readonly isOptional?: (name: string) => boolean
}

/**
 * A copy in which the names that no client sends are optional, at any depth, with all rules around them.
 * Nothing runs behind a limit that failed, nor in a list that has many faults.
 */
export function copyForClients (
  schema: ZodSchema, { place, isOptional = () => false }: Copying = {}
): ZodSchema {
  const known = new Map<ZodSchema, Copied[]>()

  function copyOf (one: ZodSchema, place: Place | undefined, isRoot = false): ZodSchema {
    const copies = remember(known, one, () => [])
    const found = copies.find((other) => other.place === place && other.isRoot === isRoot)
    if (found !== undefined) return found.copy
    const copy = withLimits(copyWith(one, changesOf(one, place, isRoot)))
    copies.push({ place, isRoot, copy })
    return copy
  }

  /** Of what contains itself at first use. */
  function changesOf (one: ZodSchema, place: Place | undefined, isRoot: boolean): object {
    const { _zod: { def } } = one
    const same = (part: ZodSchema): ZodSchema => copyOf(part, place, isRoot)
    const inside = (part: ZodSchema | undefined, inner: Place | undefined): ZodSchema | undefined =>
      part && counted(copyOf(part, inner))
    const { getter } = def
    // zod keeps what it has got in the definition.
    if (getter !== undefined) return { getter: () => same(getter()), _cachedInner: undefined }
    const { shape, items, options } = def
    const item = place?.itemOf(items?.length ?? 0).place
    const fields = place === undefined ? [] : [place.fieldOf(''), ...place.fields.values()]
    const open = fields.find((field) => field !== undefined)?.place
    const changes: Record<string, unknown> = {
      ...Object.fromEntries(SAME.map((key) => [key, def[key] && same(def[key])])),
      element: inside(def.element, item),
      rest: inside(def.rest, item),
      catchall: inside(def.catchall, open),
      valueType: inside(def.valueType, open),
      options: options?.map(same),
      items: items?.map((part, index) => copyOf(part, place?.itemOf(index).place)),
      checks: checksOf(def)
    }
    const others = definedIn(changes)
    if (shape === undefined) return others
    // zod takes what is behind a getter for recursive, and copies all of its issues.
    if (!containsItself(one)) return { ...others, shape: shapeOf(shape, place, isRoot) }
    let copied: Shape | undefined
    return {
      ...others,
      get shape () {
        copied ??= shapeOf(shape, place, isRoot)
        return copied
      }
    }
  }

  function shapeOf (shape: Shape, place: Place | undefined, isRoot: boolean): Shape {
    return Object.fromEntries(Object.entries(shape).map(([name, property]) => {
      const field = place?.fieldOf(name)
      const isLeftOut = field?.isReadOnly === true
      const copy = copyOf(isLeftOut ? withoutDefault(property) : property, field?.place)
      return [name, isLeftOut || (isRoot && isOptional(name)) ? copy.optional() : copy]
    }))
  }

  return copyOf(schema, place, true)
}

/** A copy with all checks, whose definition has other parts. */
function copyWith (schema: ZodSchema, changes: object): ZodSchema {
  if (Object.keys(changes).length === 0) return schema
  const both = [schema._zod.def, changes].map((one) => Object.getOwnPropertyDescriptors(one))
  return schema.clone(Object.defineProperties({}, Object.assign({}, ...both) as PropertyDescriptorMap))
}

/** What would bring back a value that no client may send. */
const FILLING = ['default', 'prefault', 'catch']

const WRAPPING = ['optional', 'nullable', 'nonoptional', 'readonly']

function withoutDefault (schema: ZodSchema): ZodSchema {
  const { type, innerType } = schema._zod.def
  if (innerType === undefined) return schema
  if (FILLING.includes(type)) return withoutDefault(innerType)
  return copyWith(schema, { innerType: withoutDefault(innerType) })
}

/** Checks that limit how much others cost, and those that cost next to nothing. */
const LIMITS = ['max_length', 'length_equals']
const CHEAP = [...LIMITS, 'min_length', 'overwrite']

/** The checks of a copy; undefined where they are those of the schema. Of a text limits come first. */
function checksOf ({ type, checks = [] }: Def): Check[] | undefined {
  const isOrdered = type === 'string' && checks.some(isLimit) && !checks.every(isCheap)
  const ordered = isOrdered ? segmentsOf(checks).flatMap((one) => one.toSorted(compareLimits)) : checks
  if (!isOrdered && !checks.some(isOfApp)) return undefined
  return ordered.map((check) => isLimit(check) ? check : handled(check, isOrdered))
}

/** Lists of checks, of which each but the last ends with what changes a value. */
function segmentsOf (checks: readonly Check[]): Check[][] {
  const ends = checks.flatMap((check, index) => kindOf(check) === 'overwrite' ? index + 1 : [])
  return [...ends, checks.length].map((end, index) => checks.slice(ends[index - 1] ?? 0, end))
}

function compareLimits (one: Check, other: Check): number {
  return Number(isLimit(other)) - Number(isLimit(one))
}

/** The parts of a schema of which a client chooses how many values they judge. */
const MANY = ['element', 'rest', 'catchall', 'valueType'] as const

/** A format is the first rule of its texts, and zod reads a list before it counts it. */
function withLimits (schema: ZodSchema): ZodSchema {
  const { _zod: { def } } = schema
  const { type, check, checks = [] } = def
  const isMany = MANY.some((key) => def[key] !== undefined)
  const isFirst = type === 'array' || check !== undefined
  const limits = isFirst ? segmentsOf(checks).slice(0, 1).flat().filter(isLimit) : []
  if (!isMany && limits.length === 0) return schema
  const isOfType = type === 'array' ? Array.isArray : (value: unknown) => typeof value === 'string'
  return withRun(schema, (run) => (payload, context) => {
    if (isOfType(payload.value)) for (const limit of limits) limit._zod.check(payload)
    // As in zod 4.6: rules around would see a list that nothing has read.
    if (isMany) for (const issue of payload.issues) issue.continue = false
    if (payload.issues.length > 0) return payload
    const { async, reportInput, error } = context
    return run(payload, isMany ? { async, reportInput, error, found: 0 } : context)
  })
}

/** As many as an answer tells. */
export const MOST_ISSUES = 20

/** A copy that judges nothing once the list around it has many issues, since zod would tell all of them. */
function counted (schema: ZodSchema): ZodSchema {
  function count (context: ParseContext, payload: Payload): Payload {
    context.found += payload.issues.length
    return payload
  }
  return withRun(schema, (run) => (payload, context) => {
    if (context.found >= MOST_ISSUES) return payload
    const judged = run(payload, context)
    return judged instanceof Promise ? judged.then((one) => count(context, one)) : count(context, judged)
  })
}

function withRun (schema: ZodSchema, around: (run: Run) => Run): ZodSchema {
  const copy = schema.clone(schema._zod.def)
  copy._zod.run = around(copy._zod.run)
  return copy
}

function isLimit (check: Check): boolean {
  return LIMITS.includes(kindOf(check))
}

function isCheap (check: Check): boolean {
  return CHEAP.includes(kindOf(check))
}

function kindOf ({ _zod: { def } }: Check): string {
  return def.check
}
