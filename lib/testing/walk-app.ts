/** `walkApp`: uses an app as its visitors do, and reports what does not work. */

import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.js'
import { answerText, isPlainObject, isWriting, optionMistakes, readAppTable } from '../tools.js'
import type { OptionCheck } from '../tools.js'
import { show } from '../text.js'
import type { Route } from '../../types/route.js'
import type { WalkFinding, WalkOptions, WalkResult, WalkVisitor } from '../../types/walk-options.js'
import { createSession, reasonOf, rowLabel } from './session.js'
import type { Walk } from './session.js'
import { STRANGER, act, createTour, look } from './tour.js'
import { openApp } from './watched-app.js'
import type { CreateApp } from './watched-app.js'

/**
 * Writes and deletes: `createApp` must give a new app with a database of its own for each call, which is one
 * for the stranger and for each visitor.
 *
 * Walks the app as its visitors do, by `inject`: follows links and redirects, sends each form as it stands,
 * and asks for each row that writes. Gives what is dead or crashes, and who gets past the guards of each row.
 * `unproved` lists what it could not try.
 *
 * Throws FST_RESOURCES_OPTIONS for invalid options and for an app without trees, FST_RESOURCES_WALK for a
 * visitor who cannot log in and for an app that is not new, and whatever `createApp` throws.
 *
 * @example const { findings, access, text } = await walkApp(createApp, { open: ['POST /session'] })
 */
export async function walkApp (createApp: CreateApp, options: WalkOptions = {}): Promise<WalkResult> {
  refuseInvalid(createApp, options)
  const names = [STRANGER, ...Object.keys(options.visitors ?? {})]
  const opened: FastifyInstance[] = []
  const rows = new Map<string, Route>()
  const [findings, steps, forms] = [new Map(), new Map(), new Map()]
  const walk: Walk = { options, rows, findings, steps, forms, ids: [], unproved: new Set() }
  try {
    const tours = []
    for (const name of names) {
      const watched = await openApp(createApp, options.timeout ?? 3000, opened)
      for (const row of await readAppTable(watched.app, 'walkApp()')) rows.set(rowLabel(row), row)
      tours.push(createTour(createSession(walk, name, watched)))
    }
    for (const tour of tours) {
      const fault = await look(tour)
      if (fault !== undefined) throw createError('FST_RESOURCES_WALK', [fault])
    }
    // By now all rows are known that somebody has a form for.
    for (const tour of tours) await act(tour)
  } finally {
    for (const app of opened) await app.close()
  }
  const access = [...rows].filter(([, { method }]) => isWriting(method))
    .map(([label]): [string, string[]] => [label, names.filter((name) => isPast(walk, label, name)).sort()])
  const found = [...walk.findings.values(), ...strangerFindings(walk, new Map(access))]
  const unproved = [...walk.unproved, ...doubts(walk)]
  const lines = found.map(({ law, message }) => `${law}: ${message}`)
  const text = [...lines, ...unproved.map((text) => `unproved: ${text}`)].join('\n')
  return { findings: found, access: Object.fromEntries(access.sort()), unproved, text }
}

/** An action that leads one visitor elsewhere refuses those that it leads to the log-in page. */
function isPast ({ options: { open = [] }, steps }: Walk, label: string, name: string): boolean {
  const known = steps.get(label)
  const outcome = known?.get(name)?.outcome
  const areLed = [...known?.values() ?? []].every((step) => step.outcome !== 'past')
  return outcome === 'past' || (outcome === 'led' && (areLed || open.includes(label)))
}

function strangerFindings (
  { options: { open = [] }, rows, steps }: Walk, access: ReadonlyMap<string, readonly string[]>
): WalkFinding[] {
  return [...new Set([...access.keys(), ...open])].flatMap((row) => {
    const step = steps.get(row)?.get(STRANGER)
    const place = step?.target === undefined ? '' : ` to ${step.target}`
    const isOpen = open.includes(row)
    const faults = [
      isOpen && !access.has(row) && `${row} is in open, but no row that writes has this label; remove it`,
      isOpen && step?.outcome === 'refused' && `${row} is in open, but it refuses strangers; remove it`,
      !isOpen && access.get(row)?.includes(STRANGER) === true &&
        `${row} (${answerText(rows.get(row) as Route)}) is open: a stranger gets ${step?.answer.status}${place}`
    ]
    return faults.filter((fault) => fault !== false)
      .map((message): WalkFinding => ({ law: 'stranger', row, visitor: STRANGER, message }))
  })
}

/** What the answers of each row leave open. */
function doubts ({ options: { ignore }, rows, steps }: Walk): string[] {
  return [...rows].flatMap(([label, { path, conditions }]) => {
    const known = steps.get(label)
    if (known === undefined) {
      if (ignore !== undefined && path.search(ignore) >= 0) return `${label}: its path matches ignore`
      if (Object.keys(conditions).length > 0) return `${label}: a walk does not meet its conditions`
      return `${label}: no id is known; name a path with one in start`
    }
    return [...known].filter(([, { outcome, answer }]) => outcome === 'unclear' && answer.status !== 429)
      .map(([name, { answer }]) => `${label}: ${name} gets ${answer.status} before the action${reasonOf(answer)}`)
  })
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isPath = (value: unknown): boolean => /^\/(?!\/)/.test(String(value))
const isTextByName = (value: unknown): boolean => isPlainObject(value) && Object.values(value).every(isText)

/** Timers take no more than this. */
const MOST_TIME = 2 ** 31 - 1

const CHECKS: Readonly<Record<keyof WalkOptions, OptionCheck>> = {
  visitors: [
    `visitors by name, other than '${STRANGER}', each with headers, or with page and fields`,
    (value) => isPlainObject(value) &&
      Object.entries(value).every(([name, how]) => name !== STRANGER && isPlainObject(how))
  ],
  open: ["a list of rows such as 'POST /session'", (value) => Array.isArray(value) && value.every(isText)],
  start: ["a list of paths such as '/posts/1'", (value) => Array.isArray(value) && value.every(isPath)],
  ignore: ['a regular expression', (value) => value instanceof RegExp],
  timeout: [
    'a number of milliseconds', (value) => typeof value === 'number' && value > 0 && value <= MOST_TIME
  ]
}

const VISITOR_CHECKS: Readonly<Record<keyof WalkVisitor, OptionCheck>> = {
  headers: ["headers such as { authorization: 'Bearer 1' }", isTextByName],
  page: ["a path such as '/session/new'", isPath],
  fields: ["values by field, such as { password: 'secret' }", isTextByName]
}

function refuseInvalid (createApp: unknown, options: WalkOptions): void {
  const mistakes = isPlainObject(options)
    ? optionMistakes(options, CHECKS)
    : [`options: expected an object, got ${show(options)}`]
  for (const [name, how] of Object.entries(Object(Object(options).visitors) as object)) {
    const visitor = Object(how) as WalkVisitor
    const faults = optionMistakes(visitor, VISITOR_CHECKS)
    if (visitor.headers === undefined && visitor.page === undefined) faults.push('expected headers or page')
    mistakes.push(...faults.map((fault) => `visitors.${name}: ${fault}`))
  }
  if (typeof createApp !== 'function') {
    mistakes.push(`createApp: expected a function that gives a new app, got ${show(createApp)}`)
  }
  if (mistakes.length > 0) throw createError('FST_RESOURCES_OPTIONS', [mistakes])
}
