/** Someone who asks: with headers, cookies, and the tokens of the forms that they were shown. */

import { text } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import { cookieHeader, keepCookies } from '../client/cookies.js'
import type { CookieJar } from '../client/cookies.js'
import { createError } from '../errors.js'
import { inTime } from '../fastify/in-time.js'
import type { WalkVisitor } from '../../types/testing.js'
import type { Fate, WatchedApp } from './app.js'
import { fillForm, guessValue, readPage } from './page.js'
import type { Field, Page, PageForm, Payload } from './page.js'
import type { Address } from './walk.js'

export interface Answer extends Fate {
  /** 0 if none came in time. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The media type, without its parameters. */
  readonly type: string
  /** The lines of `Set-Cookie`. */
  readonly cookies: readonly string[]
  /** `''` of an endless one. */
  readonly body: string
  /** Whether its head came, and its body did not end in time. */
  readonly isEndless?: boolean
  /** What it shows, if it is one of HTML. */
  readonly page?: Page
}

export interface Request {
  readonly method: string
  /** A path of the app, or a URL with another host of it. */
  readonly url: string
  /** Becomes JSON; undefined for none. */
  readonly body?: unknown
  /** A form in place of a body, which a browser sends by POST. */
  readonly payload?: Payload
  readonly headers?: Readonly<Record<string, string>>
  /** Whether its body would not end. */
  readonly isHeadEnough?: boolean
}

export type Visitor = ReturnType<typeof createVisitor>

interface VisitedApp {
  readonly watched: WatchedApp
  readonly address: Address
  /** How many milliseconds an answer may take. */
  readonly timeout: number
}

let lastNumber = 0

