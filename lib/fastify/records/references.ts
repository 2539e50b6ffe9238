/** What stands in a schema beside its `$ref`, and what that leads to. */

import type { Schema, Target } from './json-schema.js'

/** What a copy is without: references are followed, so that no name of a schema comes twice. */
export const DROPPED = ['$id', '$schema', '$ref', '$defs', 'definitions']

/** What may stand beside a `$ref` without a say in what is let in. */
const ANNOTATIONS = ['title', 'description', 'default', 'examples', 'deprecated', '$comment', 'readOnly', 'writeOnly']

/** Whether a schema refers to others besides, anywhere in it. */
export function refersOn ({ schema }: Target): boolean {
  return Object.entries(schema).some(([keyword, value]) => !DROPPED.includes(keyword) && holdsReference(value))
}

function holdsReference (value: unknown): boolean {
  return typeof value === 'object' && value !== null && (typeof (value as Schema).$ref === 'string' || Object.values(value).some(holdsReference))
}

/** Whether a schema is no more than another name. */
export function isAlias (schema: Schema): boolean {
  return typeof schema.$ref === 'string' && Object.keys(schema).every((keyword) => ANNOTATIONS.includes(keyword) || DROPPED.includes(keyword))
}

/** What other names say, the outermost first, and the default of the place itself: a validator reads none behind a reference. */
export function besideReference (steps: readonly Target[], start: number): Schema {
  const said = steps.slice(0, start).flatMap(({ schema }) => Object.entries(schema)).filter(([keyword]) => keyword !== 'default' && !DROPPED.includes(keyword))
  const { default: value } = (steps[0] as Target).schema
  return { ...Object.fromEntries(said.toReversed()), ...value !== undefined && { default: value } }
}

/** What a reference ends in: `author` of `#/definitions/author` and of `author#`. */
export function wordOf (reference: string): string {
  return reference.split(/[#/]/).findLast((word) => word !== '') ?? 'self'
}
