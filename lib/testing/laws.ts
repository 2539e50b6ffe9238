/** The laws: what each finds wrong with one step of the walk. */

import { answerText, factsOf, isPlainObject } from '../tools.js'
import type { WalkLaw } from '../../types/walk-options.js'
import { replaceFiles } from './sample-files.js'
import { openNames } from './page.js'
import type { PageForm } from './page.js'
import type { WalkRow } from './walk-rows.js'
import { isRedirect, labelOf, pathOf, readJsonBody } from './steps.js'
import type { Step } from './steps.js'
import { validatorOf } from './row-validators.js'
import { STRANGER } from './create-walk.js'
import type { Walk } from './create-walk.js'

export interface Law {
  readonly name: WalkLaw
  readonly isAbout: (step: Step) => boolean
  /** What is wrong with such a step; undefined or false if nothing is. */
  readonly faultOf: (step: Step, walk: Walk, all: readonly Step[]) => string | false | undefined
  /** Equal for faults of one cause; default: of one row. */
  readonly causeOf?: (step: Step) => string
  /** What to say where no step is about it. */
  readonly unasked?: string
}

/** What tells whether a guard is late, by the kinds of steps. */
const PROBES: Readonly<Record<string, string>> = {
  write: 'a valid body', empty: 'an empty body', queried: 'an invalid query', unguarded: 'an unknown id'
}

