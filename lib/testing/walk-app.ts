/** `walkApp`: uses an app as its visitors do, and reports what does not work. */

import { createError } from '../errors.js'
import { groupBy, isPlainObject, optionMistakes } from '../tools.js'
import type { OptionCheck } from '../tools.js'
import { show } from '../text.js'
import type { WalkFinding, WalkOptions, WalkResult, WalkVisitor } from '../../types/walk-options.js'
import { withApp } from './watched-app.js'
import type { CreateApp } from './watched-app.js'
import { lookAround, travel } from './journeys.js'
import { LAWS } from './laws.js'
import type { Law } from './laws.js'
import { labelOf, withLogOuts } from './steps.js'
import type { Step } from './steps.js'
import { STRANGER, createWalk } from './create-walk.js'
import type { Walk } from './create-walk.js'

/**
 * Writes and deletes: `createApp` must give a new app with a database of its own for each call.
 *
 * Walks the app as its visitors do, by `inject`: follows each link, sends each form and each row that writes,
 * tries odd ids and odd values. Gives what breaks, and who gets past the guards of each row. `unproved` lists
 * what no request could show.
 *
 * Throws FST_RESOURCES_OPTIONS for invalid options and for an app without trees, FST_RESOURCES_WALK for a
 * visitor who cannot log in and for an app that is not new, and whatever `createApp` throws.
 *
 * @example const { findings, access, text } = await walkApp(createApp, { open: ['POST /session'] })
 */
