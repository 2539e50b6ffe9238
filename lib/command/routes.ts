/** The verb `routes`: prints the listing of the routes that FILE exports. */

import { STYLES, formatRoutes } from '../routes/listing.js'
import type { ListingOptions } from '../../types/listing.js'
import { readArguments } from './arguments.js'
import { Failure } from './failure.js'
import { loadRoutes } from './load-routes.js'
import type { Answer } from './verb.js'

export const usage = `fastify-resources routes FILE [--grep TEXT] [--controller NAME] [--style ${STYLES.join('|')}]

FILE is a module that exports the result of draw(), as \`routes\` or by default.
  --grep TEXT         only routes with TEXT in name, method, path or controller#action
  --controller NAME   only routes of this controller
  --style STYLE       how to print them; table by default`

const OPTIONS = {
  grep: { type: 'string' },
  controller: { type: 'string' },
  style: { type: 'string' }
} as const

export async function run (args: readonly string[], cwd: string): Promise<Answer> {
  const { values: listing, given: { FILE } } = readArguments(args, ['FILE'], OPTIONS)
  if (listing.style !== undefined && !STYLES.includes(listing.style)) throw new Failure(2, `unknown style '${listing.style}'`)
  return { text: formatRoutes(await loadRoutes(FILE, cwd), listing as ListingOptions), hasFindings: false }
}