export const LAWS: readonly Law[] = [
  {
    name: 'link',
    isAbout: ({ kind }) => kind === 'link',
    faultOf ({ page, url, visitor, fault, answer: { status } }) {
      const mayAsk = status === 429 || (status === 401 && visitor === STRANGER)
      const isDead = status === 0 || (status >= 400 && !mayAsk)
      return fault ?? (isDead && `${page as string} shows ${visitor} a link to ${url}, which answers ${status}`)
    },
    causeOf: rowAndStatus,
    unasked: 'no page has a link'
  },
  {
    name: 'link',
    isAbout: ({ kind, answer: { status } }) => kind === 'head' && status !== 429,
    faultOf ({ url, got, answer }) {
      const [head, whole] = [answer, got].map((one) => `${String(one?.status)} ${String(one?.type)}`)
      return head !== whole && `HEAD ${url} answers ${head as string}, and GET ${whole as string}`
    },
    causeOf: ({ answer: { status } }) => String(status)
  },
  {
    name: 'link',
    isAbout: ({ method, answer: { status } }) => method === 'GET' && status === 404,
    faultOf: ({ row, url }, { start, rows, startRow }, all) =>
      start.indexOf(url) > 0 &&
      all.every((one) => one.url !== url || one.method !== 'GET' || one.answer.status === 404) &&
      // A row that writes may have the path all the same, for its ids.
      (row !== undefined || rows.every(({ method }) => startRow(method, url) === undefined)) &&
      `start names ${url}, which answers 404 to everybody`,
    causeOf: ({ url }) => url
  },
  {
    name: 'form',
    isAbout: ({ kind }) => kind === 'form',
    faultOf (step) {
      const fault = formFault(step)
      return fault !== undefined && `a form that ${step.page as string} shows ${step.visitor} ${fault}`
    },
    causeOf: rowAndStatus,
    unasked: 'no page has a form'
  },
  {
    name: 'form',
    isAbout: ({ form, answer: { status } }) => form !== undefined && form.method !== 'GET' && status >= 400,
    faultOf ({ form, shown, visitor, answer: { status } }, { rowAt }) {
      const sent = form as PageForm
      const goalOf = ({ method, url }: PageForm): string => labelOf({ method, url, row: rowAt(method, url) })
      const back = shown?.forms.filter((one) => openNames(one) === openNames(sent)) ?? []
      const [goal, ...goals] = [sent, ...back].map(goalOf) as [string, ...string[]]
      return goals.length > 0 && !goals.includes(goal) &&
        `a form of ${visitor} to ${goal}, which answers ${status}, comes back as one to ${goals[0] as string}`
    },
    causeOf: rowAndStatus
  },
  {
    name: 'stranger',
    isAbout: ({ kind, visitor }) => kind === 'write' && visitor === STRANGER,
    faultOf (step, { open }) {
      const { outcome, answer: { status }, target } = step
      const isOpen = outcome === 'past' || status >= 500
      const place = target === undefined ? '' : ` to ${target}`
      return isOpen && !open.includes(labelOf(step)) &&
        `${actionOf(step)} is open: a stranger gets ${status}${place}`
    },
    unasked: 'no row writes'
  },
  {
    name: 'late',
    isAbout: ({ kind, visitor }) =>
      kind !== 'write' ? Object.hasOwn(PROBES, kind) : visitor === STRANGER,
    faultOf (step, { open }) {
      const { kind, outcome, answer: { status, ran, isRead } } = step
      // Whether validation refuses, and not a guard before it.
      const isLate = outcome === 'invalid' && isRead === true
      const isLoaded = kind === 'unguarded' && status === 404 && !ran
      const does = isLoaded ? 'loads its record' : `validates${kind === 'unguarded' ? ' its id' : ''}`
      return (isLate || isLoaded) && !open.includes(labelOf(step)) &&
        `${actionOf(step)} ${does} before it refuses: ${PROBES[kind] as string} gives a stranger ${status}`
    },
    causeOf: (step) => `${labelOf(step)} ${step.kind}`,
    unasked: 'no row writes'
  },
  {
    name: 'crash',
    isAbout: () => true,
    faultOf (step) {
      const { visitor, answer: { status, body, error } } = step
      const text = error?.message ?? body.slice(0, 100)
      return (status === 0 || status >= 500) &&
        `${shown(step)} gives ${visitor} ${status}: ${text}${placeOf(error)}`
    },
    causeOf: (step) => `${labelOf(step)}${placeOf(step.answer.error)}`
  },
  {
    name: 'answer',
    isAbout: ({ row, kind, answer }) => row !== undefined && kind === 'unknown' && isGood(answer),
    faultOf: (step) => step.method !== 'DELETE' &&
      `${shown(step)} answers ${step.answer.status}, though no record has this id`
  },
  {
    name: 'answer',
    isAbout: ({ row, kind, answer }) => row !== undefined && kind === 'page' && answer.status === 406,
    faultOf (step) {
      const { route, schema } = step.row as WalkRow
      const format = (factsOf(schema).formats ?? route.formats).find((one) => pathOf(step.url).endsWith(`.${one}`))
      return format !== undefined && `${shown(step)} answers 406, though its row has the format ${format}; ` +
        'add the function, or list what the action answers in its option formats'
    }
  },
  {
    name: 'answer',
    isAbout: ({ answer }) => isRedirect(answer),
    faultOf: (step) => step.answer.headers.location === undefined &&
      `${shown(step)} answers ${step.answer.status} without Location`
  },
  {
    name: 'answer',
    isAbout: ({ row }) => row?.schema.response !== undefined,
    faultOf: answerFault,
    unasked: 'no row documents its answers'
  }
]

function rowAndStatus (step: Step): string {
  return `${labelOf(step)} ${step.answer.status}`
}

/** `POST /posts (posts#create)`, for a step that asks for a row. */
function actionOf ({ row }: Step): string {
  const { label, route } = row as WalkRow
  return `${label} (${answerText(route)})`
}

const MOST_TEXT = 160

function shown ({ method, url, body }: Step): string {
  const texts = replaceFiles(body, ({ name, type }) => `${name} (${type})`)
  const sent = body === undefined ? '' : ` with ${JSON.stringify(texts).slice(0, MOST_TEXT)}`
  return `${method} ${url.slice(0, MOST_TEXT)}${sent}`
}

/** The line of the app's own code that threw. */
function placeOf (error: Error | undefined): string {
  const lines = error?.stack?.split('\n') ?? []
  const line = lines.find((one) => /^\s+at .*:\d+/.test(one) && !/node_modules|node:/.test(one))
  return line === undefined ? '' : `, ${line.trim()}`
}

