/** The ids that a walk has seen in links, redirects and JSON. */

import type { Recognized, Route } from '../../types/route.js'
import { remember } from '../routes/objects.js'
import { optionalParams } from '../routes/params.js'
import { keyOf } from './rows.js'
import type { WalkRow } from './rows.js'

interface KnownIds {
  /** Notes the ids of a URL, for its row and for those above it. */
  readonly learn: (recognized: Recognized) => void
  /** Notes the ids of records in the JSON of a list, or of a new record. */
  readonly learnFrom: (recognized: Recognized, value: unknown) => void
  /** The texts of a row's variables, from several URLs; then those without its optional variables. */
  readonly find: (route: Route) => ReadonlyArray<readonly string[]>
}

const MOST = 20

export function createIds (rows: readonly WalkRow[]): KnownIds {
  const known = new Map<string, Map<string, readonly string[]>>()

  function add (keys: readonly string[], texts: readonly string[]): void {
    const lists = remember(known, keys.join('/'), () => new Map<string, readonly string[]>())
    if (lists.size < MOST) lists.set(texts.join('\n'), texts)
  }

  function addAll (route: Route, texts: readonly string[]): void {
    const keys = route.params.map(keyOf).slice(0, texts.length)
    for (let count = 1; count <= texts.length; count++) add(keys.slice(0, count), texts.slice(0, count))
    // A shallow row names the record alone.
    if (texts.length > 1) add(keys.slice(-1), texts.slice(-1))
  }

  /** Without the last variables, if the path may end before them and does. */
  function textsOf ({ route, params }: Recognized): string[] {
    const texts = route.params.map(({ name }) => params[name])
    return texts.filter((text) => text !== undefined)
  }

  return {
    learn (recognized) {
      addAll(recognized.route, textsOf(recognized))
    },
    learnFrom (recognized, value) {
      const { route } = recognized
      const above = textsOf(recognized)
      const member = rows.find((row) => isMemberOf(row.route, route))?.route
      if (member === undefined) return
      const { property } = member.params.at(-1) as { property: string }
      for (const item of itemsOf(value)) {
        const id = Object(item)[property] as unknown
        if (typeof id === 'string' || typeof id === 'number') addAll(member, [...above, String(id)])
      }
    },
    find (route) {
      const keys = route.params.map(keyOf)
      const counts = keys.map((_, omitted) => keys.length - omitted).concat(0)
      return counts.slice(0, optionalParams(route).length + 1).flatMap((count) =>
        count === 0 ? [[]] : [...known.get(keys.slice(0, count).join('/'))?.values() ?? []]
      )
    }
  }
}

function isMemberOf (member: Route, { controller, params, resource }: Route): boolean {
  return (
    resource.place === 'collection' &&
    member.controller === controller &&
    member.resource.place === 'member' &&
    member.params.length === params.length + 1 &&
    params.every((name, place) => member.params[place] === name)
  )
}

/** The items of a list, or of the first list in an object; else the value alone. */
function itemsOf (value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, MOST)
  const list = Object.values(Object(value) as object).find((one) => Array.isArray(one)) as
    unknown[] | undefined
  return list?.slice(0, MOST) ?? [value]
}
