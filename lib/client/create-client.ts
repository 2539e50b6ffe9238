/** `createClient`: the actions of controllers as functions that call them. */

import { createError } from '../errors.js'
import { refuseUnknownOptions } from '../urls/arguments.js'
import { addQuery } from '../urls/query.js'
import { WORDS } from '../urls/url-words.js'
import { createTargets } from '../urls/join.js'
import type { Target } from '../urls/join.js'
import { buildPath } from '../urls/target.js'
import { isRedirecting } from '../routes/answer.js'
import { readBase } from '../routes/base-url.js'
import { readTable } from '../routes/read.js'
import type { AnswerOptions, Client, ClientOptions } from '../../types/typed-client.js'
import type { Route, RoutesJson } from '../../types/route.js'
import type { Routes } from '../../types/mapper.js'
import { readCall } from './call.js'
import type { ClientCall } from './call.js'
import { createInit, versionPlace } from './request.js'
import { ResponseError, readOutcome } from './response.js'
import type { Answered, Outcome } from './response.js'

const LISTS = ['repeat', 'comma']

/** Options that an invalid value would switch off in silence. An undefined `ifMatch` would too. */
const VALUES = {
  version: (value: unknown): boolean => value === undefined || isText(value),
  lists: (value: unknown): boolean => value === undefined || LISTS.includes(value as string),
  ifMatch: isText
} as const

const OPTIONS = ['baseUrl', 'fetch', 'headers', 'credentials', 'version', 'lists', 'ifMatch']

type Args = readonly unknown[]

/**
 * The client of drawn routes, or of their JSON: `client.posts.update(1, { title: 'New' })`. It has the shape
 * of the controllers:
 * `createClient<typeof routes, typeof controllers>(routes, { baseUrl: 'https://example.org' })`. A third type
 * `{ problems: true }` says so of the plugin's option.
 *
 * `baseUrl` is an address, or a path where `fetch` knows the host, as in a browser. The client calls a
 * `headers` function for each call. `fetch` and `credentials` are those of the platform by default. `version`
 * chooses among rows under a version, and `lists` how a query has its lists.
 *
 * Throws FST_RESOURCES_OPTIONS, FST_RESOURCES_JSON_VERSION and FST_RESOURCES_BASE_URL as `createUrlFor` does.
 * A call rejects with FST_RESOURCES_URL for invalid arguments and for an action that the routes lack. It
 * rejects with a `ResponseError` for an answer that is not 2xx, or not of the kind that `as` says, and with
 * the errors of `fetch`. `client.posts.update.try(…)` resolves to `{ ok, status, body, response }` for all
 * answers but those of another kind.
 */
export function createClient<R extends Routes, K = {}, O extends AnswerOptions = {}> (
  routes: R | RoutesJson, settings: ClientOptions<K> = {}
): Client<R, K, O> {
  const options = checkOptions(settings)
  const { origin, path } = readBase(options.baseUrl)
  const start = origin === null ? '' : `${origin.protocol}://${origin.host}`
  const table = readTable(routes)
  if (options.ifMatch !== undefined && !table.some((row) => versionPlace(row) !== -1)) {
    throw createError('FST_RESOURCES_OPTIONS', [[WORDS.idleIfMatch()]])
  }
  const targetOf = createTargets({ basePath: path })

  const rowsOf: Record<string, Route[]> = {}
  const wordsIn: Record<string, Set<string>> = {}
  for (const row of table) {
    if (isRedirecting(row) || !isOfVersion(row, options.version)) continue
    let name = 'client'
    for (const word of `${row.controller}/${row.action}`.split('/')) {
      (wordsIn[name] ??= new Set()).add(word)
      name += `/${word}`
    }
    (rowsOf[name] ??= []).push(row)
  }
  return createMember('client') as Client<R, K, O>

  /** A name with rows is a call; so is one that the table lacks, which rejects. */
  function createMember (name: string): object {
    const members: Record<string | symbol, unknown> = {}
    for (const word of wordsIn[name] ?? []) members[word] = createMember(`${name}/${word}`)
    const made = wordsIn[name] && !rowsOf[name] ? members : createCall(name)
    return new Proxy(made, {
      // `await`, JSON and the language ask any object for some names.
      get: (_, word) =>
        members[word] ??
        (typeof word === 'symbol' || word in made || word === 'then' || word === 'toJSON'
          ? made[word as keyof object]
          : createMember(`${name}/${word}`))
    })
  }

  function createCall (name: string): object {
    async function attempt (args: Args): Promise<readonly [Answered, Outcome]> {
      const faults: string[] = []
      const refuse = (): never => {
        throw createError('FST_RESOURCES_URL', [`${name.replaceAll('/', '.')}()`, faults])
      }
      const call = readCall(rowsOf[name] ?? [], args, faults) ?? refuse()
      const url = start + pathOf(targetOf(call.route), call, faults, options)
      const init = await createInit(call, options, faults)
      if (faults.length > 0) refuse()
      const response = await (options.fetch ?? fetch)(url, init)
      const answered = { method: call.route.method, url, response, key: call.key }
      return [answered, await readOutcome(answered, call.as)]
    }

    async function call (...args: Args): Promise<unknown> {
      const [answered, { ok, body }] = await attempt(args)
      if (!ok) throw new ResponseError(answered, body)
      return body
    }

    return Object.assign(call, { try: async (...args: Args) => (await attempt(args))[1] })
  }
}

function isText (value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

/** Throws FST_RESOURCES_OPTIONS. */
function checkOptions (settings: object): ClientOptions {
  const options = settings as ClientOptions
  refuseUnknownOptions(options, OPTIONS)
  const faults = (['version', 'lists', 'ifMatch'] as const)
    .filter((name) => name in options && !VALUES[name](options[name]))
    .map((name) => WORDS[name](options[name]))
  if (faults.length > 0) throw createError('FST_RESOURCES_OPTIONS', [faults])
  return options
}

/** Its query has lists as `?a[]=1&a[]=2`, or `?a=1&a=2`, or `?a=1,2`. */
function pathOf (target: Target, call: ClientCall, faults: string[], { lists }: ClientOptions): string {
  const path = buildPath(target, call, faults)
  const query = addQuery('', call.options.query ?? {}, faults, '')
  const short = lists === 'comma' ? query.replace(/&([^=&]*\[\]=)(?<=[?&]\1[^&]*&\1)/g, ',') : query
  return path + (lists === undefined ? query : short.replaceAll('[]=', '='))
}

/** Whether `2` means the version of a row, such as 2.0.0. A row without a version is of each. */
function isOfVersion ({ conditions: { version: own } }: Route, version: string | undefined): boolean {
  return version === undefined || typeof own !== 'string' || `${own}.`.startsWith(`${version}.`)
}