/** Why a form that was sent as rendered is dead; undefined if it is not. */
export function formFault ({ answer, next, method, url, form, visitor, fault }: Step): string | undefined {
  const { status, ran, error } = answer
  if (form !== undefined && !/^(?:GET|POST)$/.test(form.written)) {
    return `has the method ${form.written}, which a browser sends as GET; name it in a field _method`
  }
  if (form?.isMultipart === false && form.fields.some(({ type }) => type === 'file')) {
    return `has a file, but no enctype="multipart/form-data", in its form to ${form.action}`
  }
  if (fault !== undefined) return fault
  const led = next?.answer.status ?? 0
  if (led >= 400 && led !== 401 && led !== 429) return `leads to ${next?.url as string}, which answers ${led}`
  // What an action says about the values is its own affair; what it says about the visitor, or the record, is
  // not.
  const isDead = ran
    ? [403, 404, 405].includes(status)
    : status >= 400 && status < 500 && status !== 429 && !(status === 401 && visitor === STRANGER)
  return isDead
    ? `sends ${method} ${url}, which answers ${status}${error === undefined ? '' : `: ${error.message}`}`
    : undefined
}

function isGood ({ status }: Step['answer']): boolean {
  return status >= 200 && status < 300
}

function answerFault (step: Step, { unproved }: Walk): string | false | undefined {
  const { method, row, answer } = step
  const { status, type, body, sent, shaped } = answer
  const documented = row?.schema.response
  if (row === undefined || method === 'HEAD' || !isPlainObject(documented)) return undefined
  const keys = Object.keys(documented)
  const digit = String(status).slice(0, 1)
  const statuses = keys.filter((one) => one.startsWith('2'))
  const others = isGood(answer) && statuses.length === 0 ? ['default'] : []
  const known = [String(status), `${digit}xx`, `${digit}XX`, ...others]
  const key = known.find((one) => keys.includes(one))
  const isData = type === 'application/json'
  if (key === undefined) {
    return isGood(answer) && statuses.length > 0 && (isData || status === 204) &&
      `${shown(step)} answers ${status}, and its schema documents ${statuses.join(', ')}`
  }
  const { content } = documented[key] as { readonly content?: Record<string, { readonly schema?: unknown }> }
  const plain = isData ? documented[key] : undefined
  const schema = content === undefined ? plain : content[type]?.schema
  if (schema === undefined || body === '' || !type.endsWith('json')) return undefined
  const value = readJsonBody(body)
  const faultOf = validatorOf(row, 'body', schema, row.strict) ?? validatorOf(row, 'body', schema)
  if (faultOf === undefined) unproved.add(`${row.label}: no validator reads its response schema for ${key}`)
  const fault = faultOf?.(value)
  if (fault !== undefined) return `${shown(step)} answers what does not fit its schema: ${fault}`
  const lost = lostPart(sent, value, shaped)
  return lost !== undefined && `${shown(step)} loses what the action returned: ${lost}`
}

/**
 * The first value that the serializer replaced or left out. A property that it leaves out on purpose is not
 * lost, nor is a value that a hook has changed (`shaped`).
 */
function lostPart (sent: unknown, seen: unknown, shaped: unknown, place = ''): string | undefined {
  if (sent === undefined || seen === undefined || isSame(sent, seen)) return undefined
  if (typeof sent !== 'object' || typeof seen !== 'object' || sent === null || seen === null) {
    const isChanged = shaped !== undefined && isSame(shaped, seen)
    return isChanged ? undefined : `${place} is ${JSON.stringify(seen)}, and was ${JSON.stringify(sent)}`
  }
  const keys = Object.keys(sent)
  if (keys.length > 0 && Object.keys(seen).length === 0) {
    return `all of ${keys.slice(0, 5).map((key) => `${place}/${key}`).join(', ')}`
  }
  return keys
    .map((key) => lostPart(Object(sent)[key], Object(seen)[key], Object(shaped)[key], `${place}/${key}`))
    .find((part) => part !== undefined)
}

/** Texts of numbers, beginnings of dates, and 1 for true count as the same. */
function isSame (sent: unknown, seen: unknown): boolean {
  if (typeof sent === 'object' || typeof seen === 'object') return sent === seen
  if (typeof sent === 'number' && typeof seen === 'boolean') return sent === Number(seen)
  const [one, other] = [String(sent), String(seen)]
  const areTexts = typeof sent === 'string' && typeof seen === 'string'
  return one === other || (areTexts && one.startsWith(other) && other !== '')
}
