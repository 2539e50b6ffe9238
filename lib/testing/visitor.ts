/** Someone who asks: with headers, cookies, and the tokens of the forms that they were shown. */

import type { InjectOptions } from 'fastify'
import { cookieHeader, keepCookies } from '../client/cookies.js'
import type { CookieJar } from '../client/cookies.js'
import { createError } from '../errors.js'
import { inTime } from '../fastify/in-time.js'
import type { WalkVisitor } from '../../types/testing.js'
import { readPage } from './page.js'
import type { Field, PageForm, Page } from './page.js'
import type { Address } from './address.js'
import type { Fate, WatchedApp } from './watch.js'

export interface Answer extends Fate {
  /** 0 if none came in time. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The media type, without its parameters. */
  readonly type: string
  readonly body: string
  /** What it shows, if it is one of HTML. */
  readonly page?: Page
}

export interface Question {
  readonly method: string
  /** A path of the app, or a URL with another host of it. */
  readonly url: string
  /** Becomes JSON; undefined for none. */
  readonly body?: unknown
  /** A form in place of a body. */
  readonly form?: { readonly type: string, readonly text: string | Buffer }
  readonly headers?: Readonly<Record<string, string>>
}

export interface Visitor {
  readonly name: string
  readonly ask: (question: Question) => Promise<Answer>
  /** Sends a form of a page to a URL, each field with what `fill` gives. */
  readonly submit: (form: PageForm, url: string, fill: (field: Field) => string) => Promise<Answer>
  /**
   * Logs in, unless the session of the last time is still there; throws FST_RESOURCES_WALK if the app
   * refuses.
   */
  readonly signIn: () => Promise<void>
  /** Who begins with nothing but the page that shows tokens. */
  readonly twin: () => Promise<Visitor>
}

const TOKEN = /csrf|xsrf|token/i

const GUESSES: Readonly<Record<string, string>> = {
  email: 'a@example.org',
  number: '1',
  range: '1',
  date: '2026-01-01',
  month: '2026-01',
  week: '2026-W01',
  time: '12:00',
  'datetime-local': '2026-01-01T12:00',
  url: 'https://example.org/',
  tel: '+491234567',
  color: '#aabbcc',
  search: ''
}

/** A text for a field that no schema describes. */
export function guessValue ({ name, type, value }: Field): string {
  if (value !== '') return value
  return GUESSES[type] ?? `Text of ${name}`.slice(0, 20)
}

let lastNumber = 0

