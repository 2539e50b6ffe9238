/** A fresh app with its visitors, and the ids that they have seen in its links, redirects and JSON. */

import { encodeIds, optionalParams, remember } from '../tools.js'
import type { RequestHeaders, Route, RouteParam } from '../../types/route.js'
import type { WatchedApp } from './watched-app.js'
import type { WalkRow } from './walk-rows.js'
import { createVisitor } from './visitor.js'
import type { Walk } from './create-walk.js'

const MOST = 20

export type World = ReturnType<typeof createWorld>

export function createWorld (walk: Walk, { send }: WatchedApp) {
  const { rows, address } = walk
  /** The texts of variables, by the keys of these. */
  const known = new Map<string, Map<string, readonly string[]>>()
  const filled = new Set<WalkRow>()

  /** Notes the ids of a record, and of those above it. */
  function add (params: readonly RouteParam[], texts: readonly string[]): void {
    for (let count = 1; count <= texts.length; count++) {
      const lists = remember(known, keysOf(params.slice(0, count)), () => new Map())
      if (lists.size < MOST) lists.set(texts.slice(0, count).join('\n'), texts.slice(0, count))
    }
  }

  /**
   * Notes the ids of a URL, for its row and for those above it, and those in the data that it answers.
   * `headers` are those of the request that showed it.
   */
  function learn (method: string, url: string, headers?: RequestHeaders, data?: unknown): void {
    const found = address.locate(method, url, headers)
    if (found === null) return
    const { route, params } = found
    // Without the last variables, if the path may end before them and does.
    const texts = route.params.map(({ name }) => params[name]).filter((text) => text !== undefined)
    add(route.params, texts)
    const record = rows.map((row) => recordParams(row.route, route)).find((params) => params.length > 0) ?? []
    for (const id of idsIn(data, record.at(-1)?.property)) add(record, [...texts, id].slice(-record.length))
  }

  /** The texts of a row's variables, from several URLs; then those without its optional variables. */
  function textsOf ({ route }: WalkRow): ReadonlyArray<readonly string[]> {
    const { params } = route
    const counts = [params.length, ...optionalParams(route).map((_, omitted) => params.length - 1 - omitted)]
    return counts.flatMap((count) =>
      count === 0 ? [[]] : [...known.get(keysOf(params.slice(0, count)))?.values() ?? []]
    )
  }

  /** The URLs of a row, with ids that somebody has seen. */
  function urlsOf (row: WalkRow): readonly string[] {
    const urls = textsOf(row).map((texts) => address.urlOf(row, encodeIds(row.route.path, texts)))
    const asked = urls.filter((url) => !walk.isIgnored(url))
    if (asked.length === 0 && urls.length > 0) walk.leftOut.add(row.label)
    return asked
  }

  const visitors = new Map(walk.names.map((name) => [name, createVisitor(walk, send, learn, name)]))

  /**
   * Lets each visitor add a record to each list, once in an app, since the lists of programs may be empty.
   * What ends an account is no longer a list. Gives whether a list was new.
   */
  async function fill (lists: readonly WalkRow[]): Promise<boolean> {
    const { size } = filled
    for (const row of lists) {
      if (filled.has(row)) continue
      filled.add(row)
      for (const visitor of visitors.values()) {
        const [url] = urlsOf(row)
        if (url === undefined || !await visitor.canSignIn()) continue
        await visitor.ask({ kind: 'write', method: row.method, url, row, body: walk.sample(row) })
        if (!await visitor.canSignIn()) walk.lists.delete(row)
      }
    }
    return filled.size > size
  }

  // A row that writes may be the only one of its path.
  for (const method of new Set(rows.map((row) => row.method))) {
    for (const url of walk.start) learn(method, url)
  }

  return {
    walk,
    /** All by name, the stranger too. */
    visitors,
    textsOf,
    urlsOf,
    fill,
    filled
  }
}

/** Equal for variables of the same records: `posts.id`. */
function keysOf (params: readonly RouteParam[]): string {
  return params.map(({ name, of, property }) => `${of ?? name}.${property}`).join('/')
}

/** The variables by which a row names a record of a list, which a shallow row names alone; else none. */
function recordParams ({ params }: Route, list: Route): readonly RouteParam[] {
  const place = params.findIndex(({ of }) => of === list.controller)
  const above = keysOf(params.slice(0, place))
  const isOfList = list.resource.place === 'collection' && (above === '' || above === keysOf(list.params))
  return isOfList ? params.slice(0, place + 1) : []
}

/** Those of a record or of a list; else of the first of these in an object. */
function idsIn (value: unknown, property = ''): readonly string[] {
  const places = [value, ...Object.values(Object(value) as object)].map((one) =>
    [one].flat().slice(0, MOST).map((item) => Object(item)[property] as unknown)
      .filter((id) => typeof id === 'string' || typeof id === 'number').map(String)
  )
  return places.find((ids) => ids.length > 0) ?? []
}
