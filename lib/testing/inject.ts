/** `injectFetch`: a `fetch` that calls an app by its `inject`. */

import { createError } from '../errors.js'
import { show } from '../text.js'
import { REDIRECT_STATUSES, readBaseUrl, refuseUnknownOptions } from '../tools.js'
import type { InjectFetch, InjectFetchOptions } from '../../types/walk-options.js'
import { cookieHeader, keepCookies } from './cookies.js'
import type { CookieJar } from './cookies.js'

interface Injected {
  readonly statusCode: number
  readonly statusMessage: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly stream: () => AsyncIterable<Uint8Array>
}

interface InjectOptions {
  readonly method: 'GET'
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: Uint8Array
  readonly signal: AbortSignal
  readonly payloadAsStream: true
}

interface Injectable {
  inject: (options: InjectOptions) => Promise<Injected>
}

/** A request, and where its redirects have led. */
interface Hop {
  readonly request: Request
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly payload: Buffer | undefined
}

const WITHOUT_BODY = [204, 205, 304]
const REDIRECTS: readonly number[] = REDIRECT_STATUSES
const MOST_REDIRECTS = 20

/**
 * A `fetch` for tests, which needs no socket: `createClient(routes, { fetch: injectFetch(app) })`. It takes
 * what `fetch` takes, and follows redirects, streams answers and aborts as it does.
 *
 * `origin` is the address of the app, from which relative URLs start; default: `http://localhost`, or that of
 * the URL. A URL or a redirect of another origin is a TypeError. With `cookies: true` it keeps the cookies of
 * the app.
 *
 * Throws FST_RESOURCES_OPTIONS for unknown and invalid options, and FST_RESOURCES_BASE_URL for an origin that
 * is no address.
 */
export function injectFetch (app: Injectable, options: InjectFetchOptions = {}): InjectFetch {
  refuseUnknownOptions(options, ['origin', 'cookies'])
  const { origin: address, cookies = false } = options
  const base = address === undefined ? undefined : readOrigin(address)
  if (typeof cookies !== 'boolean') {
    throw createError('FST_RESOURCES_OPTIONS', [[`cookies: expected true or false, got ${show(cookies)}`]])
  }
  return createFetch(app, base, cookies ? new Map() : undefined)
}

/** The same, with the cookies in `jar`. */
export function createFetch (app: Injectable, base?: string, jar?: CookieJar): InjectFetch {
  return async (input, init) => {
    const request = new Request(
      input instanceof Request ? input : new URL(input, base ?? 'http://localhost'),
      init
    )
    const origin = base ?? new URL(request.url).origin
    request.signal.throwIfAborted()
    // The whole body, since a redirect may repeat it.
    const payload = request.body === null
      ? undefined
      : Buffer.from(await untilAborted(request.signal, request.arrayBuffer()))
    let hop: Hop = {
      request,
      url: new URL(request.url),
      method: request.method,
      headers: request.headers,
      payload
    }
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      if (hop.url.origin !== origin) {
        throw new TypeError(`fetch failed: ${hop.url.origin} is not the app's origin ${origin}`)
      }
      const response = await inject(app, hop, request.credentials === 'omit' ? undefined : jar)
      const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null
      if (location === null || request.redirect === 'manual') {
        return withUrl(response, hop.url.href, redirects > 0)
      }
      if (request.redirect === 'error') {
        throw new TypeError(`fetch failed: unexpected redirect to ${location}`)
      }
      hop = redirected(hop, new URL(location, hop.url), response.status)
    }
    throw new TypeError('fetch failed: too many redirects')
  }
}

/** Rejects once it is aborted: a body that never ends, or an answer to a body, for which inject waits. */
async function untilAborted<T> (signal: AbortSignal, result: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => { reject(signal.reason) }, { once: true })
  })
  return await Promise.race([result, aborted])
}

function readOrigin (address: string): string {
  const { origin: { protocol, host }, path } = readBaseUrl(address)
  if (path === '') return `${protocol}://${host}`
  const expected = "expected an address without a path, such as 'https://example.org'"
  throw createError('FST_RESOURCES_OPTIONS', [[`origin: ${expected}, got ${show(address)}`]])
}

async function inject (
  app: Injectable, { request: { signal }, url, method, headers, payload }: Hop, jar?: CookieJar
): Promise<Response> {
  const cookies = [headers.get('cookie') ?? '', jar === undefined ? '' : cookieHeader(jar, url)].filter(
    (text) => text !== ''
  )
  // A body that nobody reads to its end aborts too. `AbortSignal.any` would keep the app forever, since
  // inject leaves its listener on the signal of a request without a body.
  const abort = new AbortController()
  signal.throwIfAborted()
  signal.addEventListener('abort', () => { abort.abort() }, { once: true })
  const injected = await untilAborted(signal, app.inject({
    // inject takes any method, but its type lists only the usual ones.
    method: method as 'GET',
    url: url.href,
    headers: {
      // inject would add the port of the protocol, and the host of a condition has none.
      host: url.host,
      ...Object.fromEntries(headers),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') })
    },
    signal: abort.signal,
    payloadAsStream: true,
    ...(payload !== undefined && { payload })
  })).catch((error: unknown) => {
    // fetch rejects with the reason itself, not with an error that has it as a cause.
    throw signal.aborted ? signal.reason : error
  })
  const { statusCode: status, statusMessage: statusText } = injected
  const lines = Object.entries(injected.headers).flatMap(([name, value]) =>
    [value].flat().map((line): [string, string] => [name, String(line)])
  )
  const hasBody = method !== 'HEAD' && !WITHOUT_BODY.includes(status)
  const response = new Response(hasBody ? streamOf(injected, signal, abort) : null, {
    status,
    statusText,
    headers: lines
  })
  if (jar !== undefined) keepCookies(jar, url, response.headers.getSetCookie())
  return response
}

/** The bytes of a body as they come. */
function streamOf (
  injected: Injected, signal: AbortSignal, abort: AbortController
): ReadableStream<Uint8Array> {
  const chunks = injected.stream()[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull (controller) {
      try {
        const { done = false, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(new Uint8Array(value as Uint8Array))
      } catch (error) {
        controller.error(signal.aborted ? signal.reason : error)
      }
    },
    cancel (reason) {
      abort.abort(reason)
    }
  })
}

/** A 303, or a 301 or 302 after a POST, becomes a GET. Other redirects repeat the request as it is. */
function redirected (hop: Hop, url: URL, status: number): Hop {
  const isRepeated = status > 303 || (status !== 303 && hop.method !== 'POST')
  if (isRepeated || hop.method === 'HEAD') return { ...hop, url }
  const headers = new Headers(hop.headers)
  for (const name of [
    'content-type', 'content-length', 'content-language', 'content-encoding', 'content-location'
  ]) {
    headers.delete(name)
  }
  return { ...hop, url, method: 'GET', headers, payload: undefined }
}

/** What only a real `fetch` can set. */
function withUrl (response: Response, href: string, isRedirected: boolean): Response {
  return Object.defineProperties(response, {
    url: { value: href },
    redirected: { value: isRedirected },
    clone: { value: () => withUrl(Response.prototype.clone.call(response), href, isRedirected) }
  })
}
