/** `walkApp`: uses an app as its visitors do, and reports what does not work. */

import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.js'
import { answerText, isPlainObject, isWriting, optionMistakes, readAppTable } from '../tools.js'
import type { OptionCheck } from '../tools.js'
import { show } from '../text.js'
import type { Route } from '../../types/route.js'
import type { WalkFinding, WalkOptions, WalkResult, WalkVisitor } from '../../types/walk-options.js'
import { STRANGER, createVisitor } from './visitor.js'
import type { CreateApp, Visitor } from './visitor.js'
import { rowLabel, walkAll } from './visits.js'
import type { Walk } from './visits.js'

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
  const visitors: Visitor[] = []
  const rows = new Map<string, Route>()
  const [counts, findings, answers, forms] = [new Map(), new Map(), new Map(), new Map()]
  const [done, unproved] = [new Set<string>(), new Set<string>()]
  const walk: Walk = { options, visitors, rows, queue: [], done, counts, findings, answers, forms, unproved }
  try {
    for (const name of names) {
      const visitor = await createVisitor(name, createApp, options, opened)
      for (const row of await readAppTable(visitor.app, 'walkApp()')) rows.set(rowLabel(row), row)
      visitors.push(visitor)
    }
    await walkAll(walk)
  } finally {
    for (const app of opened) await app.close()
  }
  const access = [...rows].filter(([, { method }]) => isWriting(method))
    .map(([label]) => [label, names.filter((name) => isPast(walk, label, name)).sort()] as const)
  const found = [...walk.findings.values(), ...strangerFindings(walk, new Map(access))]
  for (const line of doubts(walk)) unproved.add(line)
  const text = [
    ...found.map(({ law, message }) => `${law}: ${message}`), ...[...unproved].map((line) => `unproved: ${line}`)
  ].join('\n')
  return { findings: found, access: Object.fromEntries(access.sort()), unproved: [...unproved], text }
}

/** An action that leads one visitor elsewhere refuses those that it leads to the log-in page. */
function isPast ({ answers }: Walk, label: string, name: string): boolean {
  const known = answers.get(label)
  const outcomes = Array.from(known?.values() ?? [], ({ outcome }) => outcome)
  return known?.get(name)?.outcome === (outcomes.includes('past') ? 'past' : 'led')
}

function strangerFindings (
  { options: { open = [] }, rows, answers }: Walk, access: ReadonlyMap<string, readonly string[]>
): WalkFinding[] {
  return [...new Set([...access.keys(), ...open])].flatMap((label) => {
    const answer = answers.get(label)?.get(STRANGER)
    const row = rows.get(label)
    const place = typeof answer?.target === 'string' ? ` to ${answer.target}` : ''
    const isOpen = open.includes(label)
    const faults = [
      isOpen && !access.has(label) && 'is in open, but no row that writes has this label; remove it',
      isOpen && answer?.outcome === 'refused' && 'is in open, but it refuses strangers; remove it',
      !isOpen && row !== undefined && access.get(label)?.includes(STRANGER) === true &&
        `(${answerText(row)}) is open: a stranger gets ${answer?.status}${place}`
    ]
    return faults.filter((fault) => fault !== false)
      .map((fault): WalkFinding => ({ law: 'stranger', row: label, visitor: STRANGER, message: `${label} ${fault}` }))
  })
}

/** What no request has reached, and the rows whose answers leave open who is past the guards. */
function doubts ({ rows, forms, answers }: Walk): string[] {
  return [...new Set([...rows.keys(), ...forms.keys()])].flatMap((label) => {
    const known = answers.get(label)
    if (known === undefined) return `${label}: no request has reached it; name a path of it in start`
    return [...known].filter(([, { outcome, status }]) => outcome === 'unclear' && status !== 429)
      .map(([name, { status, reason }]) => `${label}: ${name} gets ${status} before the action${reason}`)
  })
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isPath = (value: unknown): boolean => /^\/(?!\/)/.test(String(value))
const isTextByName = (value: unknown): boolean => isPlainObject(value) && Object.values(value).every(isText)

const CHECKS: Readonly<Record<keyof WalkOptions, OptionCheck>> = {
  visitors: [
    `visitors by name, other than '${STRANGER}', each as { headers: { authorization: 'Bearer 1' } } or as ` +
      "{ page: '/session/new', fields: { password: 'secret' } }",
    (value) => isPlainObject(value) && !(STRANGER in value) && Object.values(value).every(isVisitor)
  ],
  open: ["a list of rows such as 'POST /session'", (value) => Array.isArray(value) && value.every(isText)],
  start: ["a list of paths such as '/posts/1'", (value) => Array.isArray(value) && value.every(isPath)],
  ignore: ['a regular expression', (value) => value instanceof RegExp],
  // Timers take no more.
  timeout: ['a number of milliseconds', (value) => typeof value === 'number' && value > 0 && value < 2 ** 31]
}

function isVisitor (value: unknown): boolean {
  const { headers, page, fields = {}, ...others } = Object(value) as Partial<WalkVisitor>
  const isKnown = Object.keys(others).length === 0 && (headers ?? page) !== undefined
  return isKnown && isTextByName(headers ?? {}) && isPath(page ?? '/') && isTextByName(fields)
}

function refuseInvalid (createApp: unknown, options: WalkOptions): void {
  const mistakes = isPlainObject(options)
    ? optionMistakes(options, CHECKS)
    : [`options: expected an object, got ${show(options)}`]
  if (typeof createApp !== 'function') {
    mistakes.push(`createApp: expected a function that gives a new app, got ${show(createApp)}`)
  }
  if (mistakes.length > 0) throw createError('FST_RESOURCES_OPTIONS', [mistakes])
}
