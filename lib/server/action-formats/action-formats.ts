/** The layer of `formats` in an action: those that it answers, of those that its rows have. */

import { show } from '../../text.js'
import { answerText } from '../../routes/answer.js'
import type { Layer, Registering } from '../../controllers/layers/index.js'

/** Rows without formats, such as the root, leave out those of their action, unless no row of it has any. */
export function createActionFormatsLayer ({ table, mistakes }: Registering): Layer {
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
