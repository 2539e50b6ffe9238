/** Finds the rows that answer a request, or the reasons why the nearest rows do not. */

import { didYouMean, oneOf, show } from '../text.js'
import { ALL_METHODS } from '../routes/actions.js'
import { idFault, idFaultText, idRules } from '../routes/ids.js'
import type { IdRule } from '../routes/ids.js'
import { namedRow, pathHelper } from '../routes/names.js'
import { defaultTexts, optionalParams, requirementOf } from '../routes/params.js'
import {
  escapePattern, isGlob, isWordless, pathSegments, pathVariables, splitVariables
} from '../routes/path.js'
import { createRouter } from '../routes/router.js'
import type { End, Reached, Router } from '../routes/router.js'
import type { Method, Route } from '../../types/route.js'
import { endsOfHost, takesHost } from './hosts.js'

/** A request, its path as decoded segments. */
export interface SampleRequest {
  readonly method: string
  /** Undefined where the URL has no host. */
  readonly host: string | undefined
  /** As the URL has it. */
  readonly path: string
  readonly segments: readonly string[]
}

/** A row that answers, if its conditions hold. */
export interface AnsweringRow {
  readonly row: Route
  readonly ids: Readonly<Record<string, string>>
  /** What `request.params` has beside the ids. */
  readonly defaults: Readonly<Record<string, string>>
  readonly format: string | null
  /** The call that makes the path: `postPath(1)`; null where no helper makes it. */
  readonly helper: string | null
}

/** A row that does not answer. */
export interface Near {
  readonly row: Route
  readonly reasons: readonly string[]
}

/** Fastify's default; an app may set another. */
const MAX_PARAM_LENGTH = 100

