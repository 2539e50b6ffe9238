/** `checkApp`: finds gaps in an app's trees, for a test. */

import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.js'
import { didYouMean } from '../text.js'
import { ALL_METHODS } from '../routes/actions.js'
import { answerText } from '../routes/answer.js'
import { reachedControllers } from '../routes/owners.js'
import { foundRow } from '../routes/found-row.js'
import type { CheckOptions, Finding, FoundRow } from '../../types/findings.js'
import type { Route } from '../../types/route.js'
import { BEFORE_HANDLER } from '../controllers/action-options.js'
import { actionNames } from '../controllers/controller-actions.js'
import { isWriting } from '../requests/methods/index.js'
import { optionMistakes } from '../controllers/option-checks.js'
import type { OptionCheck } from '../controllers/option-checks.js'
import { stateOf } from '../controllers/state.js'
import { readHooks, segmentShape } from './hooks.js'
import type { Checks, HookedRow, Hooks, OwnRoute } from './hooks.js'
import { readAppTable } from './trees.js'

/** Those that `checkApp` tells. */
export async function findGaps (
  app: FastifyInstance, options: CheckOptions = {}
): Promise<readonly Finding[]> {
  const { guard, accepted } = readOptions(options)
  const table = await readAppTable(app, 'checkApp()')
  const hooked = readHooks(app, WRITING)
  const found = [
    ...(guard.length === 0 ? [] : guardFindings(hooked, table, guard)),
    ...undocumentedFindings(app, hooked.rows, { table, guard }),
    ...unsafeFindings(table)
  ]
  const labels = [...table, ...hooked.own].map(shortLabel)
  // Without a guard nobody knows which rows need it, so then only labels without a row are outdated.
  const right = guard.length === 0 ? labels : found.map(({ row }) => shortLabel(row))
  return [
    ...found.filter(({ row }) => !accepted.includes(shortLabel(row))),
    ...accepted.filter((label) => !right.includes(label)).map((label) => outdatedFinding(label, labels)),
    ...leftoverTexts(app).map((message): Finding => ({ kind: 'unreached', message, row: null }))
  ]
}

/** A finding about a row. */
interface RowFinding extends Finding {
  readonly row: FoundRow
}

const CHECKS: Readonly<Record<keyof CheckOptions, OptionCheck>> = {
  guard: ['strings', (value) => areTexts([value].flat()), 'guard'],
  accepted: ['strings', areTexts]
}

function areTexts (value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function readOptions (options: CheckOptions): { guard: readonly string[], accepted: readonly string[] } {
  const mistakes = optionMistakes(options, CHECKS)
  if (mistakes.length > 0) throw createError('FST_RESOURCES_OPTIONS', [mistakes])
  const { guard = [], accepted = [] } = options
  return { guard: [guard].flat(), accepted }
}

/**
 * A link is enough to change a record, and what follows links does: a crawler, a browser that loads ahead.
 */
function unsafeFindings (table: readonly Route[]): RowFinding[] {
  const unsafe = table.filter(
    ({ method, action }) => method === 'GET' && ['update', 'destroy'].includes(action)
  )
  return unsafe.map((route) => {
    const row = foundRow(route, table)
    return { kind: 'unsafe', message: `${labelOf(row)}: a link can reach it; take another method`, row }
  })
}

const WRITING = ALL_METHODS.filter(isWriting)

/** Rows and routes that write without a guard. */
function guardFindings (
  { rows, own }: ReturnType<typeof readHooks>, table: readonly Route[], guard: readonly string[]
): RowFinding[] {
  refuseUnknownGuards(guard, [...rows, ...own])
  const common = countCommon(rows)
  const writing = rows
    .filter(({ row }) => isWriting(row.method))
    .map(({ row, ...checks }) => ({ row: foundRow(row, table), ...checks }))
  // A row with formats has several paths.
  const found = new Map<string, RowFinding>()
  for (const { row, ...checks } of [...writing, ...own.map(ownRow)]) {
    // Each row has hooks of this plugin.
    const isHidden = row.controller !== null && Object.keys(checks.hooks).length === 0
    const missing = isHidden ? HIDDEN : missingText(checks, guard, common)
    if (missing === undefined) continue
    found.set(shortLabel(row), { ...missing, message: `${labelOf(row)}: ${missing.message}`, row })
  }
  return [...found.values()]
}

interface ApiDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly security?: unknown }>>>>
  readonly security?: unknown
}

