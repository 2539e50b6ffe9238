/** The rows that a walk asks for, read once from the routes of an app. */

import type { FastifyInstance, FastifySchema, FastifySchemaCompiler, RouteOptions } from 'fastify'
import { isRedirecting } from '../routes/answer.js'
import { remember } from '../routes/objects.js'
import { joinPieces, literalPieces, pathsOf } from '../routes/path.js'
import { isWriting } from '../fastify/methods/index.js'
import { documentedBody } from '../fastify/records/index.js'
import type { Schema } from '../fastify/schemas/index.js'
import type { Route } from '../../types/route.js'

/** A route with the scope that it is in. */
export interface WatchedRoute {
  readonly options: RouteOptions
  readonly scope: FastifyInstance
}

/** A row with one of its methods. */
export interface WalkRow {
  readonly route: Route
  readonly method: string
  /** `PUT /posts/:id`, with its conditions where it has some. */
  readonly label: string
  readonly scope: FastifyInstance
  readonly schema: Schema
  /** The compiler of validators that the row has itself. */
  readonly compiler: FastifySchemaCompiler<FastifySchema> | undefined
  /** The headers that its conditions ask for; undefined where no header meets them. */
  readonly headers: Readonly<Record<string, string>> | undefined
}

/** Each row once for each method, though it may have several native routes; deletions last. */
export function readRows (routes: readonly WatchedRoute[]): readonly WalkRow[] {
  const rows = new Map<string, WalkRow>()
  for (const { options: { method: methods, config, schema = {}, validatorCompiler }, scope } of routes) {
    const route = config?.resource
    if (route === undefined || isRedirecting(route)) continue
    for (const method of [methods].flat().filter((one) => one !== 'HEAD')) {
      const label = rowLabel(method, route)
      remember(rows, label, () => ({
        route,
        method,
        label,
        scope,
        schema: schemaOf(schema as Schema),
        compiler: validatorCompiler,
        headers: headersOf(route)
      }))
    }
  }
  const isLast = ({ method }: WalkRow): number => Number(method === 'DELETE')
  return [...rows.values()].sort((row, other) => isLast(row) - isLast(other))
}

/** Its body as documents tell it, since a library checks what the app's validator does not. */
function schemaOf (schema: Schema): Schema {
  const body = documentedBody(schema.body as Schema | undefined)
  return body === undefined ? schema : { ...schema, body }
}

/** Equal for a row in each app. */
export function rowLabel (method: string, { path, conditions }: Route): string {
  const texts = Object.entries(conditions).map(([name, value]) => `${name}: ${String(value)}`)
  return `${method} ${path}${texts.length === 0 ? '' : ` (${texts.join(', ')})`}`
}

const CONDITION_HEADERS = new Map([['host', 'host'], ['version', 'accept-version']])

function headersOf ({ conditions }: Route): WalkRow['headers'] {
  const entries = Object.entries(conditions).map(([name, value]) => [CONDITION_HEADERS.get(name), value])
  const isMet = entries.every(([name, value]) => name !== undefined && typeof value === 'string')
  return isMet ? Object.fromEntries(entries) as Record<string, string> : undefined
}

export function writingRows (rows: readonly WalkRow[]): readonly WalkRow[] {
  return rows.filter(({ method }) => isWriting(method))
}

/** Whether it adds a record to a list. */
export function isCreating ({ method, route: { resource: { place, plural, singular } } }: WalkRow): boolean {
  return method === 'POST' && place === 'collection' && plural !== singular
}

/** The path of a row with these encoded texts in place of its variables, of which the last may be missing. */
export function pathOf ({ route }: WalkRow, texts: readonly string[]): string {
  const { params, needsFormat, formats } = route
  const path = pathsOf(route)[params.length - texts.length] as string
  const filled = joinPieces(literalPieces(path), texts)
  return needsFormat ? `${filled}.${formats[0] as string}` : filled
}
