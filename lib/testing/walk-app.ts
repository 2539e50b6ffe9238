/** `walkApp`: uses an app as its visitors do, and reports what does not work. */

import { createError } from '../errors.js'
import { optionMistakes } from '../fastify/option-checks.js'
import type { OptionCheck } from '../fastify/option-checks.js'
import { show } from '../text.js'
import { groupBy, isPlainObject } from '../routes/objects.js'
import type { WalkFinding, WalkOptions, WalkResult } from '../../types/testing.js'
import { JOURNEYS } from './journeys.js'
import { LAWS, labelOf } from './laws.js'
import type { Law } from './laws.js'
import { REFUSED, isPast, isRefusal, isTokenFault, isValidation } from './outcome.js'
import { createWalk } from './walk.js'
import type { Walk } from './walk.js'
import type { CreateApp } from './watch.js'
import { STRANGER } from './world.js'
import type { Step } from './world.js'

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
  const walk = createWalk(createApp, options)
  const steps: Step[] = []
  for (const journey of JOURNEYS) steps.push(...await journey(walk, steps))
  const findings = [...LAWS.flatMap((law) => judge(law, steps, walk)), ...outdated(walk, steps)]
  const unproved = [...walk.unproved, ...unasked(steps, options), ...unclear(steps)]
  const lines = findings.map(
    ({ law, message, times }) => `${law}: ${message}${times > 1 ? ` (${times} times)` : ''}`
  )
  return {
    findings,
    access: accessOf(steps, walk),
    unproved,
    text: [...lines, ...unproved.map((text) => `unproved: ${text}`)].join('\n')
  }
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

const CHECKS: Readonly<Record<keyof WalkOptions, OptionCheck>> = {
  visitors: [
    `visitors by name, other than '${STRANGER}', each with headers, or with page and fields`,
    (value) =>
      isPlainObject(value) &&
      Object.entries(value).every(([name, how]) => name !== STRANGER && isPlainObject(how))
  ],
  open: ["a list of rows such as 'POST /session'", isTexts],
  start: ['a list of paths', isTexts],
  ignore: ['a regular expression', (value) => value instanceof RegExp],
  timeout: ['a number of milliseconds', (value) => Number(value) > 0],
  bodies: ["bodies by row, such as { 'POST /posts': { post: { … } } }", isPlainObject]
}

function refuseInvalid (createApp: unknown, options: WalkOptions): void {
  const mistakes = optionMistakes(options, CHECKS)
  if (typeof createApp !== 'function') {
    mistakes.push(`createApp: expected a function that gives a new app, got ${show(createApp)}`)
  }
  if (mistakes.length > 0) throw createError('FST_RESOURCES_OPTIONS', [mistakes])
}

/** One finding for each cause. */
function judge ({ name, isAbout, faultOf, causeOf }: Law, steps: readonly Step[], walk: Walk): WalkFinding[] {
  const faulty = steps.filter(isAbout).flatMap((step) => {
    const message = faultOf(step, walk)
    return message === undefined ? [] : [{ step, message }]
  })
  return Array.from(groupBy(faulty, ({ step }) => causeOf(step)).values(), (same) => {
    const { step, message } = same[0] as typeof faulty[number]
    return { law: name, row: labelOf(step), visitor: step.visitor, message, times: same.length }
  })
}

/** Rows of `open` that refuse strangers, or are gone. */
function outdated (walk: Walk, steps: readonly Step[]): WalkFinding[] {
  const writes = steps.filter(({ kind, visitor }) => kind === 'write' && visitor === STRANGER)
  return walk.open
    .filter((label) => !writes.some((step) => labelOf(step) === label && !isRefusal(step, walk)))
    .map((label): WalkFinding => ({
      law: 'stranger',
      row: label,
      visitor: STRANGER,
      message: `${label} is in open, but it refuses strangers or is gone; remove it`,
      times: 1
    }))
}

function accessOf (steps: readonly Step[], walk: Walk): Record<string, string[]> {
  const writes = groupBy(steps.filter(({ kind }) => kind === 'write'), labelOf)
  const namesOf = (label: string): string[] => {
    const past = (writes.get(label) as Step[]).filter((step) => isPast(step, walk))
    return [...new Set(past.map(({ visitor }) => visitor))].sort()
  }
  return Object.fromEntries([...writes.keys()].sort().map((label) => [label, namesOf(label)]))
}

/** Laws that no step is about. */
function unasked (steps: readonly Step[], { visitors }: WalkOptions): string[] {
  const laws = LAWS.filter(({ isAbout, isAsked = isAbout }) => !steps.some(isAsked)).map(
    ({ name, unasked }) => `${name}: ${unasked}`
  )
  return visitors === undefined ? [...laws, 'access: no visitors are given, so only a stranger asked'] : laws
}

/** Rows whose answers leave open who may use them. */
function unclear (steps: readonly Step[]): string[] {
  const writes = groupBy(steps.filter(({ kind }) => kind === 'write'), labelOf)
  const missing = [...writes].filter(([, all]) =>
    all.every(({ answer: { status, ran } }) => status === 404 && !ran)
  )
  const invalid = [...writes].filter(([, all]) =>
    all.some((step) => isValidation(step) && step.sent !== undefined) &&
    all.every((step) => isValidation(step) || REFUSED.includes(step.answer.status))
  )
  const limited = new Set(steps.filter(({ answer: { status } }) => status === 429).map(labelOf))
  const tokens = new Set(
    steps
      .filter((step) => step.visitor === STRANGER && step.kind === 'write' && isTokenFault(step))
      .map(labelOf)
  )
  return [
    ...missing.map(([label]) => `${label}: it answers 404 to everybody`),
    ...invalid.map(
      ([label]) => `${label}: its validation refuses the body that the walk found; give one in bodies`
    ),
    ...[...limited].map((label) => `${label}: a rate limit refused some requests (429)`),
    ...[...tokens].map(
      (label) => `${label}: only a missing CSRF token refused a stranger; no page showed one`
    )
  ]
}