/** Operations of @fastify/swagger's document that a guard refuses, though the document asks for nothing. */
function undocumentedFindings (
  app: FastifyInstance, rows: readonly HookedRow[],
  { table, guard }: { readonly table: readonly Route[], readonly guard: readonly string[] }
): RowFinding[] {
  const { swagger }: { swagger?: () => ApiDocument } = app as object
  const { paths = {}, security }: ApiDocument = guard.length === 0 ? {} : swagger?.() ?? {}
  if (security !== undefined) return []
  const open = new Set(Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).filter((method) => operations[method]?.security === undefined)
      .map((method) => `${method.toUpperCase()} ${segmentShape(rowPath(path))}`)))
  const found = new Map<string, RowFinding>()
  for (const { row: route, hooks } of rows) {
    const name = BEFORE_HANDLER.flatMap((kind) => hooks[kind] ?? []).find((one) => guard.includes(one))
    if (name === undefined || !open.has(`${route.method} ${segmentShape(route.path)}`)) continue
    const row = foundRow(route, table)
    const message = `${labelOf(row)}: ${name} runs, but its operation has no security; set it in the plugin's ` +
      'option security, or in the schema of the action'
    found.set(shortLabel(row), { kind: 'undocumented', message, row })
  }
  return [...found.values()]
}

/** `/v1/` → `/v1`, and `/posts.{format}` → `/posts`: the path of a row has no required extension. */
function rowPath (documented: string): string {
  return documented.replace(/(?<=.)\/$|\.\{format\}$/, '')
}

function outdatedFinding (label: string, labels: readonly string[]): Finding {
  const message = labels.includes(label)
    ? `${label} is accepted, but nothing is wrong with it; remove it from the list`
    : `${label} is accepted, but there is no such row${didYouMean(label, labels)}`
  return { kind: 'outdated', message, row: null }
}

function refuseUnknownGuards (
  guard: readonly string[], hooked: ReadonlyArray<{ readonly hooks: Hooks }>
): void {
  const names = [...new Set(hooked.flatMap(({ hooks }) => Object.values(hooks).flat()))]
  const unknown = guard.filter((name) => !names.includes(name))
  // Each row has hooks of this plugin, so without any the app does not show them.
  if (names.length === 0 || unknown.length === 0) return
  throw createError('FST_RESOURCES_OPTIONS', [
    unknown.map((name) =>
      `guard: no row has a hook '${name}'${didYouMean(name, names) || '; expected the name of a function'}`
    )
  ])
}

/** The app does not tell the schema of a route of its own. */
function ownRow ({ method, path, hooks }: OwnRoute): Checks & { readonly row: FoundRow } {
  const row = { method, path, controller: null, action: null, helper: null }
  return { row, hooks, schemas: [] }
}

