/** `app.recognize`: finds the row that a request would reach, as `recognize_path` of Rails does. */

import type { FastifyInstance } from 'fastify'
import { createError } from '../../errors.js'
import { show } from '../../text.js'
import { ALL_METHODS } from '../../routes/actions.js'
import { isPlainObject } from '../../routes/objects.js'
import type { Recognized, RequestHeaders } from '../../../types/route.js'
import { findRow } from './declared-paths.js'
import { createComplete } from './params-hook.js'

const METHODS = [...ALL_METHODS, 'HEAD'] as const

const ADDRESS = /^https?:\/\/([^/?#]+)/i

/**
 * Gives `recognize(url, method = 'GET', headers = {})`, which throws FST_RESOURCES_URL for a URL that is
 * neither a path nor an address, for a method that is not text, and for headers that are no plain object.
 */
export function createRecognize (
  fastify: FastifyInstance
): (url: string, method?: string, headers?: RequestHeaders) => Recognized | null {
  return function recognize (url, method = 'GET', headers = {}) {
    const [address, host] = typeof url === 'string' ? (ADDRESS.exec(url) ?? ['']) : []
    if (address === undefined || (host === undefined && !url.startsWith('/'))) {
      fail(`expected a path that begins with a slash, or an http(s) address, got ${show(url)}`)
    }
    if (typeof method !== 'string') fail(`expected a method such as 'PUT', got ${show(method)}`)
    if (!isPlainObject(headers)) {
      fail(`expected headers such as { 'accept-version': '1.0.0' }, got ${show(headers)}`)
    }
    const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
    const path = url.slice(address.length).replace(/#.*/s, '')
    const asked = METHODS.find((one) => one === method.toUpperCase())
    const request = {
      url: path.startsWith('/') ? path : `/${path}`,
      headers: { ...Object.fromEntries(entries), ...(host !== undefined && { host }) }
    }
    const found = asked === undefined ? undefined : findRow(fastify, asked, request)
    if (found === undefined) return null
    const { route } = found.row
    const { format = route.format, ...params } = found.params as Record<string, string>
    createComplete(route)?.(params)
    return { route, params, format }
  }
}

function fail (fault: string): never {
  throw createError('FST_RESOURCES_URL', ['recognize()', [fault]])
}
