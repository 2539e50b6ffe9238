/** The verb `check`: finds gaps in the trees of an app. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { messageOf } from '../text.js'
import { readArguments } from './arguments.js'
import { Failure } from './failure.js'
import { findApp } from './find-app.js'
import { importModule } from './load-routes.js'
import type { Answer } from './verb.js'

export const usage = `fastify-resources check APP [--guard NAME] [--accepted FILE] [--json]

Shows gaps in the trees of an app: rows without a guard, and controllers and actions that no row reaches.
APP is a module that exports a Fastify app, or a function that returns one, as \`app\` or by default. The exit code is 1 if there are findings.
  --guard NAME      a guard: each row that writes needs a hook of this name. Several may be given; one is enough
  --accepted FILE   lists rows that may be unguarded, one a line, such as POST /session. Outdated lines are findings`

const OPTIONS = {
  guard: { type: 'string', multiple: true },
  accepted: { type: 'string' },
  json: { type: 'boolean' }
} as const

export async function run (args: readonly string[], cwd: string): Promise<Answer> {
  const { values: { guard = [], accepted, json = false }, given: { APP } } = readArguments(args, ['APP'], OPTIONS)
  if (accepted !== undefined && guard.length === 0) throw new Failure('usage', 'expected --guard with --accepted')
  const rows = accepted === undefined ? [] : readAccepted(accepted, cwd)
  const app = await findApp(await importModule(APP, cwd))
  if (app === undefined) throw new Failure('module', `${APP} exports no app; expected a Fastify instance, or a function that returns one, as 'app' or by default`)
  // Imported here, so that the other verbs need no Fastify.
  const { checkApp } = await import('../index.js')
  const findings = await checkApp(app, { guard, accepted: rows })
  await app.close()
  const lines = findings.length === 0 ? ['No findings.'] : findings.map(({ message }) => message)
  const text = [...lines, ...guard.length === 0 ? ['Guards were not checked; name them with --guard.'] : []].join('\n')
  return { text: json ? JSON.stringify(findings, null, 2) : text, hasFindings: findings.length > 0 }
}

/** The lines of the file, without comments. */
function readAccepted (file: string, cwd: string): string[] {
  try {
    return readFileSync(resolve(cwd, file), 'utf8').split('\n').map((line) => line.replace(/#.*/, '').trim()).filter((line) => line !== '')
  } catch (error) {
    throw new Failure('module', `${file} cannot be read: ${messageOf(error)}`)
  }
}
