/** Makes the `fetch` request of a call. */

import type { CallOptions, ClientOptions } from '../../types/client.js'
import { isRaw } from './call.js'
import type { Call } from './call.js'

export async function createInit ({ route: { method }, body, options }: Call, { headers, credentials }: ClientOptions): Promise<RequestInit> {
  const { signal, format, headers: own } = options as CallOptions & { readonly format?: string }
  const isJson = body !== undefined && !isRaw(body)
  const all = new Headers({ accept: format === undefined ? 'application/json' : '*/*', ...isJson && { 'content-type': 'application/json' } })
  for (const given of [typeof headers === 'function' ? await headers() : headers, own]) {
    new Headers(given).forEach((value, name) => { all.set(name, value) })
  }
  return {
    method,
    headers: all,
    body: isJson ? JSON.stringify(body) : body as FormData,
    signal,
    credentials
  } as RequestInit
}
