/** The schema of a path's variables: ids as their records have them. */

import type { Route } from '../../../types/route.js'
import type { Schema } from './json-schema.js'
import { idFault } from './path-ids.js'
import type { ControllerRecord } from './record.js'
import type { Report } from '../report.js'

/** Records by controller. */
export type Records = Map<string, ControllerRecord>

export interface Tables {
  readonly records: Records
  /** Whether requirements stand in the schema too, for those who read it: the router checks them. */
  readonly patterns: boolean
}

/** Gives undefined for paths that no record and no pattern says anything of; one schema for paths with the same ids. */
export function paramsFinder ({ records, patterns }: Tables, report: Report): (route: Route) => Schema | undefined {
  const made = new Map<string, Schema | undefined>()
  return function findParams ({ params, requirements, resource }) {
    const ids = params.map((variable) => ({ variable, owner: resource.ids[variable], requirement: requirements[variable] }))
    const key = JSON.stringify(ids)
    if (!made.has(key)) {
      made.set(key, objectOf(ids.map(({ variable, owner, requirement }) => {
        const schema = idOf(owner, requirement, records, report)
        return [variable, patterns ? withPattern(schema, requirement) : schema]
      })))
    }
    return made.get(key)
  }
}

function objectOf (properties: ReadonlyArray<readonly [variable: string, schema: Schema | undefined]>): Schema | undefined {
  return properties.every(([, schema]) => schema === undefined)
    ? undefined
    : { type: 'object', properties: Object.fromEntries(properties.map(([variable, schema]) => [variable, schema ?? { type: 'string' }])) }
}

function idOf (owner: string | undefined, requirement: string | undefined, records: Records, report: Report): Schema | undefined {
  const schema = owner === undefined ? undefined : records.get(owner)?.id
  const fault = schema === undefined || requirement === undefined ? undefined : idFault(schema, requirement)
  if (fault !== undefined) report(`${owner as string}.record: its id ${fault}`)
  return schema
}

/** A pattern says nothing of a number. */
function withPattern (schema: Schema | undefined, requirement: string | undefined): Schema | undefined {
  if (requirement === undefined || (schema !== undefined && schema.type !== 'string')) return schema
  const pattern = requirement.includes('|') ? `^(?:${requirement})$` : `^${requirement}$`
  return isPattern(pattern) ? { type: 'string', pattern, ...schema } : schema
}

/** Validators read patterns as Unicode, where less may be written. */
function isPattern (source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== ''
  } catch {
    return false
  }
}
