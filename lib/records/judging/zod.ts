/** What zod judges: records and schemas of actions, once, with all of its rules. */

import { createError } from '../../errors.js'
import { isPlainObject, remember } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import {
  MOST_ISSUES, anythingOf, copyForClients, hasInside, innerSchemas, isPlainRecord, mayWait
} from '../../schemas/index.js'
import type { Parsed, Payload, Place, RawIssue, ZodSchema } from '../../schemas/index.js'
import { createZodContext, firstFaults, zodFaults } from './issues.js'
import { after, isPromise } from './judge.js'
import type { Judged, Library, RecordJudge, Soon } from './judge.js'
import type { Fault } from './part-errors.js'

/** Judges by copies of a schema, and gives the faults of their issues. */
function createZodJudging (schema: ZodSchema) {
  const newContext = createZodContext(schema, hasInside(schema, mayWait))
  const tell = createTeller(schema, newContext)
  const run = (by: ZodSchema, value: unknown): Soon<Payload> =>
    by._zod.run({ value, issues: [] }, newContext())
  return {
    run,
    tell,
    judge: (by: ZodSchema, value: unknown): Soon<Judged> => after(run(by, value), ({ value, issues }) =>
      issues.length === 0 ? { value } : { faults: tell(issues) })
  }
}

export function createZodLibrary (schema: ZodSchema): Library {
  const { judge } = createZodJudging(schema)
  const copy = copyForClients(schema)
  return { validate: (value) => judge(copy, value) }
}

interface Judging {
  readonly controller: string
  readonly place: Place
  /** Whether a loaded record may lack a name. */
  readonly isOptional: (name: string) => boolean
}

export function createZodRecord (
  schema: ZodSchema, { controller, place, isOptional }: Judging
): RecordJudge {
  const creating = copyForClients(schema, { place })
  const changing = copyForClients(schema, { place, isOptional })
  const partial = copyForClients(schema, { place, isOptional: () => true })
  const { run, judge, tell } = createZodJudging(schema)

  /** Whether a property alone refuses a value. */
  function refuses (by: readonly ZodSchema[], value: unknown): Soon<boolean> {
    const runs = by.map((property) => after(run(property, value), ({ issues }) => issues.length > 0))
    const isRefused = (all: boolean[]): boolean => all.length > 0 && all.every(Boolean)
    return runs.some(isPromise) ? Promise.all(runs).then(isRefused) : isRefused(runs as boolean[])
  }

  function dropBlanks (value: unknown): Soon<unknown> {
    const waiting = blanksIn(value, [creating], place).map(({ holder, name, schemas }) =>
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
      if (isOther && await refuses(innerSchemas(changing, name), loaded[name])) found.add(name)
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
    judgeNew: (sent, isForm) => after(isForm ? dropBlanks(sent) : undefined, () => judge(creating, sent)),
    judgeChanged (sent, loaded) {
      if (loaded === null) return judge(partial, sent)
      return after(run(changing, { ...loaded, ...sent }), (payload) =>
        payload.issues.length === 0 ? { value: payload.value } : forgiveLoaded(payload, sent, loaded))
    }
  }
}

/** Gives the faults of issues, by which only the first of each place get their messages. */
function createTeller (schema: ZodSchema, newContext: () => object) {
  let told: readonly RawIssue[] = []
  const teller = anythingOf(schema).check(({ issues }) => { issues.push(...told) })
  return function tell (issues: readonly RawIssue[]): readonly Fault[] {
    const found = new Map<string, RawIssue>()
    for (const issue of issues) {
      if (found.size === MOST_ISSUES) break
      remember(found, JSON.stringify(issue.path?.map(String)), () => issue)
    }
    told = [...found.values()]
    const { error } = teller.safeParse(undefined, newContext()) as Required<Parsed>
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
