/** Records that zod judges: once, with all of its rules. */

import type { FastifyRequest } from 'fastify'
import { createError } from '../../errors.js'
import { isPlainObject, remember } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import { isForm } from '../../requests/methods/index.js'
import {
  anythingOf, copyForClients, hasInside, innerSchemas, isPlainRecord, mayWait
} from '../../schemas/index.js'
import type { Parsed, Payload, Place, RawIssue, ZodSchema } from '../../schemas/index.js'
import { createZodOptions, zodFaults } from './issues.js'
import { firstFaults, sentOf, structureGuard, validationHook, withWebFiles } from './library.js'
import type { Judged, Soon } from './library.js'
import type { Fault } from './part-errors.js'
import { MOST_FIELDS } from './validators.js'

/** Judges by a schema of zod what clients send of a record. */
export interface ZodRecord {
  readonly schema: ZodSchema
  /** A form leaves out blank optional fields that zod refuses. */
  readonly judgeNew: (sent: unknown, isForm: boolean) => Soon<Judged>
  /** Judges what was sent over a loaded record, in the form in which a client sends that. */
  readonly judgeChanged: (sent: Properties, loaded: Properties) => Soon<Judged>
  /** Judges each sent value alone. */
  readonly judgePart: (sent: Properties) => Soon<Judged>
}

interface Judging {
  readonly controller: string
  readonly place: Place
  /** Whether a loaded record may lack a name. */
  readonly isOptional: (name: string) => boolean
}

export function createZodRecord (schema: ZodSchema, { controller, place, isOptional }: Judging): ZodRecord {
  const copiesFor = (isOptional: (name: string) => boolean) => ({
    plain: copyForClients(schema, { place, isOptional, isLimited: false }),
    limited: copyForClients(schema, { place, isOptional, isLimited: true })
  })
  const [creating, changing, partial] = [copiesFor(() => false), copiesFor(isOptional), copiesFor(() => true)]
  const [guardNew, guardPart] = [structureGuard(creating.plain), structureGuard(partial.plain)]
  const newOptions = createZodOptions(schema, hasInside(schema, mayWait))
  const tell = createTeller(schema, newOptions)
  const run = (by: ZodSchema, value: unknown): Soon<Payload> =>
    by._zod.run({ value, issues: [] }, newOptions())

  function judge (by: ZodSchema, value: unknown): Soon<Judged> {
    return after(run(by, value), ({ value, issues }) =>
      issues.length === 0 ? { value } : { faults: tell(issues) })
  }

  /** Whether a property alone refuses a value. */
  function refuses (by: readonly ZodSchema[], value: unknown): Soon<boolean> {
    const runs = by.map((property) => after(run(property, value), ({ issues }) => issues.length > 0))
    const isRefused = (all: boolean[]): boolean => all.length > 0 && all.every(Boolean)
    return runs.some(isPromise) ? Promise.all(runs).then(isRefused) : isRefused(runs as boolean[])
  }

  function dropBlanks (value: unknown): Soon<unknown> {
    const waiting = blanksIn(value, [creating.plain], place).map(({ holder, name, schemas }) =>
      after(refuses(schemas, ''), (isRefused) => isRefused && Reflect.deleteProperty(holder, name)))
    return waiting.some(isPromise) ? Promise.all(waiting) : undefined
  }

  /** The names of loaded values that were not sent, and that are invalid by themselves. */
  async function invalidBefore (issues: readonly RawIssue[], sent: Properties, loaded: Properties) {
    const places = issues.map(({ path: [name] = [] }) => name)
    const names = new Set(places.filter((name) => typeof name === 'string'))
    const found = new Set<PropertyKey>()
    for (const name of names) {
      const isOther = !Object.hasOwn(sent, name) && place.fields.has(name)
      if (isOther && await refuses(innerSchemas(changing.plain, name), loaded[name])) found.add(name)
    }
    return found
  }

  async function forgiveLoaded (
    { value, issues }: Payload, sent: Properties, loaded: Properties
  ): Promise<Judged> {
    const names = await invalidBefore(issues, sent, loaded)
    const isOld = ({ path: [name = ''] = [] }: RawIssue): boolean => names.has(name)
    const others = issues.filter((issue) => !isOld(issue))
    if (others.length > 0) return { faults: tell(others) }
    const ending = issues.find((issue) => issue.continue !== true)
    if (ending === undefined || isPlainRecord(schema)) return { value }
    throw createError('FST_RESOURCES_LOADED', [controller, String(ending.path?.[0])])
  }

  return {
    schema,
    judgeNew (sent, isForm) {
      const faults = guardNew(sent)
      if (faults.length > 0) return { faults }
      return after(isForm ? dropBlanks(sent) : undefined, () => judge(creating.limited, sent))
    },
    judgeChanged (sent, loaded) {
      const faults = guardPart(sent)
      if (faults.length > 0) return { faults }
      return after(run(changing.limited, { ...loaded, ...sent }), (payload) => payload.issues.length === 0
        ? sentOf({ value: payload.value }, sent, place)
        : forgiveLoaded(payload, sent, loaded).then((judged) => sentOf(judged, sent, place)))
    },
    judgePart (sent) {
      const faults = guardPart(sent)
      if (faults.length > 0) return { faults }
      return after(judge(partial.limited, sent), (judged) => sentOf(judged, sent, place))
    }
  }
}

