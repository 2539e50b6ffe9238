/** Ids that clients choose: one that is longer than a variable of a path leads to a record out of reach. */

import type { FastifyInstance } from 'fastify'
import type { Route } from '../../../types/route.js'
import { routerOptionsOf } from '../routing/index.js'
import { kindsOf, partsOf, propertiesIn } from '../schemas/index.js'
import type { Node, Schema } from '../schemas/index.js'
import type { Records } from './record.js'

/** Warns of each once: by then a helper throws, after the record is saved. */
export function warnOfLongIds (table: readonly Route[], records: Records, fastify: FastifyInstance): void {
  const { maxParamLength } = routerOptionsOf(fastify)
  const written = new Set(table.filter(takesBody).map(({ controller }) => controller))
  const ids = new Map<string, readonly [controller: string, property: string]>()
  for (const { of, property } of table.flatMap(({ params }) => params)) {
    if (of !== null) ids.set(`${of}.${property}`, [of, property])
  }
  for (const [controller, property] of ids.values()) {
    const sent = records.get(controller)?.sent
    const isWritten = written.has(controller)
    if (sent === undefined || !isWritten || !mayExceed(sent, property, maxParamLength)) continue
    fastify.log.warn(
      `fastify-resources: ${controller}.record: a new '${property}' may have more than ${maxParamLength} ` +
        "characters, the router's maxParamLength, and no request could reach that record; give it " +
        `maxLength: ${maxParamLength}`
    )
  }
}

function takesBody ({ method }: Route): boolean {
  return method !== 'GET' && method !== 'DELETE'
}

/** Whether a text that clients may send has no limit, or a higher one. */
function mayExceed (record: Node, property: string, limit: number): boolean {
  const nodes = propertiesIn(record, ['allOf']).filter(([name]) => name === property).map(([, node]) => node)
  if (nodes.length === 0) return false
  const isText = nodes.map(kindsOf).every((kinds) => kinds.has('string') && kinds.has('sent'))
  return isText && !partsOf(nodes, ['allOf']).some(({ node }) => isLimited(node.schema, limit))
}

/** A repetition without an end. */
const ENDLESS = /[*+]|,\}/

function isLimited (
  { maxLength = Infinity, format, pattern, enum: values, const: value }: Schema, limit: number
): boolean {
  return (
    [format, values, value].some((one) => one !== undefined) ||
    (typeof pattern === 'string' && !ENDLESS.test(pattern)) ||
    Number(maxLength) <= limit
  )
}
