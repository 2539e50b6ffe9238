/** The ids that a walk has seen in the links, redirects and JSON of an app. */

import { encodeId } from '../routes/ids.js'
import { remember } from '../routes/objects.js'
import { optionalParams } from '../routes/params.js'
import type { Route, RouteParam } from '../../types/route.js'
import type { WalkRow } from './rows.js'
import type { Walk } from './walk.js'

const MOST = 20

export type Ids = ReturnType<typeof createIds>

export function createIds ({ rows, address }: Walk) {
  const known = new Map<string, Map<string, readonly string[]>>()

  /** Notes the ids of a record, and of those above it. */
  function add ({ params }: Route, texts: readonly string[]): void {
    for (let count = 1; count <= texts.length; count++) {
      const lists = remember(known, params.slice(0, count).map(keyOf).join('/'), () => new Map())
      if (lists.size < MOST) lists.set(texts.slice(0, count).join('\n'), texts.slice(0, count))
    }
  }

  /** Notes the ids of a URL, for its row and for those above it, and those in the data that it answers. */
  function learn (method: string, url: string, data?: unknown): void {
    const found = address.recognize(method, url)
    if (found === null) return
    const { route, params } = found
    // Without the last variables, if the path may end before them and does.
    const texts = route.params.map(({ name }) => params[name]).filter((text) => text !== undefined)
    add(route, texts)
    const member = rows.find((row) => isMemberOf(row.route, route))?.route
    if (member === undefined) return
    for (const item of itemsOf(data)) {
      const id: unknown = Object(item)[member.params.at(-1)?.property as string]
      if (typeof id !== 'string' && typeof id !== 'number') continue
      add(member, [...texts, String(id)].slice(-member.params.length))
    }
  }

  /** The texts of a row's variables, from several URLs; then those without its optional variables. */
  function textsOf ({ route }: WalkRow): ReadonlyArray<readonly string[]> {
    const keys = route.params.map(keyOf)
    const counts = [keys.length, ...optionalParams(route).map((_, omitted) => keys.length - 1 - omitted)]
    return counts.flatMap((count) =>
      count === 0 ? [[]] : [...known.get(keys.slice(0, count).join('/'))?.values() ?? []]
    )
  }

  /** The URLs of a row, with ids that somebody has seen. */
  function urlsOf (row: WalkRow): readonly string[] {
    return textsOf(row).map((texts) => address.urlOf(row, texts.map(encodeId)))
  }

  return { learn, textsOf, urlsOf }
}

/** Equal for variables of the same records: `posts.id`. */
function keyOf ({ name, of, property }: RouteParam): string {
  return `${of ?? name}.${property}`
}

/** Whether a row asks for a record of a list; a shallow one names the record alone. */
function isMemberOf (member: Route, { controller, params, resource }: Route): boolean {
  const above = member.params.slice(0, -1).map(keyOf).join()
  return (
    resource.place === 'collection' &&
    member.controller === controller &&
    member.resource.place === 'member' &&
    (above === '' || above === params.map(keyOf).join())
  )
}

/** The items of a list, or of the first list in an object; else the value alone. */
function itemsOf (value: unknown): readonly unknown[] {
  const list = [value, ...Object.values(Object(value) as object)].find((one) => Array.isArray(one))
  return (list as unknown[] | undefined)?.slice(0, MOST) ?? [value]
}
