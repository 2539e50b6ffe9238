/** What all apps of a walk share: read from the first of them, and from the options. */

import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.js'
import {
  addQuery, createRecognize, isWriting, joinPieces, literalPieces, pathsOf, readAppTable, stateOf
} from '../tools.js'
import { didYouMean } from '../text.js'
import type { Recognized, RequestHeaders } from '../../types/route.js'
import type { WalkOptions } from '../../types/walk-options.js'
import type { CreateApp, WatchedApp } from './watched-app.js'
import { readRows, rowLabel } from './walk-rows.js'
import type { WalkRow } from './walk-rows.js'
import { pathOf } from './steps.js'

export type Walk = Awaited<ReturnType<typeof createWalk>>

export const STRANGER = 'stranger'

const IDLE = 'ignore: no path that the walk saw matches it'

/** Throws FST_RESOURCES_OPTIONS for an app without trees, bodies of no row, and a start on another site. */
export async function createWalk (createApp: CreateApp, { app, routes }: WatchedApp, options: WalkOptions) {
  await readAppTable(app, 'walkApp()')
  const { visitors = {}, open = [], start = [], ignore, timeout = 3000, bodies = {} } = options
  /** What no request can show. */
  const unproved = new Set(ignore === undefined ? [] : [IDLE])
  function isIgnored (url: string): boolean {
    const isMet = ignore !== undefined && url.search(ignore) >= 0
    if (isMet) unproved.delete(IDLE)
    return isMet
  }
  const all = await readRows(routes, bodies)
  const rows = all.filter(({ label, route, headers }) => {
    const isOut = isIgnored(route.path)
    if (isOut) unproved.add(`${label}: its path matches ignore`)
    else if (headers === undefined) unproved.add(`${label}: no header of a request meets its conditions`)
    return !isOut && headers !== undefined
  })
  const address = createAddress(app, rows)
  const labels = all.filter(({ method }) => isWriting(method)).map(({ label }) => label)
  const senders = all.filter(({ method }) => method !== 'GET').map(({ label }) => label)
  // A body under another name would be sent nowhere, and nobody asks another site.
  const mistakes = [
    ...Object.keys(bodies).filter((name) => !senders.includes(name))
      .map((name) => `bodies: no row with a body is '${name}'${didYouMean(name, senders)}`),
    ...start.filter((url) => address.resolve(address.browserUrl(url).href, '/') === undefined)
      .map((url) => `start: expected paths of this app, got '${url}'`)
  ]
  if (mistakes.length > 0) throw createError('FST_RESOURCES_OPTIONS', [mistakes])
  const lists = new Set(
    rows.filter(({ method, route: { resource } }) => method === 'POST' && resource.place === 'collection')
      .sort((row, other) => row.route.params.length - other.route.params.length)
  )
  let made = 0

  function rowOf (method: string, found: Recognized | null): WalkRow | undefined {
    const label = found === null ? undefined : rowLabel(method.replace('HEAD', 'GET'), found.route)
    return rows.find((row) => row.label === label)
  }

  return {
    createApp,
    /** The labels of rows whose known URLs all matched `ignore`. */
    leftOut: new Set<string>(),
    rows,
    /** Those of all rows that write, also of those that nobody asks for. */
    labels,
    address,
    visitors,
    /** Of all visitors, the stranger first. */
    names: [STRANGER, ...Object.keys(visitors)],
    /** The paths of the pages that log in, where guards send strangers to. */
    logIn: Object.values(visitors).map(({ page = '' }) => pathOf(page)),
    open,
    start: ['/', ...start],
    isIgnored,
    timeout,
    /** Those that add a record to a list, without those that have ended an account. */
    lists,
    /** What only one app is asked for: pictures and scripts that are there, and other answers of a page. */
    asked: new Set<string>(),
    /** Rows and paths whose answers do not end. */
    endless: new Set<string>(),
    unproved,

    /** That of a request, which names a version only by its headers. */
    rowAt: (method: string, url: string, headers?: RequestHeaders) =>
      rowOf(method, address.recognize(method, url, headers)),

    /** That of a URL of `start`, whatever its version is. */
    startRow: (method: string, url: string) => rowOf(method, address.locate(method, url)),

    /** The rows that add the records which some rows name by an id, or list: first those above others. */
    listsOf (wanted: readonly WalkRow[]): readonly WalkRow[] {
      const all = new Set(wanted)
      for (const { method, route: { params, resource, controller } } of all) {
        const controllers = params.map(({ of }) => of)
        if (method === 'GET' && resource.place === 'collection') controllers.push(controller)
        for (const list of lists) if (controllers.includes(list.route.controller)) all.add(list)
      }
      return [...lists].filter((list) => all.has(list) && !wanted.includes(list))
    },

    /** A valid body for a row; undefined if it takes none, or none is found. */
    sample ({ label, method, schema, body }: WalkRow): unknown {
      if (Object.hasOwn(bodies, label)) return bodies[label]
      // A QUERY has a body, else it is a 400.
      if (schema.body === undefined) return method === 'QUERY' ? {} : undefined
      const value = body?.plain(++made)
      if (value === undefined) {
        unproved.add(`${label}: no valid body was found from its schema; give one in bodies`)
      }
      return value
    }
  }
}

