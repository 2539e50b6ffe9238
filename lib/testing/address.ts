/** The addresses of an app: which URLs are its own, and where a request for them goes. */

import type { FastifyInstance } from 'fastify'
import { stateOf } from '../fastify/state.js'
import type { WalkRow } from './rows.js'

/**
 * A URL of the app is its path and query (`/posts?page=2`), or a whole URL where a row names another host.
 */
export interface Address {
  /** The URL of a link on a page; undefined for another site, and for an invalid link. */
  readonly resolve: (link: string, page: string) => string | undefined
  /** Whether a link is one at all. */
  readonly isValid: (link: string, page: string) => boolean
  /** The path and the query to ask for. */
  readonly target: (url: string) => string
  /** The URL as a browser has it. */
  readonly browserUrl: (url: string) => URL
  /** The whole URL, as `recognize` takes it. */
  readonly whole: (url: string) => string
}

const LOCAL = 'localhost'

/** Of an app, by the option `baseUrl`, where a proxy removes its path, and by the hosts that rows name. */
export function createAddress (app: FastifyInstance, rows: readonly WalkRow[]): Address {
  const bases = stateOf(app).assignments.map(({ base }) => base)
  const main = bases.find((base) => base.origin !== null)?.origin ?? { protocol: 'http', host: LOCAL }
  const origin = `${main.protocol}://${main.host}`
  const { path } = bases[0] as typeof bases[number]
  const hosts = rows.map(({ headers }) => headers?.host).filter((host) => host !== undefined)
  const { host: mainHost, protocol } = new URL(origin)
  const own = new Set([mainHost, LOCAL, `${LOCAL}:80`, ...hosts])
  const browserUrl = (given: string): URL => {
    const url = new URL(given, origin)
    url.pathname = path + url.pathname
    return url
  }

  const isValid = (link: string, page: string): boolean => URL.canParse(link, browserUrl(page).href)

  return {
    resolve (link, page) {
      if (!isValid(link, page)) return undefined
      const url = new URL(link, browserUrl(page))
      if (
        !/^https?:$/.test(url.protocol) ||
        !own.has(url.host) ||
        !`${url.pathname}/`.startsWith(`${path}/`)
      ) {
        return undefined
      }
      const target = `${url.pathname.slice(path.length) || '/'}${url.search}`
      return hosts.includes(url.host) && url.host !== mainHost ? `${protocol}//${url.host}${target}` : target
    },
    isValid,
    target (url) {
      // As it is written, since the parser of URLs changes dot segments.
      return url.replace(/^https?:\/\/[^/?#]*/, '')
    },
    browserUrl,
    whole: (url) => url.startsWith('/') ? `${origin}${url}` : url
  }
}
