/** The rows that a walk asks for, read from the routes of an app. */

import type { FastifyInstance, FastifySchema, FastifySchemaCompiler } from 'fastify'
import { isRedirecting } from '../routes/answer.js'
import { remember } from '../routes/objects.js'
import { joinPieces, literalPieces, pathsOf } from '../routes/path.js'
import { documentedBody } from '../fastify/records/index.js'
import type { Route, RouteParam } from '../../types/route.js'
import type { WatchedRoute } from './watch.js'

export type RowSchema = Readonly<Record<string, unknown>>

/** A row with one of its methods. */
export interface WalkRow {
  readonly route: Route
  readonly method: string
  /** `PUT /posts/:id`, with its conditions where it has some. */
  readonly label: string
  readonly scope: FastifyInstance
  readonly schema: RowSchema
  /** The compiler of validators that the row has itself. */
  readonly compiler: FastifySchemaCompiler<FastifySchema> | undefined
  /** The headers that its conditions ask for; null where no header meets them. */
  readonly headers: Readonly<Record<string, string>> | null
}

/** Each row once for each method, though it may have several native routes; deletions last. */
export function readRows (routes: readonly WatchedRoute[]): readonly WalkRow[] {
  const rows = new Map<string, WalkRow>()
  for (const { options: { method, schema, config, validatorCompiler }, scope } of routes) {
    const route = config?.resource
    if (route === undefined || isRedirecting(route)) continue
    for (const one of [method].flat().filter((one) => one !== 'HEAD')) {
      const label = labelOf(one, route)
      remember(rows, label, () => ({
        route,
        method: one,
        label,
        scope,
        schema: schemaOf((schema ?? {}) as RowSchema),
        compiler: validatorCompiler,
        headers: headersOf(route)
      }))
    }
  }
  const isLast = ({ method }: WalkRow): number => Number(method === 'DELETE')
  return [...rows.values()].sort((row, other) => isLast(row) - isLast(other))
}

/** Its body as documents tell it, since a library checks what the app's validator does not. */
function schemaOf (schema: RowSchema): RowSchema {
  const body = documentedBody(schema.body as RowSchema | undefined)
  return body === undefined ? schema : { ...schema, body }
}

/** Whether it adds a record to a list. */
export function isCreating ({ method, route: { resource: { place, plural, singular } } }: WalkRow): boolean {
  return method === 'POST' && place === 'collection' && plural !== singular
}

function labelOf (method: string, { path, conditions }: Route): string {
  const texts = Object.entries(conditions).map(([name, value]) => `${name}: ${String(value)}`)
  return `${method} ${path}${texts.length === 0 ? '' : ` (${texts.join(', ')})`}`
}

const CONDITION_HEADERS: Readonly<Record<string, string>> = { host: 'host', version: 'accept-version' }

function headersOf ({ conditions }: Route): WalkRow['headers'] {
  const entries = Object.entries(conditions)
  if (entries.some(([name, value]) => !Object.hasOwn(CONDITION_HEADERS, name) || typeof value !== 'string')) {
    return null
  }
  return Object.fromEntries(
    entries.map(([name, value]) => [CONDITION_HEADERS[name] as string, String(value)])
  )
}

/** Equal for variables of the same records: `posts.id`. */
export function keyOf ({ name, of, property }: RouteParam): string {
  return `${of ?? name}.${property}`
}

/** The path of a row with these encoded texts in place of its variables, of which the last may be missing. */
export function pathOf (route: Route, texts: readonly string[]): string {
  const { params, needsFormat, formats } = route
  const path = pathsOf(route)[params.length - texts.length] as string
  const filled = joinPieces(literalPieces(path), texts)
  return needsFormat ? `${filled}.${formats[0] as string}` : filled
}
