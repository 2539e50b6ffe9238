/** The laws: what each finds wrong with one step of the walk. */

import { answerText } from '../routes/answer.js'
import { isPlainObject } from '../routes/objects.js'
import type { WalkLaw } from '../../types/testing.js'
import { formFault, isPast, isRedirect, isRefusal, isValidation } from './outcome.js'
import { validatorOf } from './samples.js'
import type { RowSchema, WalkRow } from './rows.js'
import type { Answer } from './visitor.js'
import type { Walk } from './walk.js'
import { readJsonBody, STRANGER } from './world.js'
import type { Step } from './world.js'

export interface Law {
  readonly name: WalkLaw
  /** The steps that it is about. */
  readonly isAbout: (step: Step) => boolean
  /** Those that ask for it, if not all of them do. */
  readonly isAsked?: (step: Step) => boolean
  /** What is wrong with such a step; undefined if nothing is. */
  readonly faultOf: (step: Step, walk: Walk) => string | undefined
  /** Equal for faults of one cause. */
  readonly causeOf: (step: Step) => string
  /** Why no step asks for it. */
  readonly unasked: string
}

export const LAWS: readonly Law[] = [
  {
    name: 'link',
    isAbout: ({ kind }) => kind === 'link' || kind === 'head',
    isAsked: ({ kind }) => kind === 'link',
    faultOf: linkFault,
    causeOf: (step) =>
      step.kind === 'head' ? `head ${step.answer.status}` : `${labelOf(step)} ${step.answer.status}`,
    unasked: 'no page has a link'
  },
  {
    name: 'form',
    isAbout: ({ kind }) => kind === 'form',
    faultOf (step) {
      const fault = formFault(step, step.visitor === STRANGER)
      return fault === undefined
        ? undefined
        : `a form that ${step.page as string} shows ${step.visitor} ${fault}`
    },
    causeOf: (step) => `${labelOf(step)} ${step.answer.status} ${step.fault ?? ''}`,
    unasked: 'no page has a form'
  },
  {
    name: 'stranger',
    isAbout: isStrangers,
    faultOf: (step, walk) =>
      step.kind === 'write' && !walk.open.includes(labelOf(step)) && isOpen(step, walk)
        ? `${actionOf(step)} is open: a stranger gets ${step.answer.status}`
        : undefined,
    causeOf: labelOf,
    unasked: 'no row writes'
  },
  {
    name: 'late',
    isAbout: isStrangers,
    faultOf: lateFault,
    causeOf: (step) => `${labelOf(step)} ${step.kind}`,
    unasked: 'no row writes'
  },
  {
    name: 'crash',
    isAbout: () => true,
    faultOf (step) {
      const { status, body, error } = step.answer
      if (status !== 0 && status < 500) return undefined
      return `${shown(step)} gives ${step.visitor} ${status}: ${error?.message ?? body.slice(0, 100)}${placeOf(error)}`
    },
    causeOf: (step) => `${labelOf(step)}${placeOf(step.answer.error)}`,
    unasked: 'the app has no rows'
  },
  {
    name: 'answer',
    isAbout: ({ row }) => row !== undefined,
    isAsked: ({ row }) => row?.schema.response !== undefined,
    faultOf: answerFault,
    causeOf: labelOf,
    unasked: 'no row documents its answers'
  }
]

/** `POST /posts`; for a request that reaches no row, its method and path. */
export function labelOf ({ row, method, url }: Step): string {
  return row?.label ?? `${method} ${url.replace(/\?.*/s, '')}`
}

/** `POST /posts (posts#create)`, for a step that asks for a row. */
function actionOf ({ row }: Step): string {
  const { label, route } = row as WalkRow
  return `${label} (${answerText(route)})`
}

const MOST_TEXT = 160

function shown ({ method, url, sent }: Step): string {
  const body = sent === undefined ? '' : ` with ${JSON.stringify(sent).slice(0, MOST_TEXT)}`
  return `${method} ${url.slice(0, MOST_TEXT)}${body}`
}

/** The line of the app's own code that threw. */
function placeOf (error: Error | undefined): string {
  const line = error?.stack
    ?.split('\n')
    .find((one) => /^\s+at .*:\d+/.test(one) && !/node_modules|node:/.test(one))
  return line === undefined ? '' : `, ${line.trim()}`
}

