/** The verb `json`: prints the routes of FILE as JSON, for programs that do not draw them. */

import { readCommandArguments } from './verb.js'
import type { VerbOutput, Verb } from './verb.js'
import { loadRoutes, readFile } from './load-modules.js'

const usage = `fastify-resources json FILE [--check KEPT]

Prints the routes as JSON for createUrlFor and createClient in a browser:
fastify-resources json routes.ts > routes.json
  --check KEPT      prints instead whether the file KEPT holds the same routes;
                    the exit code is 1 if it does not`

export const jsonVerb: Verb = { usage, run }

async function run (args: readonly string[], cwd: string): Promise<VerbOutput> {
  const { values: { check: kept }, positionals: { FILE } } = readCommandArguments(args, ['FILE'], {
    check: { type: 'string' }
  })
  const text = JSON.stringify(await loadRoutes(FILE, cwd))
  if (kept === undefined) return { text, hasFindings: false, isData: true }
  const isStale = readFile(kept, cwd, (json) => JSON.stringify(JSON.parse(json))) !== text
  return { text: isStale ? staleText(FILE, kept) : `${kept} is up to date.`, hasFindings: isStale }
}

function staleText (file: string, kept: string): string {
  return `${kept} is stale; write it again: fastify-resources json ${file} > ${kept}
\`fastify-resources diff ${kept} ${file}\` shows what changed.`
}
