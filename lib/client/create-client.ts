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

  const rowsOf: Record<string, Record<string, Route[]>> = {}
  for (const row of table) {
    if (!isRedirecting(row)) ((rowsOf[row.controller] ??= {})[row.action] ??= []).push(row)
  }
  return withMissing(rowsOf, (controller, actions = {}) =>
    withMissing(actions, (action, rows = []) => createCall(`${controller}.${action}`, rows))
  ) as unknown as Client<R, K>

  function createCall (name: string, rows: readonly Route[]): object {
    async function attempt (args: Args): Promise<readonly [Answered, Outcome]> {
      const faults: string[] = []
      const call = readCall(rows, args, faults)
      const url = call && start + pathOf(targetOf(call.route), call, faults)
      const init = call && (await createInit(call, options, faults))
      if (url === undefined || init === undefined || faults.length > 0) {
        throw createError('FST_RESOURCES_URL', [`client.${name}()`, faults])
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

/**
 * What `create` makes of each value. Types may promise what an older JSON lacks: its call then tells that, in
 * place of a TypeError.
 */
function withMissing<T> (
  known: Readonly<Record<string, T>>, create: (name: string, value?: T) => object
): object {
  const made = Object.fromEntries(
    Object.entries(known).map(([name, value]) => [name, create(name, value)])
  )
  return new Proxy(made, {
    // `await`, JSON and the language ask any object for some names.
    get: (_, name) =>
      typeof name === 'symbol' || name in made || name === 'then' || name === 'toJSON'
        ? made[name as string]
        : create(name)
  })
}