/** Reads `/posts/1` or `https://example.org/posts/1`; undefined for an invalid URL. */
export function readSampleRequest (method: string, url: string): SampleRequest | undefined {
  const [, host, path = ''] = /^(?:https?:\/\/([^/?#]+))?(\/[^?#]*)?/i.exec(url) as RegExpExecArray
  if (host === undefined && path === '') return undefined
  try {
    const segments = path === '/' || path === '' ? [] : path.slice(1).split('/').map(decodeURIComponent)
    return { method: method.toUpperCase(), host, path, segments }
  } catch {
    return undefined
  }
}

/** The rows that answer: one, or several where a condition is unknown for the request. */
export function findAnswering (table: readonly Route[], asked: SampleRequest): readonly AnsweringRow[] {
  const router = createRouter(table, (text) => text)
  const answering = reach(router, asked).filter((reached) => hasIds(reached, asked))
  return answering.map((reached) => {
    const { route: row, params, values } = reached
    const named = namedRow(row, table)
    const helper = isMadeBy(named, reached, router, asked) ? pathHelper(row, table) : null
    return {
      row,
      ids: Object.fromEntries(params.map((variable, place) => [variable, values[place] as string])),
      defaults: Object.fromEntries(defaultTexts(row).filter(([name]) => !params.includes(name))),
      format: values[params.length] ?? row.format,
      helper: helper === null ? null : `${helper}(${argumentsOf(reached).join(', ')})`
    }
  })
}

/** Whether a helper of another row makes the path of a request. Its row may require other ids. */
function isMadeBy (named: Route, { values }: Reached, router: Router, asked: SampleRequest): boolean {
  const made = router.find(routedSegments(asked), named)
  return made?.route === named && made.values.join('\0') === values.join('\0') && hasIds(made, asked)
}

/** As code has them: `1, { format: 'json' }`. */
function argumentsOf ({ route, params, values }: Reached): string[] {
  const given = values.slice(0, params.length).map((value) =>
    /^(?:0|[1-9]\d{0,14})$/.test(value) ? value : `'${escapeText(value)}'`
  )
  const extension = values[params.length]
  if (extension === undefined) return given
  return [...given, ...route.params.slice(params.length).map(() => 'null'), `{ format: '${extension}' }`]
}

function escapeText (text: string): string {
  return text
    .replace(/['\\]/g, '\\$&')
    .replace(/\p{Cc}/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Those of the root too. */
function routedSegments ({ segments }: SampleRequest): readonly string[] {
  return segments.length === 0 ? [''] : segments
}

/** The rows that the router takes for a request, before an app checks their ids. */
function reach (router: Router, asked: SampleRequest): readonly Reached[] {
  const found: Reached[] = []
  router.recognize(
    routedMethod(asked),
    routedSegments(asked),
    (ends, values) => {
      const fitting = endsOfHost(ends, asked.host).filter((end) => !isTooLong(end, values, asked))
      const certain = fitting.findLast(({ route }) => isCertain(route, asked))
      const possible = ends.filter(
        (end) => end === certain || (fitting.includes(end) && !isCertain(end.route, asked))
      )
      found.push(...possible.map((end) => ({ ...end, values })))
      return certain
    }
  )
  return found
}

function hasIds ({ route, params, values }: Reached, asked: SampleRequest): boolean {
  return params.every(
    (variable, place) => idReason(variable, values[place] as string, route, asked) === undefined
  )
}

/** Of all invalid ids, the router goes on from those that are too long. */
function isTooLong ({ route, params }: End, values: readonly string[], asked: SampleRequest): boolean {
  return params.some((variable, place) =>
    idFault(values[place] as string, ruleOf(variable, route), globUrl(route, asked)) === 'length')
}

/** The rows with the fewest faults. A row without any is behind one that the router takes first. */
export function findNear (table: readonly Route[], asked: SampleRequest): readonly Near[] {
  const near = table.flatMap((row) => {
    const faults = segmentFaults(row, asked)
    if (faults === undefined) return []
    const others = [methodFault(row, asked), conditionFault(row, asked)]
    const reasons = [...faults, ...others.filter((fault) => fault !== undefined)]
    return reasons.length === 0 ? [] : [{ row, reasons }]
  })
  const fewest = Math.min(...near.map(({ reasons }) => reasons.length))
  return near.filter(({ reasons }) => reasons.length === fewest)
}

/**
 * The methods that an app names in its 405. None where it takes the method and an id is invalid, nor where no
 * row declares the path.
 */
export function methodsAllowed (table: readonly Route[], asked: SampleRequest): readonly string[] {
  const router = createRouter(table, (text) => text)
  if (reach(router, asked).length > 0) return []
  const reached = ALL_METHODS.flatMap((method) => reach(router, { ...asked, method }))
    .filter((one) => hasIds(one, asked))
  if (reached.every(({ route }) => isWordless(route.path))) return []
  const methods = reached
    .filter(({ route }) => !hasOwnStrategy(route))
    .flatMap(({ route: { method } }) => method === 'GET' ? [method, 'HEAD'] : [method])
  return [...new Set(methods)]
}

/** Then an app does not know whether it answers, and names it in no 405. */
function hasOwnStrategy ({ conditions }: Route): boolean {
  return Object.keys(conditions).some((name) => name !== 'host' && name !== 'version')
}

function methodFault ({ method, api }: Route, asked: SampleRequest): string | undefined {
  if (method === routedMethod(asked)) return undefined
  const isNamed = asked.method === 'POST' && method !== 'GET' && !api
  const way = isNamed ? `; a form reaches it with _method=${method.toLowerCase()}` : ''
  return `it answers ${method}, not ${asked.method}${way}`
}

/** HEAD comes with GET, by Fastify. */
function routedMethod ({ method }: SampleRequest): Method {
  return method === 'HEAD' ? 'GET' : method as Method
}

function isCertain ({ conditions }: Route, { host }: SampleRequest): boolean {
  return Object.keys(conditions).every((name) => name === 'host' && host !== undefined)
}

function conditionFault ({ conditions }: Route, { host }: SampleRequest): string | undefined {
  const wanted = conditions.host
  if (host === undefined || wanted === undefined) return undefined
  return takesHost(wanted, host) ? undefined : `its condition is host: ${show(wanted)}`
}

function formatOf ({ formats }: Route, segments: readonly string[]): string | null {
  return formats.find((format) => segments.at(-1)?.endsWith(`.${format}`)) ?? null
}

/** Why the path of a row does not match; undefined where the two are too different. */
function segmentFaults (row: Route, asked: SampleRequest): string[] | undefined {
  const segments = pathSegments(row.path)
  const wanted = segments.slice(
    0,
    Math.max(asked.segments.length, segments.length - optionalParams(row).length)
  )
  const hasGlob = isGlob(wanted.at(-1) ?? '')
  const isOpen = !hasGlob && asked.segments.length === wanted.length + 1 && asked.segments.at(-1) === ''
  const closed = isOpen ? asked.segments.slice(0, -1) : asked.segments
  const given = hasGlob ? globbed(asked.segments, wanted.length) : closed
  if (given.length !== wanted.length) return undefined
  const format = formatOf(row, given)
  const found: string[] = []
  for (const [place, segment] of wanted.entries()) {
    const isLast = place === wanted.length - 1
    const text =
      isLast && format !== null
        ? (given[place] as string).slice(0, -format.length - 1)
        : (given[place] as string)
    const faults =
      variableFaults(segment, text, row, asked) ?? wordFaults(segment, text, isLast ? row : undefined)
    if (faults === undefined) return undefined
    found.push(...faults)
  }
  if (row.needsFormat && format === null && found.length === 0) {
    found.push(`its path ends in an extension: ${oneOf(row.formats)}`)
  }
  return isOpen ? [...found, 'its path has no slash at the end'] : found
}

/** A glob takes all that follows as one text. */
function globbed (segments: readonly string[], length: number): readonly string[] {
  return segments.length < length
    ? segments
    : [...segments.slice(0, length - 1), segments.slice(length - 1).join('/')]
}

/** Why a text of a request is an invalid id. */
function idReason (variable: string, text: string, row: Route, asked: SampleRequest): string | undefined {
  const rule = ruleOf(variable, row)
  const fault = idFault(text, rule, globUrl(row, asked))
  return fault && idFaultText(fault, text, rule)
}

/** The end of a URL that a glob takes. */
function globUrl ({ path: declared }: Route, { path }: SampleRequest): string {
  return path.slice(1).split('/').slice(pathSegments(declared).length - 1).join('/')
}

function ruleOf (variable: string, row: Route): IdRule {
  return idRules(row, MAX_PARAM_LENGTH).find((rule) => rule.variable === variable) as IdRule
}

/**
 * Why the texts of the variables of a segment are invalid ids; undefined where it has none, or the words
 * around them differ.
 */
function variableFaults (
  segment: string, text: string, row: Route, asked: SampleRequest
): string[] | undefined {
  const variables = pathVariables(segment)
  if (variables.length === 0) return undefined
  return variableTexts(segment, text, row)?.flatMap(
    (value, place) => idReason(variables[place] as string, value, row, asked) ?? []
  )
}

/** As the requirements divide a segment, else as its words do. */
function variableTexts (segment: string, text: string, { params }: Route): string[] | undefined {
  const parts = splitVariables(segment)
  const divide = (patternOf: (name: string) => string): string[] | undefined => {
    const sources = parts.map((part, place) => place % 2 === 0 ? escapePattern(part) : `(${patternOf(part)})`)
    return new RegExp(`^${sources.join('')}$`).exec(text)?.slice(1)
  }
  const anything = '[^]*?'
  return divide((name) => requirementOf(params, name) ?? anything) ?? divide(() => anything)
}

/** Undefined for words that are not similar. The last word of a `row` may have an extension. */
function wordFaults (word: string, text: string, row: Route | undefined): string[] | undefined {
  if (text === word) return []
  if (row !== undefined && text.startsWith(`${word}.`)) {
    return [
      row.formats.length === 0
        ? `it takes no extension, such as '${text.slice(word.length)}'`
        : `its extension is ${oneOf(row.formats)}, not '${text.slice(word.length + 1)}'`
    ]
  }
  return didYouMean(text, [word]) === '' ? undefined : [`'${text}' is not '${word}'`]
}
