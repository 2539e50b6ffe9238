/** The built-in answer of a redirect row. */

import type { FastifyInstance } from 'fastify'
import { isRedirecting } from '../../routes/answer.js'
import { pathVariables } from '../../routes/path.js'
import { basedPieces } from '../../helpers/urls/target.js'
import type { Route } from '../../../types/route.js'
import type { ActionOptions } from '../controllers/index.js'
import { routerOptionsOf } from './router-options.js'

/** Undefined for a row that an action answers. `basePath` is the path of the `baseUrl`. */
export function redirectAction (route: Route, basePath: string, fastify: FastifyInstance): ActionOptions | undefined {
  if (!isRedirecting(route)) return undefined
  const { path, status } = route.redirect
  // What stands first is a slash and then text or an id, which is not empty: never the `//` of another host.
  const [start, ...pieces] = basedPieces(path, basePath)
  const variables = pathVariables(path)
  // Where the router takes the path to end.
  const delimiter = routerOptionsOf(fastify).useSemicolonDelimiter ? /[?#;]/ : /[?#]/
  return {
    schema: { hide: true },
    handler: function redirectRequest (request, reply) {
      const ids = request.params as Readonly<Record<string, string>>
      const location = pieces.reduce((url, piece, place) => url + encodeId(ids[variables[place] as string] as string) + piece, start as string)
      reply.redirect(location + queryOf(request.url, delimiter), status)
    }
  }
}

/** A glob keeps its slashes; no other id has one. */
function encodeId (id: string): string {
  return id.split('/').map(encodeURIComponent).join('/')
}

/** `?page=2` as it was sent, but for what no header may hold and the `#` that would begin a fragment; `''` for none. */
function queryOf (url: string, delimiter: RegExp): string {
  const end = url.search(delimiter)
  const query = end === -1 ? '' : url.slice(end + 1)
  return query === '' ? '' : `?${query.replace(/[^!-~]|#/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
}