export async function walkApp (createApp: CreateApp, options: WalkOptions = {}): Promise<WalkResult> {
  refuseInvalid(createApp, options)
  const { walk, seen } = await withApp(createApp, async (first) => {
    const walk = await createWalk(createApp, first, options)
    return { walk, seen: await lookAround(walk, first) }
  })
  const steps = withLogOuts(await travel(walk, seen), walk.open)
  const writes = groupBy(steps.filter(({ kind }) => kind === 'write'), labelOf)
  const findings = [...LAWS.flatMap((law) => findFaults(law, steps, walk)), ...outdated(walk, writes)]
  const unproved = [...walk.unproved, ...unasked(walk, steps), ...doubts(steps)]
  const lines = findings.map(
    ({ law, message, times }) => `${law}: ${message}${times > 1 ? ` (${times} times)` : ''}`
  )
  return {
    findings,
    access: Object.fromEntries([...writes].map(([label, all]) => {
      const past = all.filter(({ outcome }) => outcome === 'past')
      return [label, [...new Set(past.map(({ visitor }) => visitor))].sort()]
    }).sort()),
    unproved,
    text: [...lines, ...unproved.map((text) => `unproved: ${text}`)].join('\n')
  }
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isPath = (value: unknown): boolean => /^(?:\/|https?:)/.test(String(value))
const isListOf = (isItem: (value: unknown) => boolean) => (value: unknown): boolean =>
  Array.isArray(value) && value.every(isItem)
const isTextByName = (value: unknown): boolean => isPlainObject(value) && Object.values(value).every(isText)

/** Timers take no more than this. */
const MOST_TIME = 2 ** 31 - 1
const isTimeout = (value: unknown): boolean =>
  typeof value === 'number' && value > 0 && (value <= MOST_TIME || value === Infinity)

const CHECKS: Readonly<Record<keyof WalkOptions, OptionCheck>> = {
  visitors: [
    `visitors by name, other than '${STRANGER}', each with headers, or with page and fields`,
    (value) =>
      isPlainObject(value) &&
      Object.entries(value).every(([name, how]) => name !== STRANGER && isPlainObject(how))
  ],
  open: ["a list of rows such as 'POST /session'", isListOf(isText)],
  start: ["a list of paths such as '/posts/1'", isListOf(isPath)],
  ignore: ['a regular expression', (value) => value instanceof RegExp],
  timeout: ['a number of milliseconds', isTimeout],
  bodies: ["bodies by row, such as { 'POST /posts': { post: { … } } }", isPlainObject]
}

const VISITOR_CHECKS: Readonly<Record<keyof WalkVisitor, OptionCheck>> = {
  headers: ["headers such as { authorization: 'Bearer 1' }", isTextByName],
  page: ["a path such as '/session/new'", isPath],
  fields: ["values by field, such as { password: 'secret' }", isTextByName]
}

function refuseInvalid (createApp: unknown, options: WalkOptions): void {
  const mistakes = isPlainObject(options)
    ? [...optionMistakes(options, CHECKS), ...visitorMistakes(options.visitors)]
    : [`options: expected an object, got ${show(options)}`]
  if (typeof createApp !== 'function') {
    mistakes.push(`createApp: expected a function that gives a new app, got ${show(createApp)}`)
  }
  if (mistakes.length > 0) throw createError('FST_RESOURCES_OPTIONS', [mistakes])
}

function visitorMistakes (visitors: unknown): string[] {
  return Object.entries(Object(visitors) as object).flatMap(([name, how]) => {
    const visitor = Object(how) as WalkVisitor
    const mistakes = optionMistakes(visitor, VISITOR_CHECKS)
    if (visitor.headers === undefined && visitor.page === undefined) mistakes.push('expected headers or page')
    return mistakes.map((mistake) => `visitors.${name}: ${mistake}`)
  })
}

/** One finding for each cause. */
function findFaults (
  { name, isAbout, faultOf, causeOf = labelOf }: Law, steps: readonly Step[], walk: Walk
): WalkFinding[] {
  const found = steps.filter(isAbout).flatMap((step) => {
    const message = faultOf(step, walk, steps)
    return typeof message === 'string' ? [{ step, message }] : []
  })
  return Array.from(groupBy(found, ({ step }) => causeOf(step)).values(), (same) => {
    const { step, message } = same[0] as typeof found[number]
    return { law: name, row: labelOf(step), visitor: step.visitor, message, times: same.length }
  })
}

/** Rows of `open` that refuse strangers, or are gone. What no stranger asked for is unproved. */
function outdated ({ open, labels }: Walk, writes: ReadonlyMap<string, readonly Step[]>): WalkFinding[] {
  const isOutdated = (label: string): boolean => {
    const steps = writes.get(label)?.filter(({ visitor }) => visitor === STRANGER) ?? []
    return steps.length === 0 ? !labels.includes(label) : steps.every(({ outcome }) => outcome === 'refused')
  }
  return open.filter(isOutdated).map((label) => {
    const reason = labels.includes(label) ? 'it refuses strangers' : 'no row that writes has this label'
    const message = `${label} is in open, but ${reason}; remove it`
    return { law: 'stranger', row: label, visitor: STRANGER, message, times: 1 }
  })
}

/** The kinds of steps that show whether a row works. */
const ASKING = ['page', 'link', 'write']

/** What no step is about. */
function unasked ({ rows, names, leftOut }: Walk, steps: readonly Step[]): string[] {
  const seen = new Set(steps.filter(({ kind }) => ASKING.includes(kind)).map(labelOf))
  const past = steps.filter(({ outcome }) => outcome === 'past')
  const open = new Set(past.filter(({ visitor }) => visitor === STRANGER).map(labelOf))
  const known = new Set(past.filter((step) => !open.has(labelOf(step))).map(({ visitor }) => visitor))
  return [
    ...rows.filter(({ label }) => !seen.has(label))
      .map(({ label }) => leftOut.has(label)
        ? `${label}: each known path matches ignore`
        : `${label}: no id is known; name a path with one in start`),
    ...LAWS.filter(({ isAbout, unasked }) => unasked !== undefined && !steps.some(isAbout))
      .map(({ name, unasked }) => `${name}: ${unasked as string}`),
    ...names.slice(1).filter((name) => !known.has(name))
      .map((name) => `visitors.${name}: it gets past no guard that refuses a stranger`),
    ...(names.length === 1 ? ['access: no visitors are given, so only a stranger asked'] : [])
  ]
}

/** What to do about a part of a request that validation refuses. */
const REFUSED: Readonly<Record<string, string>> = {
  params: 'the ids that the walk found; name a path with others in start',
  querystring: 'the query that the walk found',
  headers: 'the headers; give them in visitors',
  body: 'the body that the walk found; give one in bodies'
}

/** The part that refuses everybody who gets past the guards; undefined if none does. */
function refusedPart (steps: readonly Step[]): string | undefined {
  const asked = steps.filter(({ kind }) => ASKING.includes(kind))
  const isRefused = asked.every(({ outcome }) => outcome === 'invalid' || outcome === 'refused')
  const invalid = asked.filter(({ outcome }) => outcome === 'invalid')
  const parts = invalid.flatMap(({ answer: { error }, body }) => {
    const { validationContext: part = 'body' } = Object(error) as { readonly validationContext?: string }
    // It is told already that no body was found.
    return part === 'body' && body === undefined ? [] : part
  })
  return isRefused ? parts[0] : undefined
}

/** What the answers of each row leave open. */
function doubts (steps: readonly Step[]): string[] {
  return [...groupBy(steps, labelOf)].flatMap(([label, all]) => {
    const writes = all.filter(({ kind }) => kind === 'write')
    const part = refusedPart(all)
    const isHidden = writes.length > 0 && writes.every(({ answer }) => answer.status === 404 && !answer.ran)
    const lacksToken = writes.some(({ visitor, answer: { error } }) =>
      visitor === STRANGER && String(Object(error).code).startsWith('FST_CSRF')
    )
    const texts = [
      isHidden && 'it answers 404 to everybody',
      part !== undefined && `its validation refuses ${REFUSED[part] as string}`,
      all.some(({ answer }) => answer.status === 429) && 'a rate limit refused some requests (429)',
      all.some(({ answer }) => answer.isEndless) && 'its answer does not end, so only its head was looked at',
      lacksToken && 'only a missing CSRF token refused a stranger; no page showed one'
    ]
    return texts.filter((text) => text !== false).map((text) => `${label}: ${text}`)
  })
}
