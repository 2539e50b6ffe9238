/** Ids in paths: integers as numbers, and whether a requirement ever matches them. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Schema } from './json-schema.js'

/** Whether a schema takes integers and nothing else. */
export function isInteger ({ type }: Schema): boolean {
  return type === 'integer' || (Array.isArray(type) && type.length === 1 && type[0] === 'integer')
}

/**
 * A preValidation hook that makes numbers of digits. What else a validator would take for an integer (`1e3`,
 * `0x10`, `1.0`) and what no number can hold becomes NaN, which it refuses.
 */
export function integerReader (variables: readonly string[]) {
  return function readIntegers ({ params }: FastifyRequest, _reply: FastifyReply, done: () => void): void {
    const values = params as Record<string, unknown>
    for (const variable of variables) {
      const number = /^\d+$/.test(values[variable] as string) ? Number(values[variable]) : NaN
      values[variable] = Number.isSafeInteger(number) ? number : NaN
    }
    done()
  }
}

/** Why no id of a schema can match a requirement, or undefined where one may. */
export function idFault (schema: Schema, source: string): string | undefined {
  const samples = sampleIds(schema)
  const pattern = new RegExp(`^(?:${source})$`)
  if (samples === undefined || samples.ids.some((id) => pattern.test(id))) return undefined
  // A requirement for some ids only may still match others than the samples.
  if (samples.hints.test(source.replace(/\{\d+(?:,\d*)?\}/g, ''))) return undefined
  return `is ${samples.kind}, which the requirement /${source}/ never matches`
}

const DIGITS = Array.from({ length: 20 }, (_, index) => ['1', '5', '9'].map((digit) => digit.repeat(index + 1))).flat()
const UUIDS = ['4', '7'].flatMap((version) => [`6f1a2b3c-4d5e-${version}f60-8a7b-9c0d1e2f3a4b`, `6F1A2B3C-4D5E-${version}F60-8A7B-9C0D1E2F3A4B`])

/** Ids to try a requirement on, and what in its source says that it may match more. */
function sampleIds ({ type, format, enum: values, const: value }: Schema): { kind: string, ids: readonly string[], hints: RegExp } | undefined {
  const none = /$^/
  if (Array.isArray(values)) return { kind: `one of ${values.join(', ')}`, ids: values.map(String), hints: none }
  if (value !== undefined) return { kind: String(value), ids: [String(value)], hints: none }
  if (isInteger({ type })) return { kind: 'an integer', ids: DIGITS, hints: /\d|\\[dwSDWx]|\[\^/ }
  if (format === 'uuid') return { kind: 'a uuid', ids: UUIDS, hints: /-|\\[SDWx]|\[\^/ }
  return undefined
}
