/** `createClient`: the actions of controllers as functions that call them. */

import { createError } from '../errors.js'
import { refuseUnknownOptions } from '../helpers/urls/arguments.js'
import { addQuery } from '../helpers/urls/query.js'
import { createTargets } from '../helpers/urls/join.js'
import type { Target } from '../helpers/urls/join.js'
import { buildPath, settingsWithoutApp } from '../helpers/urls/target.js'
import { isRedirecting } from '../routes/answer.js'
import { readBase } from '../routes/base-url.js'
import { readTable } from '../routes/read.js'
import type { Client, ClientOptions } from '../../types/typed-client.js'
import type { Route, RoutesJson } from '../../types/route.js'
import type { Routes } from '../../types/mapper.js'
import { readCall } from './call.js'
import type { ClientCall } from './call.js'
import { createInit } from './request.js'
import { ResponseError, readOutcome } from './response.js'
import type { Answered, Outcome } from './response.js'

const OPTIONS = ['baseUrl', 'fetch', 'headers', 'credentials']

type Args = readonly unknown[]

/**
 * The client of drawn routes, or of their JSON: `client.posts.update(1, { title: 'New' })`. It has the shape
 * of the controllers:
 * `createClient<typeof routes, typeof controllers>(routes, { baseUrl: 'https://example.org' })`.
 *
 * `baseUrl` is an address, or a path where `fetch` knows the host, as in a browser. The client calls a
 * `headers` function for each call. `fetch` and `credentials` are those of the platform by default.
 *
 * Throws FST_RESOURCES_OPTIONS, FST_RESOURCES_JSON_VERSION and FST_RESOURCES_BASE_URL as `createUrlFor` does.
 * A call rejects with FST_RESOURCES_URL for invalid arguments and for an action that the routes lack. It
 * rejects with a `ResponseError` for an answer that is not 2xx, or not of the kind that `as` says, and with
 * the errors of `fetch`. `client.posts.update.try(…)` resolves to `{ ok, status, body, response }` for all
 * answers but those of another kind.
 */
export function createClient<R extends Routes, K = {}> (
  routes: R | RoutesJson, options: ClientOptions = {}
): Client<R, K> {
  refuseUnknownOptions(options, OPTIONS)
  const { origin, path } = readBase(options.baseUrl)
  const start = origin === null ? '' : `${origin.protocol}://${origin.host}`
  const table = readTable(routes)
  const targetOf = createTargets(table, settingsWithoutApp(path))

  const top = createNode()
  for (const row of table) {
    if (isRedirecting(row)) continue
    let node = top
    for (const word of `${row.controller}/${row.action}`.split('/')) node = node.inside[word] ??= createNode()
    node.rows.push(row)
  }
  return createMember('client', top) as Client<R, K>

  /** A name with rows is a call; so is one that the table lacks, which rejects. */
  function createMember (name: string, { rows, inside }: Node): object {
    const members: Record<string | symbol, unknown> = {}
    for (const word in inside) members[word] = createMember(`${name}.${word}`, inside[word] as Node)
    const isCall = rows.length > 0 || Object.keys(inside).length === 0
    const made = isCall ? createCall(name, rows) : members
    return new Proxy(made, {
      // `await`, JSON and the language ask any object for some names.
      get: (_, word) =>
        members[word] ??
        (typeof word === 'symbol' || word in made || word === 'then' || word === 'toJSON'
          ? made[word as keyof object]
          : createMember(`${name}.${word}`, createNode()))
    })
  }

  function createCall (name: string, rows: readonly Route[]): object {
    async function attempt (args: Args): Promise<readonly [Answered, Outcome]> {
      const faults: string[] = []
      const call = readCall(rows, args, faults)
      const url = call && start + pathOf(targetOf(call.route), call, faults)
      const init = call && (await createInit(call, options, faults))
      if (url === undefined || init === undefined || faults.length > 0) {
        throw createError('FST_RESOURCES_URL', [`${name}()`, faults])
      }
      const response = await (options.fetch ?? fetch)(url, init)
      const answered = { method: init.method as string, url, response, key: call?.key }
      return [answered, await readOutcome(answered, call?.as)]
    }

    async function call (...args: Args): Promise<unknown> {
      const [answered, { ok, body }] = await attempt(args)
      if (!ok) throw new ResponseError(answered, body)
      return body
    }

    return Object.assign(call, { try: async (...args: Args) => (await attempt(args))[1] })
  }
}

function pathOf (target: Target, call: ClientCall, faults: string[]): string {
  const path = buildPath(target, call, faults)
  const { query } = call.options
  return query === undefined || query === null ? path : addQuery(path, query, faults, '')
}

/** What a name of the client leads to: the rows of an action, and the names after it. */
interface Node {
  readonly rows: Route[]
  readonly inside: Record<string, Node>
}

function createNode (): Node {
  // A controller may have the name of a property of all objects.
  return { rows: [], inside: Object.create(null) as Record<string, Node> }
}
