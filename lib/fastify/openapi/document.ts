/** Shapes a document: components have the names of their records, and queries and globs their style. */

import { globOf } from '../../routes/path.js'
import { wordOf } from '../openapi-options.js'
import type { DocumentedRoute, Shaper } from '../openapi-options.js'
import type { Names, Schema } from '../schemas/index.js'
import { shapeComponents, styleQueries } from './components.js'
import type { PreferredNames } from './components.js'
import { kDerived, kUnlessKnown } from './details.js'
import type { Details } from './responses.js'
import { inWordsOfVersion } from './versions.js'

export function createShaper (ids: ReadonlyMap<string, unknown>): Shaper {
  const rows = new Set<unknown>()
  let preferredNames: Names['preferredNames'] = new Map()
  return {
    noteRoute (route) {
      const { schema }: { schema?: Schema & { readonly [kDerived]?: Details } | undefined } = route
      const derived = schema?.[kDerived]
      if (derived !== undefined) {
        rows.add(schema?.operationId)
        preferredNames = derived.preferredNames
      }
      const hasQuery = /^3\.(?![01]\.)/.test(String(route.openapiObject?.openapi))
      const isKnown = hasQuery && schema?.hide === kUnlessKnown
      return { url: nameGlob(route), schema: isKnown ? { ...schema, hide: false } : schema }
    },
    shape (document) {
      if (!('openapiObject' in document)) return document
      const shaped = shapeComponents(document.openapiObject, componentNames(ids, preferredNames))
      return { openapiObject: inWordsOfVersion(styleQueries(shaped, rows)) }
    }
  }
}

/**
 * Finds the names of the plugin's components. @fastify/swagger moves the definitions of `Post` to `Post-Tag`.
 */
function componentNames (
  ids: ReadonlyMap<string, unknown>, preferredNames: Names['preferredNames']
): PreferredNames {
  const owners = [...ids.keys()].toSorted((one, other) => other.length - one.length)
  return function preferredNamesOf (component) {
    const owner = owners.find((name) => component === name || component.startsWith(`${name}-`)) ?? ''
    const rest = component.slice(owner.length)
    return preferredNames.get(ids.get(owner))?.map((preferred) => wordOf(preferred) + rest)
  }
}

/** The URL with a glob under the name of its parameter. */
function nameGlob ({ url, route: { config } }: DocumentedRoute): string {
  const glob = globOf(config?.resource?.path ?? '')
  return glob === undefined ? url : url.replace(/\*$/, `:${glob}`)
}