/** Gives the faults of issues, by which only the first of each place get their messages. */
function createTeller (schema: ZodSchema, newOptions: () => object) {
  let told: readonly RawIssue[] = []
  const teller = anythingOf(schema).check(({ issues }) => { issues.push(...told) })
  return function tell (issues: readonly RawIssue[]): readonly Fault[] {
    const found = new Map<string, RawIssue>()
    for (const issue of issues) {
      if (found.size === MOST_FIELDS) break
      remember(found, JSON.stringify(issue.path?.map(String)), () => issue)
    }
    told = [...found.values()]
    const { error } = teller.safeParse(undefined, newOptions()) as Required<Parsed>
    return firstFaults(error.issues, (issue) => zodFaults(issue))
  }
}

interface Blank {
  readonly holder: object
  readonly name: string
  readonly schemas: readonly ZodSchema[]
}

/** The empty texts of optional fields. */
function blanksIn (value: unknown, schemas: readonly ZodSchema[], place: Place): Blank[] {
  const isList = Array.isArray(value)
  if (!isList && !isPlainObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = isList ? place.itemOf(Number(name)) : place.fieldOf(name)
    const others = schemas.flatMap((schema) => innerSchemas(schema, name))
    if (field === undefined || others.length === 0) return []
    const isBlank = inner === '' && !isList && !field.isRequired
    return isBlank ? [{ holder: value, name, schemas: others }] : blanksIn(inner, others, field.place)
  })
}

function isPromise<T> (value: Soon<T>): value is Promise<T> {
  return value instanceof Promise
}

/** To wait costs time, and most schemas need not. */
function after<T, R> (value: Soon<T>, next: (value: T) => Soon<R>): Soon<R> {
  return isPromise(value) ? value.then(next) : next(value)
}

function sentIn ({ body }: FastifyRequest, record: string): unknown {
  return (body as Properties)[record]
}

export function newZodHook (record: string, { judgeNew }: ZodRecord) {
  return validationHook({ part: 'body', record }, (request) => {
    const isOfForm = isForm(request.headers['content-type'])
    return judgeNew(withWebFiles(request, sentIn(request, record)), isOfForm)
  })
}

/** Gives a loaded record as a client sends it; null where nothing loads one. */
type LoadedForm = ((loaded: unknown) => Soon<Properties>) | null

export function changedZodHook (record: string, { judgeChanged, judgePart }: ZodRecord, formOf: LoadedForm) {
  return validationHook({ part: 'body', record }, (request) => {
    const sent = withWebFiles(request, sentIn(request, record)) as Properties
    if (formOf === null) return judgePart(sent)
    return after(formOf(request.record), (loaded) => judgeChanged(sent, loaded))
  })
}
