/** The verb `check`: finds gaps in the trees of an app. */

import { recordSources } from '../tools.js'
import type { Finding } from '../../types/findings.js'
import { findApp, importModule, readFile, sourceLine } from './load-modules.js'
import { FORMAT_OPTIONS, formatFound, readFormat } from './output.js'
import { readCommandArguments } from './verb.js'
import type { VerbOutput, Verb } from './verb.js'

const usage = `fastify-resources check APP [--guard NAME] [--accepted FILE]
                               [--json | --format github]

Shows gaps in an app: GETs that change a record, controllers and actions that
no row reaches, and what writes without a guard. APP is a module that exports a
Fastify app, or a function that returns one, as \`app\`, \`createApp\` or by
default. The exit code is 1 if there are findings.
  --guard NAME      a guard: each row that writes needs a hook of this name.
                    Several may be given; one is enough
  --accepted FILE   lists rows that are right as they are, one a line, such as
                    POST /session. An outdated line is a finding
  --json            prints each finding with its row, file and line
  --format github   prints annotations for GitHub Actions`

const OPTIONS = {
  guard: { type: 'string', multiple: true },
  accepted: { type: 'string' },
  ...FORMAT_OPTIONS
} as const

export const checkVerb: Verb = { usage, run }

async function run (args: readonly string[], cwd: string): Promise<VerbOutput> {
  const {
    values: { guard = [], accepted, ...output },
    positionals: { APP }
  } = readCommandArguments(args, ['APP'], OPTIONS)
  const format = readFormat(output)
  recordSources((stack) => sourceLine(stack, cwd))
  const rows = accepted === undefined ? [] : readFile(accepted, cwd, linesOf)
  const app = await findApp(await importModule(APP, cwd))
  if (app === undefined) {
    throw new Error(
      `${APP} exports no app; expected a Fastify instance, or a function that returns one, as 'app', 'createApp' or by default`
    )
  }
  // Imported here, so that the other verbs need no Fastify.
  const { checkApp } = await import('../index.js')
  const findings = await checkApp(app, { guard, accepted: rows })
  await app.close()
  return {
    ...formatFound(format, findings, {
      text: () => plainText(findings, guard),
      nothing: NOTHING_FOUND,
      annotationOf: ({ message, row }) => ({ level: 'error', message, row })
    }),
    hasFindings: findings.length > 0
  }
}

const NOTHING_FOUND = 'No findings.'

function plainText (findings: readonly Finding[], guard: readonly string[]): string {
  const lines = findings.map(({ message, row }) =>
    row?.file == null ? message : `${message} (${row.file}:${row.line as number})`
  )
  if (findings.length === 0) lines.push(NOTHING_FOUND)
  if (guard.length === 0) lines.push('Guards were not checked; name them with --guard.')
  return lines.join('\n')
}

/** Without comments. */
function linesOf (text: string): string[] {
  return text.split('\n').map((line) => line.replace(/#.*/, '').trim()).filter((line) => line !== '')
}
