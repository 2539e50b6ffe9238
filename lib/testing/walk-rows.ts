/** The rows that a walk asks for, read once from the routes of an app. */

import type { FastifyInstance } from 'fastify'
import { factsOf, isPlainObject, remember } from '../tools.js'
import type { Schema } from '../tools.js'
import type { Route } from '../../types/route.js'
import type { WatchedApp } from './watched-app.js'
import { createSampler } from './samples.js'
import type { Sampler } from './samples.js'
import { strictCompiler } from './row-validators.js'
import type { Compiler, CheckedRow } from './row-validators.js'

/** A row with one of its methods. */
export interface WalkRow extends CheckedRow {
  /** `PUT /posts/:id`, with its conditions where it has some. */
  readonly label: string
  /** One that takes a value as it is, for what the row answers. */
  readonly strict: Compiler | undefined
  readonly body: Sampler | null
  readonly query: Sampler | null
  /** Values for the headers that its schema requires, but for those that say who asks. */
  readonly required: Readonly<Record<string, string>>
  /** The headers that its conditions ask for; undefined where no header meets them. */
  readonly headers: Readonly<Record<string, string>> | undefined
}

/** Each row once for each method, though it may have several native routes. */
export async function readRows (
  routes: WatchedApp['routes'], bodies: Readonly<Record<string, unknown>>
): Promise<readonly WalkRow[]> {
  const rows = new Map<string, WalkRow>()
  const compilers = new Map<FastifyInstance, ReturnType<typeof strictCompiler>>()
  for (const { options, scope, schema: read } of routes) {
    const { method: methods, config, schema: declared, validatorCompiler: compiler } = options
    const route = config?.resource
    if (route === undefined) continue
    // A body as its validator reads it, or its library: that finds no schema of a document.
    const schema = {
      ...declared,
      body: factsOf(read).body?.() ?? read.body
    }
    const strict = await remember(compilers, scope, strictCompiler)
    // The plugin's own validator of records converts nothing either.
    const checksBody = factsOf(read).body !== undefined && read.body === undefined
    for (const method of [methods].flat()) {
      const label = rowLabel(method, route)
      if (method === 'HEAD' || rows.has(label)) continue
      const checked = { route, method, scope, schema, compiler }
      rows.set(label, {
        ...checked,
        label,
        strict,
        headers: headersOf(route),
        body: createSampler(checksBody ? { ...checked, compiler: strict } : checked, 'body', bodies[label]),
        query: createSampler(checked, 'querystring'),
        required: requiredHeaders(checked)
      })
    }
  }
  return [...rows.values()]
}

/** Equal for a row in each app. */
export function rowLabel (method: string, { path, conditions }: Route): string {
  const texts = Object.entries(conditions).map(([name, value]) => `${name}: ${String(value)}`)
  return `${method} ${path}${texts.length === 0 ? '' : ` (${texts.join(', ')})`}`
}

/** They say who asks, so only a visitor has them. */
const CREDENTIALS = ['authorization', 'cookie']

function requiredHeaders (row: CheckedRow): WalkRow['required'] {
  const { headers: declared } = row.schema
  const { required = [], properties = {} }: HeadersSchema = isPlainObject(declared) ? declared : {}
  const names = required.filter((name) => !CREDENTIALS.includes(name.toLowerCase()))
  if (names.length === 0) return {}
  const known = names.map((name) => [name, properties[name] ?? { type: 'string' }])
  const headers = { type: 'object', required: names, properties: Object.fromEntries(known) as Schema }
  const made = createSampler({ ...row, schema: { ...row.schema, headers } }, 'headers')?.needed() ?? {}
  return Object.fromEntries(Object.entries(made).map(([name, value]) => [name.toLowerCase(), String(value)]))
}

interface HeadersSchema {
  readonly required?: readonly string[]
  readonly properties?: Schema
}

const CONDITION_HEADERS = new Map([['host', 'host'], ['version', 'accept-version']])

function headersOf ({ conditions }: Route): WalkRow['headers'] {
  const entries = Object.entries(conditions).map(([name, value]) => [CONDITION_HEADERS.get(name), value])
  const isMet = entries.every(([name, value]) => name !== undefined && typeof value === 'string')
  return isMet ? Object.fromEntries(entries) as Record<string, string> : undefined
}
