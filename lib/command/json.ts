/** The verb `json`: prints the routes of FILE as JSON, for programs that do not draw them. */

import { readCommandArguments } from './verb.js'
import type { VerbOutput, Verb } from './verb.js'
import { loadRoutes } from './load.js'

const usage = `fastify-resources json FILE

Prints the routes as JSON for createUrlFor and createClient in a browser:
fastify-resources json routes.ts > routes.json`

export const jsonVerb: Verb = { usage, run }

async function run (args: readonly string[], cwd: string): Promise<VerbOutput> {
  const { given: { FILE } } = readCommandArguments(args, ['FILE'], {})
  return { text: JSON.stringify(await loadRoutes(FILE, cwd)), hasFindings: false, isData: true }
}