export function createVisitor (visited: VisitedApp, name: string, how: WalkVisitor) {
  const { address } = visited
  const number = ++lastNumber
  const ownHeaders = Object.fromEntries(
    Object.entries(how.headers ?? {}).map(([key, value]) => [key.toLowerCase(), value])
  )
  const isNobody = how.page === undefined && how.headers === undefined
  const cookies: CookieJar = new Map()
  let token = ''
  let tokenPage = ''
  let requests = 0
  let session: CookieJar | null = null

  async function ask (
    { method, url, body, payload, headers = {}, isHeadEnough = false }: Request
  ): Promise<Answer> {
    const place = address.browserUrl(url)
    const cookie = [ownHeaders.cookie, cookieHeader(cookies, place)].filter(Boolean).join('; ')
    const isReading = method === 'GET' || method === 'HEAD'
    const sent = payload ?? (body === undefined ? undefined : jsonOf(body))
    requests++
    const answer = await inject(visited, {
      method: (payload === undefined ? method : 'POST') as 'GET',
      // As it is written, since the parser of URLs changes dot segments.
      url: url.replace(/^https?:\/\/[^/?#]*/, ''),
      // Another address each time, since rate limits are not what is asked for.
      remoteAddress: `10.${number & 255}.${(requests >> 8) & 255}.${requests & 255}`,
      headers: {
        host: place.host,
        accept: isReading ? 'text/html,*/*;q=0.8' : 'application/json,*/*;q=0.1',
        ...(!isReading && payload === undefined && token !== '' && { 'csrf-token': token }),
        ...ownHeaders,
        ...(cookie !== '' && { cookie }),
        ...(sent !== undefined && { 'content-type': sent.type }),
        ...(payload !== undefined && fromPage(place)),
        ...headers
      },
      ...(sent !== undefined && { payload: sent.text })
    }, isHeadEnough)
    keepCookies(cookies, place, answer.cookies)
    const shown = answer.page?.forms.flatMap(({ fields }) => fields).findLast(isToken)
    if (shown !== undefined) [token, tokenPage] = [shown.value, url]
    if (isNobody && !isReading) session = null
    return answer
  }

  /**
   * Logs in, unless the session of the last time is still there. Who has no identity starts over after each
   * request that writes, since a stranger may sign up. Throws FST_RESOURCES_WALK if the app refuses.
   */
  async function signIn (): Promise<void> {
    if (session !== null && [...session].every(([key, { pair }]) => cookies.get(key)?.pair === pair)) return
    cookies.clear()
    token = ''
    session = new Map()
    if (how.page !== undefined) session = await logIn(how.page, how.fields ?? {})
    else if (tokenPage !== '') await ask({ method: 'GET', url: tokenPage })
  }

  /** Whether the account is still there. */
  async function canSignIn (): Promise<boolean> {
    try {
      await signIn()
      return true
    } catch {
      return false
    }
  }

  /** Gives the cookies of the session. */
  async function logIn (page: string, fields: Readonly<Record<string, string>>): Promise<CookieJar> {
    const shown = await ask({ method: 'GET', url: page })
    const names = Object.keys(fields)
    const form = shown.page?.forms.find((one) => hasFields(one, names))
    const url = form === undefined ? undefined : address.resolve(form.action, page)
    if (form === undefined || url === undefined) {
      fail(
        `the page ${page} answers ${shown.status}, without a form with ${names.join(', ')} for this site`
      )
    }
    const before = new Map(cookies)
    const payload = await fillForm(form, (field) => fields[field.name] ?? guessValue(field))
    const { status, headers: { location }, body } = await ask({ method: 'POST', url, payload })
    const next = address.resolve(location ?? page, page)
    // Shows the page after it, which may remove the cookie of a message.
    if (next !== undefined) await ask({ method: 'GET', url: next })
    if (status >= 400 || cookies.size === 0) {
      fail(
        `${page} answers ${status}${cookies.size === 0 ? ' without a cookie' : ''}: ${body.slice(0, 100)}`
      )
    }
    const changed = [...cookies].filter(([key, { pair }]) => before.get(key)?.pair !== pair)
    return new Map(changed.length === 0 ? cookies : changed)
  }

  function fail (fault: string): never {
    throw createError('FST_RESOURCES_WALK', [`visitors.${name} cannot log in: ${fault}`])
  }

  return { name, ask, signIn, canSignIn }
}

function isToken ({ type, name }: Field): boolean {
  return type === 'hidden' && /csrf|xsrf|token/i.test(name)
}

function hasFields ({ method, fields }: PageForm, names: readonly string[]): boolean {
  return method === 'POST' && names.every((name) => fields.some((field) => field.name === name))
}

/** What a browser says of a form on a page of the same site. */
function fromPage ({ origin }: URL): Record<string, string> {
  return { accept: 'text/html', origin, 'sec-fetch-site': 'same-origin' }
}

function jsonOf (body: unknown): Payload {
  return { type: 'application/json', text: JSON.stringify(body) }
}

async function inject (
  visited: VisitedApp, request: InjectOptions, isHeadEnough: boolean
): Promise<Answer> {
  const limit = new AbortController()
  const sent = { ...request, signal: limit.signal, payloadAsStream: true } as const
  const answer = await readAnswer(visited, sent, isHeadEnough)
    .catch(() => failed('its answer breaks off'))
  // Ends what the app still sends.
  limit.abort()
  return answer
}

async function readAnswer (
  { watched: { app, fateOf }, timeout }: VisitedApp,
  request: InjectOptions & { readonly payloadAsStream: true },
  isHeadEnough: boolean
): Promise<Answer> {
  const response = await inTime(app.inject(request), timeout)
  if (response === undefined) return failed(`no answer within ${timeout} ms`)
  const stream = response.stream()
  const read = isHeadEnough ? undefined : await inTime(text(stream), timeout)
  if (read === undefined) stream.destroy()
  const body = read ?? ''
  const { statusCode: status, raw } = response
  const headers = response.headers as Record<string, string | undefined>
  const [type = ''] = String(headers['content-type'] ?? '').split(';')
  const cookies = [response.headers['set-cookie'] ?? []].flat()
  const page = type === 'text/html' ? { page: readPage(body) } : {}
  const isEndless = read === undefined
  return { ...fateOf(raw.res.req), ...page, status, headers, type, cookies, body, isEndless }
}

function failed (message: string): Answer {
  const error = { name: 'Error', message }
  return { status: 0, headers: {}, type: '', cookies: [], body: '', ran: true, error }
}
