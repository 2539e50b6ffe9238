/** Someone who asks: with headers, cookies, and the token of the form that they were shown last. */

import type { WatchedApp } from './watched-app.js'
import { cookieHeader, keepCookies } from './cookies.js'
import type { CookieJar } from './cookies.js'
import { encodeBody } from './sample-files.js'
import { fillForm, guessValue, readPage } from './page.js'
import type { Token } from './page.js'
import { isPlainObject } from '../tools.js'
import type { RequestHeaders } from '../../types/route.js'
import { labelOf, outcomeOf, readJsonBody } from './steps.js'
import type { Question, Step } from './steps.js'
import type { Walk } from './create-walk.js'

export type Visitor = ReturnType<typeof createVisitor>

let requests = 0

/** `learn` notes the ids of a URL that a request with these headers showed, and of the data of its answer. */
export function createVisitor (
  walk: Walk, request: WatchedApp['send'],
  learn: (method: string, url: string, headers?: RequestHeaders, data?: unknown) => void, name: string
) {
  const { address } = walk
  const { headers, page, fields = {} } = walk.visitors[name] ?? {}
  const ownHeaders = Object.fromEntries(
    Object.entries(headers ?? {}).map(([key, value]) => [key.toLowerCase(), value])
  )
  const isNobody = page === undefined && headers === undefined
  const cookies: CookieJar = new Map()
  let token: Token | null = null
  let tokenPage = ''
  let session: ReadonlyArray<readonly [key: string, cookie: { readonly pair: string }]> | null = null
  /** Rows and paths that refuse a fresh session too. */
  const refusing = new Set<string>()

  /**
   * Asks the app. An app may end a session and leave its cookie: who is sent away logs in again and asks once
   * more, but for a form, whose page has the token of the old session.
   */
  async function ask (question: Question): Promise<Step> {
    const step = await sendWithToken(question)
    const label = labelOf(step)
    const isSentAway = step.outcome === 'refused' && !step.answer.ran && step.answer.status !== 403
    if (page === undefined || session === null || !isSentAway || refusing.has(label)) return step
    refusing.add(label)
    session = null
    const isBack = question.payload === undefined && await signIn() === undefined
    return isBack ? await sendWithToken(question) : step
  }

  /** An app may look for the token of a form in bodies alone. */
  async function sendWithToken (question: Question): Promise<Step> {
    const step = await send(question)
    const { kind, body = {} } = question
    const { code } = Object(step.answer.error) as { readonly code?: unknown }
    const isRefused = kind === 'write' && String(code).startsWith('FST_CSRF')
    if (!isRefused || token === null || !isPlainObject(body)) return step
    return await send({ ...question, body: { ...body, [token.name]: token.value } })
  }

  /** Notes what the app tells: cookies, a token, ids. */
  async function send (question: Question): Promise<Step> {
    const { method, url, body, payload } = question
    const asked = { ...question, row: question.row ?? walk.rowAt(method, url) }
    const label = labelOf(asked)
    const place = address.browserUrl(url)
    const cookie = [ownHeaders.cookie, cookieHeader(cookies, place)].filter(Boolean).join('; ')
    const isReading = method === 'GET' || method === 'HEAD'
    const encoded = body === undefined ? undefined : encodeBody(body)
    const sent = payload === undefined ? encoded : new Response(payload)
    requests++
    const answer = await request({
      method: (payload === undefined ? method : 'POST') as 'GET',
      url,
      // Another address each time, since rate limits are not what is asked for. RFC 2544 keeps 198.18.0.0/15
      // for benchmarks, so no app takes it for its own network.
      remoteAddress: `198.${18 + ((requests >> 16) & 1)}.${(requests >> 8) & 255}.${requests & 255}`,
      headers: {
        ...(!isReading && payload === undefined && asked.row?.required),
        host: place.host,
        ...(place.protocol === 'https:' && { 'x-forwarded-proto': 'https' }),
        accept: isReading ? 'text/html,*/*;q=0.8' : 'application/json,*/*;q=0.1',
        ...(!isReading && payload === undefined && token !== null && { 'csrf-token': token.value }),
        ...ownHeaders,
        ...(cookie !== '' && { cookie }),
        ...(sent !== undefined && { 'content-type': String(sent.headers.get('content-type')) }),
        // A form sends no headers of its own, and what a browser says of one on a page of the same site.
        ...(payload === undefined
          ? { ...asked.row?.headers, ...question.headers }
          : { accept: 'text/html', origin: place.origin, 'sec-fetch-site': 'same-origin' })
      },
      ...(sent !== undefined && { payload: Buffer.from(await sent.arrayBuffer()) })
    }, walk.timeout, walk.endless.has(label))
    if (answer.isEndless) walk.endless.add(label)
    keepCookies(cookies, place, [answer.headers['set-cookie'] ?? []].flat())
    const shown = answer.type === 'text/html' ? await readPage(answer.body, url, address.resolve) : undefined
    if (shown?.token !== undefined) [token, tokenPage] = [shown.token, url]
    if (isNobody && !isReading) session = null
    const { location } = answer.headers
    const target = location === undefined ? undefined : address.resolve(location, url)
    if (answer.status < 400) {
      const isData = answer.type.endsWith('json') && answer.status < 300
      learn(method, url, asked.row?.headers, isData ? readJsonBody(answer.body) : undefined)
      // Also where the answer will be no.
      for (const link of [target, ...shown?.links ?? []]) if (link !== undefined) learn('GET', link)
      for (const form of shown?.forms ?? []) learn(form.method, form.url)
    }
    return { ...asked, visitor: name, answer, target, shown, outcome: outcomeOf(answer, target, walk.logIn) }
  }

  /**
   * Logs in, unless the session of the last time is still there. Gives why the app refuses, or undefined. Who
   * has no identity starts over after each request that writes, since a stranger may sign up.
   */
  async function signIn (): Promise<string | undefined> {
    if (session?.every(([key, { pair }]) => cookies.get(key)?.pair === pair) === true) return undefined
    cookies.clear()
    token = null
    session = null
    if (page === undefined && tokenPage !== '') await look(tokenPage)
    const fault = page === undefined ? undefined : await logIn(page)
    if (fault === undefined) session = page === undefined ? [] : [...cookies]
    return fault
  }

  async function logIn (page: string): Promise<string | undefined> {
    const { shown, answer: { status } } = await look(page)
    const names = Object.keys(fields)
    const form = shown?.forms.find((one) =>
      one.written === 'POST' && names.every((name) => one.fields.some((field) => field.name === name))
    )
    if (form === undefined) {
      return `the page ${page} answers ${status}, without a form with ${names.join(', ')} for this site`
    }
    const payload = fillForm(form, guessValue, fields)
    const { answer, target } = await ask({ kind: 'form', method: 'POST', url: form.url, payload })
    // Shows the page after it, which may remove the cookie of a message.
    await look(target === undefined || walk.isIgnored(target) ? page : target)
    if (answer.status < 400 && cookies.size > 0) return undefined
    const lack = cookies.size === 0 ? ' without a cookie' : ''
    return `${page} answers ${answer.status}${lack}: ${answer.body.slice(0, 100)}`
  }

  /** Asks for a page that no link led to. */
  async function look (url: string): Promise<Step> {
    return await ask({ kind: 'page', method: 'GET', url })
  }

  return {
    name,
    ask,
    look,
    signIn,
    /** Whether the account is still there. */
    canSignIn: async () => await signIn() === undefined
  }
}
