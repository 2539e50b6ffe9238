/** Someone who asks: with headers, cookies, and the token of the form that they were shown last. */

import { cookieHeader, keepCookies } from '../client/cookies.js'
import type { CookieJar } from '../client/cookies.js'
import { createError } from '../errors.js'
import type { WatchedApp } from './app.js'
import type { Ids } from './ids.js'
import { fillForm, guessValue, readPage } from './page.js'
import { labelOf, outcomeOf, readJsonBody } from './steps.js'
import type { Question, Step } from './steps.js'
import type { Walk } from './walk.js'

export type Visitor = ReturnType<typeof createVisitor>

let requests = 0

export function createVisitor (walk: Walk, { send }: WatchedApp, ids: Ids, name: string) {
  const { address } = walk
  const how = walk.visitors[name] ?? {}
  const ownHeaders = Object.fromEntries(
    Object.entries(how.headers ?? {}).map(([key, value]) => [key.toLowerCase(), value])
  )
  const isNobody = how.page === undefined && how.headers === undefined
  const cookies: CookieJar = new Map()
  let token = ''
  let tokenPage = ''
  let session: CookieJar | null = null

  /** Asks the app, and notes what it tells: cookies, a token, ids. */
  async function ask (question: Question): Promise<Step> {
    const { method, url, body, payload } = question
    const asked = { ...question, row: question.row ?? walk.rowAt(method, url) }
    const label = labelOf(asked)
    const place = address.browserUrl(url)
    const cookie = [ownHeaders.cookie, cookieHeader(cookies, place)].filter(Boolean).join('; ')
    const isReading = method === 'GET' || method === 'HEAD'
    const json = body === undefined ? undefined : Response.json(body)
    const sent = payload === undefined ? json : new Response(payload)
    requests++
    const answer = await send({
      method: (payload === undefined ? method : 'POST') as 'GET',
      url,
      // Another address each time, since rate limits are not what is asked for.
      remoteAddress: `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
      headers: {
        host: place.host,
        accept: isReading ? 'text/html,*/*;q=0.8' : 'application/json,*/*;q=0.1',
        ...(!isReading && payload === undefined && token !== '' && { 'csrf-token': token }),
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
    const shown = answer.type === 'text/html' ? readPage(answer.body, url, address.resolve) : undefined
    if (shown?.token !== undefined) [token, tokenPage] = [shown.token, url]
    if (isNobody && !isReading) session = null
    const { location } = answer.headers
    const target = location === undefined ? undefined : address.resolve(location, url)
    if (answer.status < 400) {
      const isData = answer.type === 'application/json' && answer.status < 300
      ids.learn(method, url, isData ? readJsonBody(answer.body) : undefined)
      if (target !== undefined) ids.learn('GET', target)
    }
    return { ...asked, visitor: name, answer, target, shown, outcome: outcomeOf(answer, target, walk.logIn) }
  }

  /**
   * Logs in, unless the session of the last time is still there. Who has no identity starts over after each
   * request that writes, since a stranger may sign up. Throws FST_RESOURCES_WALK if the app refuses.
   */
  async function signIn (): Promise<void> {
    if (session !== null && [...session].every(([key, { pair }]) => cookies.get(key)?.pair === pair)) return
    cookies.clear()
    token = ''
    session = null
    if (how.page !== undefined) await logIn(how.page, how.fields ?? {})
    else if (tokenPage !== '') await ask({ kind: 'page', method: 'GET', url: tokenPage })
    session = new Map(how.page === undefined ? [] : cookies)
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

  async function logIn (page: string, given: Readonly<Record<string, string>>): Promise<void> {
    const { shown, answer: { status } } = await ask({ kind: 'page', method: 'GET', url: page })
    const names = Object.keys(given)
    const form = shown?.forms.find(({ written, fields }) =>
      written === 'POST' && names.every((name) => fields.some((field) => field.name === name))
    )
    if (form === undefined) {
      fail(`the page ${page} answers ${status}, without a form with ${names.join(', ')} for this site`)
    }
    const payload = fillForm(form, (field) => given[field.name] ?? guessValue(field))
    const { answer, target } = await ask({ kind: 'form', method: 'POST', url: form.url, payload })
    // Shows the page after it, which may remove the cookie of a message.
    await ask({ kind: 'page', method: 'GET', url: target ?? page })
    if (answer.status >= 400 || cookies.size === 0) {
      const lack = cookies.size === 0 ? ' without a cookie' : ''
      fail(`${page} answers ${answer.status}${lack}: ${answer.body.slice(0, 100)}`)
    }
  }

  function fail (fault: string): never {
    throw createError('FST_RESOURCES_WALK', [`visitors.${name} cannot log in: ${fault}`])
  }

  return { name, ask, signIn, canSignIn }
}
