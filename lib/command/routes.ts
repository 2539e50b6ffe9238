/** The verb `routes`: prints the listing of the routes that FILE exports. */

import { parseArgs } from 'node:util'
import { STYLES, formatRoutes } from '../routes/listing.js'
import { messageOf } from '../text.js'
import type { ListingOptions } from '../../types/listing.js'
import { Failure } from './failure.js'
import { loadRoutes } from './load-routes.js'

export const usage = `fastify-resources routes FILE [--grep TEXT] [--controller NAME] [--style ${STYLES.join('|')}]

FILE is a module that exports what draw() gave, as \`routes\` or by default.
  --grep TEXT         only routes with TEXT in name, method, path or controller#action
  --controller NAME   only routes of this controller
  --style STYLE       how to print them; table by default`

const OPTIONS = {
  grep: { type: 'string' },
  controller: { type: 'string' },
  style: { type: 'string' }
} as const

/** The listing, from the arguments after the verb. */
export async function run (args: readonly string[], cwd: string): Promise<string> {
  const { values: listing, positionals: [file, ...others] } = readArguments(args)
  if (file === undefined || file === '') throw new Failure(2, 'expected a FILE')
  if (others.length > 0) throw new Failure(2, `expected one FILE, got ${others.join(' ')} besides`)
  if (listing.style !== undefined && !STYLES.includes(listing.style)) throw new Failure(2, `unknown style '${listing.style}'`)
  return formatRoutes(await loadRoutes(file, cwd), listing as ListingOptions)
}

function readArguments (args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new Failure(2, messageOf(error))
  }
}