function linkFault (step: Step): string | undefined {
  const { kind, page, url, visitor, got, fault, answer: { status } } = step
  if (fault !== undefined) return `${page ?? url} ${fault}`
  if (status === 429) return undefined
  if (kind === 'head') {
    const [head, whole] = [step.answer, got as Answer].map((answer) => `${answer.status} ${answer.type}`)
    return head === whole ? undefined : `HEAD ${url} answers ${head}, and GET ${whole}`
  }
  const mayAsk = status === 401 && visitor === STRANGER
  return (status >= 400 && !mayAsk) || status === 0
    ? `${page as string} shows ${visitor} a link to ${url}, which answers ${status}`
    : undefined
}

function isStrangers ({ kind, visitor }: Step): boolean {
  return visitor === STRANGER && ['write', 'empty', 'unguarded'].includes(kind)
}

function isOpen (step: Step, walk: Walk): boolean {
  return isPast(step, walk) || step.answer.status >= 500
}

function lateFault (step: Step, walk: Walk): string | undefined {
  const { kind, answer: { status, ran } } = step
  if (walk.open.includes(labelOf(step)) || isRefusal(step, walk) || ran) return undefined
  if (kind === 'unguarded' && status === 404) {
    return `${actionOf(step)} loads its record before it refuses: an unknown id gives a stranger 404`
  }
  if (kind !== 'unguarded' && isValidation(step)) {
    return `${actionOf(step)} validates before it ` +
      `refuses: ${kind === 'empty' ? 'an empty' : 'a valid'} body gives a stranger ${status}`
  }
  return undefined
}

function answerFault (step: Step): string | undefined {
  const { kind, method, row, answer: { status, type, body, sent, headers } } = step
  const isGood = status >= 200 && status < 300
  if (kind === 'unknown' && method !== 'DELETE' && isGood) {
    return `${shown(step)} answers ${status}, though no record has this id`
  }
  if (isRedirect(step.answer) && headers.location === undefined) {
    return `${shown(step)} answers ${status} without Location`
  }
  const documented = row?.schema.response
  if (!isGood || row === undefined || method === 'HEAD' || !isPlainObject(documented)) return undefined
  const schema = schemaOf(documented, status)
  const statuses = Object.keys(documented).filter((one) => one.startsWith('2'))
  if (schema === undefined) {
    const isData = type === 'application/json' || status === 204
    return statuses.length > 0 && isData
      ? `${shown(step)} answers ${status}, and its schema documents ${statuses.join(', ')}`
      : undefined
  }
  if (type !== 'application/json' || body === '') return undefined
  const value = readJsonBody(body)
  const fault = validatorOf(row, 'body', schema)(value)
  if (fault !== undefined) return `${shown(step)} answers what does not fit its schema: ${fault}`
  const lost = lostPart(sent, value)
  return lost === undefined ? undefined : `${shown(step)} loses what the action returned: ${lost}`
}

function schemaOf (documented: RowSchema, status: number): unknown {
  const first = String(status).charAt(0)
  const key = [String(status), `${first}xx`, `${first}XX`, 'default'].find((one) => Object.hasOwn(documented, one))
  const schema = key === undefined ? undefined : documented[key]
  const content = isPlainObject(schema) ? Object(schema.content)['application/json'] as unknown : undefined
  return isPlainObject(content) ? content.schema : schema
}

/**
 * The first value that the serializer replaced or left out; properties that it leaves out on purpose are not
 * lost.
 */
function lostPart (sent: unknown, seen: unknown, place = ''): string | undefined {
  if (sent === undefined || seen === undefined) return undefined
  if (typeof sent === 'object' && sent !== null && typeof seen === 'object' && seen !== null) {
    const keys = Object.keys(sent)
    const common = keys.filter((key) => Object.hasOwn(seen, key))
    if (keys.length > 0 && Object.keys(seen).length === 0) {
      return `all of ${keys.slice(0, 5).map((key) => `${place}/${key}`).join(', ')}`
    }
    return common
      .map((key) => lostPart(Object(sent)[key], Object(seen)[key], `${place}/${key}`))
      .find((part) => part !== undefined)
  }
  return isSame(sent, seen)
    ? undefined
    : `${place} is ${JSON.stringify(seen)}, and was ${JSON.stringify(sent)}`
}

/** Texts of numbers and beginnings of dates count as the same. */
function isSame (sent: unknown, seen: unknown): boolean {
  if (sent === null || seen === null) return sent === seen
  const [one, other] = [String(sent), String(seen)]
  return (
    one === other ||
    (typeof sent === 'string' && typeof seen === 'string' && one.startsWith(other) && other !== '')
  )
}
