/** The verb `routes`: prints the listing of the routes, or of the app, that FILE exports. */

import { NO_ROUTES, STYLES, recordSources } from '../tools.js'
import { formatRoutes } from '../urls.js'
import type { ListingOptions } from '../../types/listing-options.js'
import { UsageError, readCommandArguments } from './verb.js'
import type { VerbOutput, Verb } from './verb.js'
import { findApp, findRoutes, importModule, sourceLine } from './load-modules.js'

const usage = `fastify-resources routes FILE [--grep TEXT] [--controller NAME]
                                 [--style ${STYLES.join('|')}]

FILE is a module that exports the result of draw(), as \`routes\` or by default,
or a Fastify app, as \`app\`, \`createApp\` or by default.
  --grep TEXT         only routes with TEXT in name, method, path or
                      controller#action
  --controller NAME   only routes of this controller; posts is admin/posts too
  --style STYLE       how to print them; table by default. expanded adds the
                      line of code that declares each, and the hooks in an app`

const OPTIONS = {
  grep: { type: 'string' },
  controller: { type: 'string' },
  style: { type: 'string' }
} as const

export const routesVerb: Verb = { usage, run }

async function run (args: readonly string[], cwd: string): Promise<VerbOutput> {
  const { values: listing, positionals: { FILE } } = readCommandArguments(args, ['FILE'], OPTIONS)
  if (listing.style !== undefined && !STYLES.includes(listing.style)) {
    throw new UsageError(`unknown style '${listing.style}'`)
  }
  if (listing.style === 'expanded') recordSources((stack) => sourceLine(stack, cwd))
  const module = await importModule(FILE, cwd)
  const routes = findRoutes(module)
  const text =
    routes === undefined
      ? await appText(module, FILE, listing as ListingOptions)
      : formatRoutes(routes, listing as ListingOptions)
  const hint = text === NO_ROUTES ? urlHint(listing.grep, routes === undefined ? undefined : FILE) : ''
  return { text: text + hint, hasFindings: false, isData: listing.style === 'json' }
}

/** How to ask for the row of a URL, where one is searched for. `file` exports routes, which `why` reads. */
function urlHint (grep = '', file: string | undefined): string {
  const [, method = 'get', url] = /^(?:([a-z]+) )?((?:\/|https?:)\S*)$/i.exec(grep) ?? []
  if (url === undefined) return ''
  const asked = method.toUpperCase()
  const way =
    file === undefined ? `app.recognize('${url}', '${asked}')` : `fastify-resources why ${file} ${asked} ${url}`
  return ` --grep searches paths such as /posts/:id. Which row answers a URL: ${way}`
}

async function appText (
  module: Readonly<Record<string, unknown>>, file: string, listing: ListingOptions
): Promise<string> {
  const app = await findApp(module)
  if (app === undefined) {
    throw new Error(
      `${file} exports no routes and no app; expected the result of draw(), as 'routes' or by default, or ` +
        'a Fastify app, as \'app\', \'createApp\' or by default'
    )
  }
  // Imported here, so that a file of routes needs no Fastify.
  const { listApp } = await import('../index.js')
  const text = await listApp(app, listing)
  await app.close()
  return text
}
