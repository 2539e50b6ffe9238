/** `injectFetch`: a `fetch` that calls an app by its `inject`. */

import type { Fetch } from '../../types/client.js'

interface Injected {
  readonly statusCode: number
  readonly statusMessage: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly rawPayload: Uint8Array
}

interface Injectable {
  inject: (options: { method: 'GET', url: string, headers: Record<string, string>, payload?: Buffer, signal: AbortSignal }) => Promise<Injected>
}

const WITHOUT_BODY = [204, 205, 304]
const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * A `fetch` for tests, which needs no socket: `createClient(routes, { fetch: injectFetch(app) })`. It follows redirects
 * as `fetch` does, within the app.
 */
export function injectFetch (app: Injectable): Fetch {
  return async (url, init) => await inject(app, new Request(new URL(url, 'http://localhost'), init), 20)
}

async function inject (app: Injectable, request: Request, redirectsLeft: number): Promise<Response> {
  request.signal.throwIfAborted()
  const payload = request.body === null ? undefined : Buffer.from(await request.clone().arrayBuffer())
  const { statusCode, statusMessage, headers, rawPayload } = await app.inject({
    // inject takes any method, but its type lists only the usual ones.
    method: request.method as 'GET',
    url: request.url,
    headers: Object.fromEntries(request.headers),
    signal: request.signal,
    ...payload !== undefined && { payload }
  }).catch((error: unknown) => {
    // fetch rejects with the reason itself, not with an error that has it as a cause.
    throw request.signal.aborted ? request.signal.reason : error
  })
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((line): [string, string] => [name, String(line)]))
  const body = WITHOUT_BODY.includes(statusCode) ? null : new Uint8Array(rawPayload)
  const response = new Response(body, { status: statusCode, statusText: statusMessage, headers: lines })
  const location = response.headers.get('location')
  if (location === null || request.redirect !== 'follow' || !REDIRECTS.includes(statusCode)) return response
  if (redirectsLeft === 0) throw new TypeError('fetch failed: too many redirects')
  return await inject(app, redirected(request, new URL(location, request.url), statusCode), redirectsLeft - 1)
}

/** A 303, or a 301 or 302 after a POST, becomes a GET. Other redirects repeat the request as it is. */
function redirected (request: Request, url: URL, status: number): Request {
  if (status !== 303 && (status > 303 || request.method !== 'POST')) return new Request(url, request)
  const { headers, signal } = request
  headers.delete('content-type')
  return new Request(url, { headers, signal })
}
