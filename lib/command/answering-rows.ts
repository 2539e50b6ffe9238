/** What the table's own model tells of a request: the rows that answer, or what the nearest rows lack. */

import { didYouMean, oneOf, show } from '../text.js'
import {
  ALL_METHODS, chooseEnds, createRouter, defaultTexts, idFault, idFaultText, idRules, isWordless, pathHelper,
  pathSegments, takesHost
} from '../tools.js'
import type { Reached, Router } from '../tools.js'
import { createUrlFor } from '../urls.js'
import type { Method, Route, Routes } from '../urls.js'

export type SampleRequest = NonNullable<ReturnType<typeof readSampleRequest>>
export type AnsweringRow = ReturnType<typeof findAnswering>[number]
export type Near = ReturnType<typeof findNear>[number]

/** Reads `/posts/1` or `https://example.org/posts/1`; undefined for an invalid URL. */
export function readSampleRequest (asked: string, url: string) {
  const [, host, path = ''] = /^(?:https?:\/\/([^/?#]+))?(\/[^?#]*)?/i.exec(url) as RegExpExecArray
  const method = asked.toUpperCase()
  if (host === undefined && path === '') return undefined
  try {
    return { method, host, path, segments: path.slice(1).split('/').map(decodeURIComponent) }
  } catch {
    return undefined
  }
}

/** The rows that answer: one, or several where a condition is unknown for the request. */
export function findAnswering (routes: Routes, asked: SampleRequest) {
  const reached = reach(createRouter(routes.table), asked)
  return reached.filter((one) => idFaults(one, asked).length === 0).map((one) => {
    const { route: row, params, values } = one
    return {
      row,
      ids: Object.fromEntries(params.map((variable, place) => [variable, values[place] as string])),
      /** What `request.params` has beside the ids. */
      defaults: Object.fromEntries(defaultTexts(row).filter(([name]) => !params.includes(name))),
      format: values[params.length] ?? row.format,
      helper: helperCall(one, routes)
    }
  })
}

/** `postPath(1)`; null where no helper makes the path of a row, or it refuses the ids. */
function helperCall ({ route, params, values }: Reached, routes: Routes): string | null {
  const name = pathHelper(route, routes.table)
  if (name === null) return null
  const [ids, [format]] = [values.slice(0, params.length), values.slice(params.length)]
  const rest = format === undefined ? [] : [...route.params.slice(params.length).map(() => null), { format }]
  try {
    createUrlFor<any>(routes)[name as `${string}Path`](...ids, ...rest)
  } catch {
    return null
  }
  const texts = ids.map((id) => /^(?:0|[1-9]\d{0,14})$/.test(id) ? id : `'${escapeText(id)}'`)
  const restTexts = rest.map((one) => one === null ? 'null' : `{ format: '${one.format}' }`)
  return `${name}(${[...texts, ...restTexts].join(', ')})`
}

function escapeText (text: string): string {
  return text
    .replace(/['\\]/g, '\\$&')
    .replace(/\p{Cc}/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The ends of paths that the router comes to, of which `choose` gives the possible ones. */
function collect (
  router: Router, method: string, segments: readonly string[],
  choose: (ends: readonly Reached[]) => ReturnType<typeof chooseEnds<Reached>>
): readonly Reached[] {
  const found: Reached[] = []
  // HEAD comes with GET, by Fastify.
  router.recognize(method.replace('HEAD', 'GET') as Method, segments, (ends, values) => {
    const { possible, certain } = choose(ends.map((end) => ({ ...end, values })))
    found.push(...possible)
    return certain
  })
  return found
}

/** The rows that the router takes, before an app checks their ids. It goes on from an id that is too long. */
function reach (router: Router, asked: SampleRequest): readonly Reached[] {
  const isTooLong = (one: Reached): boolean => idFaults(one, asked).some(([fault]) => fault === 'length')
  return collect(router, asked.method, asked.segments, (ends) =>
    chooseEnds(ends.filter((one) => !isTooLong(one)), asked.host))
}

/** The router's default for the length of an id; an app may set another. */
const MAX_PARAM_LENGTH = 100

function idFaults ({ route, params, values }: Reached, { path }: SampleRequest) {
  const globUrl = path.slice(1).split('/').slice(pathSegments(route.path).length - 1).join('/')
  return idRules(route, MAX_PARAM_LENGTH).slice(0, params.length).flatMap((rule, place) => {
    const id = values[place] as string
    const fault = idFault(id, rule, globUrl)
    return fault === undefined ? [] : [[fault, idFaultText(fault, id, rule)] as const]
  })
}

/** The rows that lack least. A row that lacks nothing is behind one that the router takes first. */
export function findNear (table: readonly Route[], asked: SampleRequest) {
  const loose = table.map((row): Route => {
    const params = row.params.map((param) => ({ ...param, requirement: null }))
    return { ...row, params, formats: [], needsFormat: false }
  })
  const routers = [createRouter(table), createRouter(loose)]
  const all = similarPaths(table, asked).flatMap(({ segments, fault, extension }) => ALL_METHODS
    .flatMap((method) => routers.flatMap((router) =>
      collect(router, method, segments, (possible) => ({ possible, certain: undefined }))))
    .map(({ route, ...end }) => {
      const row = table[loose.indexOf(route)] ?? route
      const ids = idFaults({ ...end, route: row }, asked).map(([, text]) => text)
      const ending = extensionFault(row, extension ?? end.values[end.params.length])
      const faults = [fault, ending, ...ids, methodFault(row, asked), conditionFault(row, asked)]
      return { row, reasons: faults.filter((one) => one !== '') }
    }))
    .sort((one, other) => one.reasons.length - other.reasons.length)
  const near = table.flatMap((row) => all.find((one) => one.row === row) ?? [])
    .filter(({ reasons }) => reasons.length > 0)
  const fewest = Math.min(...near.map(({ reasons }) => reasons.length))
  return near.filter(({ reasons }) => reasons.length === fewest)
}

interface SimilarPath {
  readonly segments: readonly string[]
  readonly fault: string
  /** What it lacks of the path that is asked for. */
  readonly extension?: string | undefined
}

/** The path; without a slash at its end, or an extension; with another word. */
function similarPaths (table: readonly Route[], { segments }: SampleRequest): readonly SimilarPath[] {
  const last = segments.at(-1) as string
  const [, start, extension] = /^(.+)\.([^.]+)$/.exec(last) ?? []
  const all = table.flatMap(({ path }) => pathSegments(path))
  const words = [...new Set(all)].filter((word) => !/[:*]/.test(word))
  return [
    { segments, fault: '' },
    ...last === '' ? [{ segments: segments.slice(0, -1), fault: 'its path has no slash at the end' }] : [],
    ...start === undefined ? [] : [{ segments: segments.with(-1, start), fault: '', extension }],
    ...segments.flatMap((text, place) => words
      .filter((word) => word !== text && didYouMean(text, [word]) !== '')
      .map((word) => ({ segments: segments.with(place, word), fault: `'${text}' is not '${word}'` })))
  ]
}

function extensionFault ({ formats, needsFormat }: Route, extension: string | undefined): string {
  if (extension === undefined) return needsFormat ? `its path ends in an extension: ${oneOf(formats)}` : ''
  if (formats.length === 0) return `it takes no extension, such as '.${extension}'`
  return formats.includes(extension) ? '' : `its extension is ${oneOf(formats)}, not '${extension}'`
}

function methodFault ({ method, api }: Route, asked: SampleRequest): string {
  if (method === asked.method.replace('HEAD', 'GET')) return ''
  const isNamed = asked.method === 'POST' && method !== 'GET' && !api
  return `it answers ${method}, not ${asked.method}` +
    (isNamed ? `; a form reaches it with _method=${method.toLowerCase()}` : '')
}

function conditionFault ({ conditions: { host: wanted } }: Route, { host }: SampleRequest): string {
  const isMet = host === undefined || wanted === undefined || takesHost(wanted, host)
  return isMet ? '' : `its condition is host: ${show(wanted)}`
}

/**
 * The methods that an app names in its 405. None where it takes the method and an id is invalid, where no row
 * declares the path, nor of a row with a strategy of its own.
 */
export function methodsAllowed (table: readonly Route[], asked: SampleRequest): readonly string[] {
  const router = createRouter(table)
  if (reach(router, asked).length > 0) return []
  const reached = ALL_METHODS.flatMap((method) => reach(router, { ...asked, method }))
    .filter((one) => idFaults(one, asked).length === 0)
  if (reached.every(({ route }) => isWordless(route.path))) return []
  const methods = reached
    .filter(({ route }) => Object.keys(route.conditions).every((name) => ['host', 'version'].includes(name)))
    .flatMap(({ route: { method } }) => method === 'GET' ? [method, 'HEAD'] : [method])
  return [...new Set(methods)]
}
