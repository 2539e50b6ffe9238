/** A library's own validation of `input`, of a record of zod, and of an action's schema. */

import { isObject } from '../../routes/objects.js'
import { isStandard, isZod, looseViewOf, structureOf } from '../../schemas/index.js'
import type { Issue, Place } from '../../schemas/index.js'
import { firstFaults, keysOf, libraryFault, pointerOf } from './issues.js'
import type { Library, RecordJudge } from './judge.js'
import type { Fault } from './part-errors.js'
import { createFirstValidator, isSmall } from './validators.js'
import type { RecordValidator } from './validators.js'
import { createZodLibrary } from './zod.js'

/** Null for a schema without a validation of its own: another standard has JSON Schemas alone. */
export function libraryOf (schema: unknown): Library | null {
  if (!isStandard(schema)) return null
  if (isZod(schema)) return createZodLibrary(schema)
  const { '~standard': { vendor, validate } } = schema
  if (validate === undefined) return null
  const guard = Object.hasOwn(GUARDS, vendor) ? GUARDS[vendor]?.(schema) : undefined
  return {
    async validate (value) {
      const faults = isSmall(value) ? [] : guard?.(value) ?? []
      if (faults.length > 0) return { faults }
      const validated = await validate.call(schema['~standard'], value)
      const { issues } = validated
      return issues === undefined
        ? validated
        : { issues, faults: firstFaults(issues, (issue) => [faultOf(issue, vendor)]) }
    }
  }
}

/** Gives the first fault of a large value, of which a library would tell all. */
const GUARDS: Readonly<Record<string, (schema: any) => RecordValidator>> = {
  valibot: (schema) => createFirstValidator(() => structureOf(schema)),
  arktype (schema) {
    const faultsOf = createFirstValidator(() => looseViewOf(schema).schema)
    return (value) => schema.allows(value) ? [] : faultsOf(value)
  }
}

/** Blank fields are refused first: no JSON Schema has all rules of a library. It judges no value alone. */
export function createLibraryRecord ({ validate }: Library, place: Place): RecordJudge {
  return {
    async judgeNew (sent, isForm) {
      const first = await validate(sent)
      const refused = isForm ? first.issues ?? [] : []
      const isChanged = [...refused].filter((issue) => dropBlank(sent, keysOf(issue), place)).length > 0
      return isChanged ? await validate(sent) : first
    },
    judgeChanged: (sent, loaded) => validate({ ...loaded, ...sent })
  }
}

function dropBlank (value: unknown, [key = '', ...inner]: readonly string[], place: Place): boolean {
  if (Array.isArray(value)) return dropBlank(value[Number(key)], inner, place.itemOf(Number(key)).place)
  const field = place.fieldOf(key)
  if (!isObject(value) || field === undefined) return false
  if (inner.length > 0) return dropBlank(value[key], inner, field.place)
  return value[key] === '' && !field.isRequired && Reflect.deleteProperty(value, key)
}

/** An issue of a library that has words of its own. ArkType's are the path and then the `problem`. */
function faultOf (issue: Issue, library: string): Fault {
  const { message: text, problem = '' } = issue
  const message = problem !== '' && text.endsWith(` ${problem}`) ? problem : text
  return libraryFault(library, withoutValue(message, issue), pointerOf(keysOf(issue)))
}

/** A rule of an update may refuse a stored value, or a whole record, which the client need not see. */
function withoutValue (message: string, { actual, received }: Issue): string {
  const texts = [` (was ${actual})`, `(${actual}) `, ` but received ${received}`, `: Received ${received}`]
  return texts.reduce((others, text) => others.replace(text, ''), message)
}
