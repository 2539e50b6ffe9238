/** `createClient`: the actions of controllers as functions that call them. */

import { createError } from '../errors.js'
import { refuseUnknownOptions } from '../helpers/urls/arguments.js'
import { readBase } from '../helpers/urls/origin.js'
import { anySite, buildUrl, createTargets } from '../helpers/urls/target.js'
import { isRedirecting } from '../routes/answer.js'
import { groupBy } from '../routes/group-by.js'
import { readTable } from '../routes/read.js'
import type { Client, ClientOptions } from '../../types/client.js'
import type { RoutesJson } from '../../types/json.js'
import type { Routes } from '../../types/mapper.js'
import type { Route } from '../../types/route.js'
import { readCall } from './call.js'
import { createInit } from './request.js'
import { readAnswer } from './response.js'

const OPTIONS = ['baseUrl', 'fetch', 'headers', 'credentials']

/**
 * The client of drawn routes, or of their JSON: `client.posts.update(1, { title: 'New' })`. It has the shape of the
 * controllers: `createClient<typeof routes, typeof controllers>(routes, { baseUrl: 'https://example.org' })`.
 *
 * `baseUrl` is an address, or a path where `fetch` knows the host, as in a browser. The client calls a `headers` function
 * for each call. `fetch` and `credentials` are those of the platform by default.
 *
 * Throws FST_RESOURCES_OPTIONS, FST_RESOURCES_JSON_VERSION and FST_RESOURCES_BASE_URL as `createUrlFor` does. A call
 * rejects with FST_RESOURCES_URL for invalid arguments, with a `ResponseError` for an answer that is not 2xx, and with
 * the errors of `fetch`.
 */
export function createClient<R extends Routes, K = {}> (routes: R | RoutesJson, options: ClientOptions = {}): Client<R, K> {
  refuseUnknownOptions(options, OPTIONS)
  const { origin, path } = readBase(options.baseUrl)
  const table = readTable(routes)
  const targetOf = createTargets(table, anySite(path))

  async function callAction (name: string, rows: readonly Route[], args: readonly unknown[]): Promise<unknown> {
    const faults: string[] = []
    const call = readCall(rows, args, faults)
    const url = call === undefined ? '' : buildUrl(targetOf(call.route), call, origin === null ? null : () => origin, faults)
    if (call === undefined || faults.length > 0) throw createError('FST_RESOURCES_URL', [`client.${name}()`, faults])
    const response = await (options.fetch ?? fetch)(url, await createInit(call, options))
    return await readAnswer(response, call.options.format !== undefined)
  }

  const answered = table.filter((route) => !isRedirecting(route))
  return Object.fromEntries(Array.from(groupBy(answered, ({ controller }) => controller), ([controller, rows]) => [
    controller,
    Object.fromEntries(Array.from(groupBy(rows, ({ action }) => action), ([action, rows]) => [
      action,
      async (...args: readonly unknown[]) => await callAction(`${controller}.${action}`, rows, args)
    ]))
  ])) as unknown as Client<R, K>
}