export function createVisitor (
  watched: WatchedApp, address: Address, name: string, how: WalkVisitor
): Visitor {
  const number = ++lastNumber
  const cookies: CookieJar = new Map()
  const tokens = new Map<string, string>()
  let tokenPage = ''
  let requests = 0
  let session: CookieJar | null = null

  async function ask ({ method, url, body, form, headers = {} }: Question): Promise<Answer> {
    const place = address.browserUrl(url)
    const cookie = [how.headers?.cookie, cookieHeader(cookies, place)].filter(Boolean).join('; ')
    requests++
    const request = {
      method: method as 'GET',
      url: address.target(url),
      // Another address each time, since rate limits are not what is asked for.
      remoteAddress: `10.${number & 255}.${(requests >> 8) & 255}.${requests & 255}`,
      headers: {
        host: place.host,
        accept:
          method === 'GET' || method === 'HEAD' ? 'text/html,*/*;q=0.8' : 'application/json,*/*;q=0.1',
        ...(form !== undefined && { 'content-type': form.type }),
        ...(form === undefined && body !== undefined && { 'content-type': 'application/json' }),
        ...(form === undefined && method !== 'GET' && tokenHeaders(tokens)),
        ...how.headers,
        ...(cookie !== '' && { cookie }),
        ...headers
      },
      ...(form !== undefined && { payload: form.text }),
      ...(form === undefined && body !== undefined && { payload: JSON.stringify(body) })
    }
    const answer = await inject(watched, request)
    keepCookies(cookies, place, answer.cookies)
    if (answer.page !== undefined) keepTokens(answer.page, url)
    return answer
  }

  function keepTokens ({ forms }: Page, url: string): void {
    const hidden = forms
      .flatMap(({ fields }) => fields)
      .filter((field) => field.type === 'hidden' && TOKEN.test(field.name))
    for (const field of hidden) tokens.set(field.name, field.value)
    if (hidden.length > 0) tokenPage = url
  }

  async function submit (form: PageForm, url: string, fill: (field: Field) => string): Promise<Answer> {
    const pairs = form.fields.map((field) => ({
      ...field,
      value: field.isFixed ? field.value : fill(field)
    }))
    const { origin } = address.browserUrl(url)
    return await ask({
      method: 'POST',
      url,
      form: form.isMultipart ? await multipart(pairs) : urlencoded(pairs),
      headers: { accept: 'text/html', origin, 'sec-fetch-site': 'same-origin' }
    })
  }

  async function signIn (): Promise<void> {
    if (session !== null && [...session].every(([key, { pair }]) => cookies.get(key)?.pair === pair)) return
    cookies.clear()
    tokens.clear()
    const before: CookieJar =
      how.page === undefined ? new Map() : await logIn(how.page, how.fields ?? {})
    const changed = [...cookies].filter(([key, { pair }]) => before.get(key)?.pair !== pair)
    session = new Map(changed.length === 0 ? cookies : changed)
  }

  /** Gives the cookies from before. */
  async function logIn (page: string, fields: Readonly<Record<string, string>>): Promise<CookieJar> {
    const shown = await ask({ method: 'GET', url: page })
    const names = Object.keys(fields)
    const form = shown.page?.forms.find(
      (one) => one.method === 'POST' && names.every((key) => one.fields.some((field) => field.name === key))
    )
    const url = form === undefined ? undefined : address.resolve(form.action, page)
    if (form === undefined || url === undefined) {
      fail(
        `the page ${page} answers ${shown.status}, without a form with ${names.join(', ')} for this site`
      )
    }
    const before = new Map(cookies)
    const answer = await submit(form, url, (field) => fields[field.name] ?? guessValue(field))
    const { status, headers: { location }, body } = answer
    const next = address.resolve(location ?? page, page)
    // Shows the page after it, which may remove the cookie of a message.
    if (next !== undefined) await ask({ method: 'GET', url: next })
    if (status >= 400 || cookies.size === 0) {
      fail(
        `${page} answers ${status}${cookies.size === 0 ? ' without a cookie' : ''}: ${body.slice(0, 100)}`
      )
    }
    return before
  }

  function fail (fault: string): never {
    throw createError('FST_RESOURCES_WALK', [`visitors.${name} cannot log in: ${fault}`])
  }

  async function twin (): Promise<Visitor> {
    const visitor = createVisitor(watched, address, name, how)
    if (tokenPage !== '') await visitor.ask({ method: 'GET', url: tokenPage })
    return visitor
  }

  return { name, ask, submit, signIn, twin }
}

type Request = Exclude<InjectOptions, string>

async function inject (
  { app, fates, timeout }: WatchedApp, request: Request
): Promise<Answer & { readonly cookies: readonly string[] }> {
  const response = await inTime(app.inject(request), timeout)
  if (response === undefined) {
    const error = new Error(`no answer within ${timeout} ms`)
    return { status: 0, headers: {}, type: '', body: '', cookies: [], ran: true, error }
  }
  const headers = response.headers as Record<string, string | undefined>
  const [type = ''] = String(headers['content-type'] ?? '').split(';')
  const fate = fates.get(response.raw.req) ?? { ran: false }
  const { statusCode: status, body } = response
  return {
    ...fate,
    ...(type === 'text/html' && { page: readPage(body) }),
    status,
    headers,
    type,
    body,
    cookies: [response.headers['set-cookie'] ?? []].flat()
  }
}

function tokenHeaders (tokens: ReadonlyMap<string, string>): Record<string, string> {
  const token = [...tokens.values()].at(-1)
  return token === undefined ? {} : { 'csrf-token': token }
}

type Pairs = ReadonlyArray<Pick<Field, 'name' | 'value' | 'type'>>

function queryOf (pairs: Pairs): string {
  return new URLSearchParams(pairs.map(({ name, value }): [string, string] => [name, value])).toString()
}

/** A form with the method GET replaces the query of its action. */
export function withQuery (url: string, pairs: Pairs): string {
  return `${url.replace(/\?.*/s, '')}?${queryOf(pairs)}`
}

function urlencoded (pairs: Pairs): NonNullable<Question['form']> {
  return { type: 'application/x-www-form-urlencoded', text: queryOf(pairs) }
}

async function multipart (pairs: Pairs): Promise<NonNullable<Question['form']>> {
  const data = new FormData()
  for (const { name, value, type } of pairs) {
    data.append(name, type === 'file' ? new File(['a file'], 'file.txt', { type: 'text/plain' }) : value)
  }
  const sent = new Response(data)
  return { type: sent.headers.get('content-type') as string, text: Buffer.from(await sent.arrayBuffer()) }
}