const LOCAL = 'localhost'

/**
 * Of an app, by the option `baseUrl`, where a proxy removes its path, and by the hosts that rows name. A URL
 * of it is its path and query (`/posts?page=2`), or a whole URL where a row names another host.
 */
function createAddress (app: FastifyInstance, rows: readonly WalkRow[]) {
  const find = createRecognize(app)
  const bases = stateOf(app).assignments.map(({ base }) => base)
  const main = bases.find((base) => base.origin !== null)?.origin ?? { protocol: 'http', host: LOCAL }
  const { host: mainHost, protocol, origin } = new URL(`${main.protocol}://${main.host}`)
  const { path } = bases[0] as typeof bases[number]
  const hosts = rows.map(({ headers }) => headers?.host).filter((host) => host !== undefined)
  const versions = rows.map(({ headers }) => headers?.['accept-version']).filter((one) => one !== undefined)
  const choices = [...new Set(versions)].map((version) => ({ 'accept-version': version }))
  const ownHosts = new Set([mainHost, LOCAL, `${LOCAL}:80`, ...hosts])

  /** The URL as a browser has it. */
  function browserUrl (address: string): URL {
    const url = new URL(address, origin)
    url.pathname = path + url.pathname
    return url
  }

  /** The URL of a link on a page; undefined for another site, and for an invalid link. */
  function resolve (link: string, page: string): string | undefined {
    const from = browserUrl(page).href
    if (!URL.canParse(link, from)) return undefined
    const url = new URL(link, from)
    const isOwn = /^https?:$/.test(url.protocol) && ownHosts.has(url.host)
    if (!isOwn || !`${url.pathname}/`.startsWith(`${path}/`)) return undefined
    const target = `${url.pathname.slice(path.length) || '/'}${url.search}`
    return hosts.includes(url.host) && url.host !== mainHost ? `${protocol}//${url.host}${target}` : target
  }

  /** What a request would reach. */
  function recognize (method: string, url: string, headers?: RequestHeaders): Recognized | null {
    return find(url.startsWith('/') ? origin + url : url, method, headers)
  }

  /** The same for a URL that tells no version: with these headers, else with none, else with any version. */
  function locate (method: string, url: string, headers?: RequestHeaders): Recognized | null {
    for (const choice of [headers, undefined, ...choices]) {
      const found = recognize(method, url, choice)
      if (found !== null) return found
    }
    return null
  }

  /** The extensions that a URL may have, where it has none. */
  function formatsOf (method: string, url: string, headers?: RequestHeaders): readonly string[] {
    const found = recognize(method, url, headers)
    return found?.format === null && !url.endsWith('/') ? found.route.formats : []
  }

  /**
   * That of a row with these encoded texts in place of its variables, of which the last may be missing, and
   * with the query that it requires.
   */
  function urlOf ({ route, headers, query }: WalkRow, texts: readonly string[]): string {
    const { params, needsFormat, formats } = route
    const path = pathsOf(route)[params.length - texts.length] as string
    const filled = joinPieces(literalPieces(path), texts) + (needsFormat ? `.${formats[0] as string}` : '')
    const url = addQuery(filled, query?.needed() ?? {}, [])
    return headers?.host === undefined ? url : `${protocol}//${headers.host}${url}`
  }

  return { browserUrl, resolve, recognize, locate, formatsOf, urlOf }
}