/** `POST /posts`, as `accepted` names it. */
function shortLabel ({ method, path }: Pick<FoundRow, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** `POST /posts (posts#create)`. */
function labelOf (row: FoundRow): string {
  const { controller, action } = row
  return `${shortLabel(row)} (${controller === null ? 'outside the trees' : `${controller}#${action as string}`})`
}

/** Whether a function has no name but that of its option: `onRequest: async () => {}`. */
function isAnonymous (name: string, kind: string): boolean {
  return name === 'anonymous' || name === kind
}

/** How many hooks without a name are on all rows, those that read too: they are no guards. */
function countCommon (rows: readonly HookedRow[]): (kind: string) => number {
  const reads = rows.filter(({ row }) => row.method === 'GET')
  return (kind) => reads.length === 0 ? 0 : Math.min(...rows.map(({ hooks }) => countAnonymous(hooks, kind)))
}

function countAnonymous (hooks: Hooks, kind: string): number {
  return (hooks[kind] ?? []).filter((name) => isAnonymous(name, kind)).length
}

type Missing = Pick<Finding, 'kind' | 'message'>

const HIDDEN: Missing = { kind: 'unknown', message: 'printRoutes() of the app does not show its hooks' }

function missingText (
  checks: Checks, guard: readonly string[], common: (kind: string) => number
): Missing | undefined {
  const { hooks } = checks
  const first = BEFORE_HANDLER.find((kind) => hooks[kind]?.some((name) => guard.includes(name)))
  if (first !== undefined) return first === 'preHandler' ? lateText(checks, guard) : undefined
  const missing = guard.length === 1 ? `${guard.join()} does not run` : `none of ${guard.join(', ')} runs`
  const anonymous = BEFORE_HANDLER.filter((kind) => countAnonymous(hooks, kind) > common(kind))
  return anonymous.length === 0
    ? { kind: 'unguarded', message: missing }
    : { kind: 'unknown', message: `${missing}; a hook without a name does (${anonymous.join(', ')})` }
}

/** What a stranger learns from answers, by the part that a schema checks, and by hooks of this plugin. */
const TELLING: Readonly<Record<string, string>> = {
  'schema.params': 'whether its params are valid',
  'schema.body': 'whether its body is valid',
  'schema.querystring': 'whether its query is valid',
  'schema.query': 'whether its query is valid',
  'schema.headers': 'whether its headers are valid',
  checkRecord: 'whether its body is valid',
  loadRecords: 'whether its record exists'
}

/** A guard that runs as `preHandler`, behind schemas and hooks whose answers tell something. */
function lateText (
  { hooks: { preValidation = [], preHandler = [] }, schemas }: Checks, guard: readonly string[]
): Missing | undefined {
  const position = preHandler.findIndex((name) => guard.includes(name))
  const parts = schemas.flatMap(Object.keys).map((part) => `schema.${part}`)
  const before = [...parts, ...preValidation, ...preHandler.slice(0, position)]
  const revealed = Object.entries(TELLING).filter(([name]) => before.includes(name)).map(([, text]) => text)
  if (revealed.length === 0) return undefined
  return {
    kind: 'late',
    message: `${preHandler[position] as string} runs as preHandler, so the answer tells ` +
      `strangers ${[...new Set(revealed)].join(' and ')}; let it run as onRequest or preValidation`
  }
}

/**
 * What has no effect: controllers and actions that no row reaches, each text once. Compares them by
 * identity, since the app's trees may share them.
 */
function leftoverTexts (fastify: FastifyInstance): string[] {
  const labels = new Map<unknown, string>()
  const reached = new Set<unknown>()
  const note = (value: unknown, label: string, isReached: boolean): void => {
    labels.set(value, label)
    if (isReached) reached.add(value)
  }
  const { assignments } = stateOf(fastify)
  for (const { sources, controllers, table } of assignments) {
    const used = reachedControllers(table)
    const answering = new Set(table.map(answerText))
    for (const [name, controller] of controllers) {
      for (const action of actionNames(controller)) {
        note(controller[action], `the action ${name}#${action}`, answering.has(`${name}#${action}`))
      }
    }
    // A folder may hold more than controllers.
    const named = typeof sources === 'string' ? [] : Object.entries(sources)
    for (const [name, source] of named) note(source, `the controller '${name}'`, used.has(name))
  }
  return [...labels].filter(([value]) => !reached.has(value)).map(([, label]) => `no row reaches ${label}`)
}
