/** The built-in answer of a redirect row. */

import type { FastifyInstance } from 'fastify'
import { isRedirecting } from '../../routes/answer.js'
import { encodeIds } from '../../routes/id-rules.js'
import { basedPieces, joinPieces, pathVariables } from '../../routes/path.js'
import type { Route } from '../../../types/route.js'
import type { ActionRouteOptions } from '../../controllers/controller-actions.js'
import { routerOptionsOf } from './router-options.js'

/** Undefined for a row that an action answers. `basePath` is the path of the `baseUrl`. */
export function redirectAction (
  route: Route, basePath: string, fastify: FastifyInstance
): ActionRouteOptions | undefined {
  if (!isRedirecting(route)) return undefined
  const { path, status } = route.redirect
  // A slash comes first, then text or an id that is not empty. So the result never begins with `//`, another
  // host.
  const pieces = basedPieces(path, basePath)
  const variables = pathVariables(path)
  // The characters that end the path for the router.
  const delimiter = routerOptionsOf(fastify).useSemicolonDelimiter ? /[?#;]/ : /[?#]/
  return {
    schema: { hide: true },
    handler: function redirectRequest (request, reply) {
      const ids = request.params as Readonly<Record<string, string>>
      const location = joinPieces(pieces, encodeIds(path, variables.map((name) => ids[name] as string)))
      reply.redirect(location + queryOf(request.url, delimiter), status)
    }
  }
}

/**
 * The query as the client sent it: `?page=2`. Escapes characters that are invalid in a header, and `#`, which
 * would begin a fragment.
 */
function queryOf (url: string, delimiter: RegExp): string {
  const end = url.search(delimiter)
  const query = end === -1 ? '' : url.slice(end + 1)
  return query === ''
    ? ''
    : `?${query.replace(/[^!-~]|#/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
}
