/** The formats that an action answers, of those that its rows have. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { show } from '../../text.js'
import { answerText } from '../../routes/answer.js'
import { remember } from '../../routes/objects.js'
import { factsOf } from '../layers/index.js'
import type { Layer, Registering } from '../layers/index.js'

/** Rows without formats, such as the root, leave out those of their action, unless no row of it has any. */
export function createPromisesLayer ({ table, mistakes }: Registering): Layer {
  const extended = new Set(table.filter(({ formats }) => formats.length > 0).map(answerText))
  return {
    partOf ({ route, action: { formats: answered } }) {
      const { method, path, formats, controller, action } = route
      const isPlain = formats.length === 0 && extended.has(answerText(route))
      if (answered === undefined || isPlain) return {}
      const isAmong = (format: unknown): boolean => formats.includes(format as string)
      if (Array.isArray(answered) && answered.length > 0 && answered.every(isAmong)) {
        return { facts: { formats: formats.filter((format) => answered.includes(format)) } }
      }
      const expected = formats.length === 0 ? 'none' : `a list with some of ${show(formats)}`
      mistakes.at(`${controller}.${action}.formats`)
        .add(`expected ${expected} for ${method} ${path}, got ${show(answered)}`)
      return {}
    }
  }
}

const told = new WeakMap<FastifyInstance, Set<string>>()

/**
 * Tells once of a format that a row has, and for which its action has no function. `fitIn` gives the one of
 * some formats that the request asks for.
 */
export function warnOfMissing (
  { server, log, routeOptions: { schema, config: { resource } } }: FastifyRequest,
  fitIn: (formats: readonly string[]) => string | undefined
): void {
  const missing = fitIn(factsOf(schema).formats ?? resource?.formats ?? [])
  if (resource === undefined || missing === undefined) return
  const { method, path } = resource
  const text = `fastify-resources: ${method} ${path} has the format '${missing}', but respondTo() of ` +
    `${answerText(resource)} has no such function; add it, or list those that it has in the option formats`
  const texts = remember(told, server, () => new Set<string>())
  if (!texts.has(text)) log.warn(text)
  texts.add(text)
}
