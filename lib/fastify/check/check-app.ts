/** `checkApp`: finds gaps in an app's trees, for a test or the command. */

import type { FastifyInstance } from 'fastify'
import { createError } from '../../errors.js'
import { didYouMean, show, unknownOptions } from '../../text.js'
import type { CheckOptions, Finding } from '../../../types/check.js'
import type { Method } from '../../../types/route.js'
import { readHooks } from './hooks.js'
import type { HookedRow, Hooks } from './hooks.js'
import { leftoverTexts } from './leftovers.js'
import { readTable } from './list-app.js'

/**
 * Finds gaps in an app's trees: rows that write without a hook named in `guard`, and controllers and actions that no
 * row reaches. Waits until the app is ready.
 *
 * Throws FST_RESOURCES_OPTIONS for unknown options, a misspelt guard, and an app without this plugin.
 *
 * @example t.strictSame(await checkApp(app, { guard: 'requireUser', accepted: ['POST /session'] }), [])
 */
export async function checkApp (app: FastifyInstance, options: CheckOptions = {}): Promise<readonly Finding[]> {
  const { guard, accepted } = readOptions(options)
  await readTable(app, 'checkApp()')
  const rows = guard.length === 0 ? [] : readHooks(app)
  refuseUnknownGuards(guard, rows)
  return [
    ...guard.length === 0 ? [] : guardFindings(rows, guard, accepted),
    ...leftoverTexts(app).map((message): Finding => ({ kind: 'unreached', message }))
  ]
}

const OPTIONS = ['guard', 'accepted']

function readOptions (options: CheckOptions): { guard: readonly string[], accepted: readonly string[] } {
  const mistakes = unknownOptions(options, OPTIONS)
  const { guard = [], accepted = [] } = options
  const guards = [guard].flat()
  for (const [name, value] of Object.entries({ guard: guards, accepted })) {
    if (!Array.isArray(value) || value.some((one) => typeof one !== 'string')) mistakes.push(`${name}: expected strings, got ${show(value)}`)
  }
  if (mistakes.length > 0) throw createError('FST_RESOURCES_OPTIONS', [mistakes])
  return { guard: guards, accepted }
}

function refuseUnknownGuards (guard: readonly string[], rows: readonly HookedRow[]): void {
  const names = [...new Set(rows.flatMap(({ hooks }) => Object.values(hooks).flat()))]
  // Without a similar name, the rows may lack the guard indeed.
  const unknown = guard.filter((name) => !names.includes(name) && didYouMean(name, names) !== '')
  if (unknown.length === 0) return
  throw createError('FST_RESOURCES_OPTIONS', [unknown.map((name) => `guard: no row has a hook '${name}'${didYouMean(name, names)}`)])
}

const WRITING: readonly Method[] = ['POST', 'PUT', 'PATCH', 'DELETE']

const BEFORE_HANDLER = ['onRequest', 'preParsing', 'preValidation', 'preHandler']

/** Whether a function has no name but that of its option: `onRequest: async () => {}`. */
function isAnonymous (name: string, kind: string): boolean {
  return name === 'anonymous' || name === kind
}

/** Unguarded rows that are not accepted, and outdated labels in `accepted`. */
function guardFindings (rows: readonly HookedRow[], guard: readonly string[], accepted: readonly string[]): Finding[] {
  const unguarded = new Map<string, Finding>()
  const common = countCommon(rows)
  for (const { row, hooks } of rows.filter((one) => WRITING.includes(one.row.method))) {
    const missing = missingText(hooks, guard, common)
    const label = `${row.method} ${row.path}`
    if (missing !== undefined) unguarded.set(label, { ...missing, message: `${label} (${row.controller}#${row.action}): ${missing.message}` })
  }
  return [
    ...[...unguarded].filter(([label]) => !accepted.includes(label)).map(([, finding]) => finding),
    ...accepted.filter((label) => !unguarded.has(label)).map((label): Finding => ({ kind: 'outdated', message: `${label} is accepted, but it is guarded or gone; remove it from the list` }))
  ]
}

/** How many hooks without a name are on all rows, those that read too: they are no guards. */
function countCommon (rows: readonly HookedRow[]): (kind: string) => number {
  const reads = rows.filter(({ row }) => row.method === 'GET')
  return (kind) => reads.length === 0 ? 0 : Math.min(...rows.map(({ hooks }) => countAnonymous(hooks, kind)))
}

function countAnonymous (hooks: Hooks, kind: string): number {
  return (hooks[kind] ?? []).filter((name) => isAnonymous(name, kind)).length
}

function missingText (hooks: Hooks, guard: readonly string[], common: (kind: string) => number): Finding | undefined {
  if (Object.keys(hooks).length === 0) return { kind: 'unknown', message: 'printRoutes() of the app does not show its hooks' }
  if (BEFORE_HANDLER.some((kind) => hooks[kind]?.some((name) => guard.includes(name)))) return undefined
  const missing = guard.length === 1 ? `${guard.join()} does not run` : `none of ${guard.join(', ')} runs`
  const anonymous = BEFORE_HANDLER.filter((kind) => countAnonymous(hooks, kind) > common(kind))
  return anonymous.length === 0
    ? { kind: 'unguarded', message: missing }
    : { kind: 'unknown', message: `${missing}; a hook without a name does (${anonymous.join(', ')})` }
}
