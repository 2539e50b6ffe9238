/** The command: its verbs, its output, and its exit code. */

import { readFileSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { didYouMean, messageOf, oneOf } from '../text.js'
import { checkVerb } from './check-verb.js'
import { diffVerb } from './diff.js'
import { UsageError } from './verb.js'
import type { Verb } from './verb.js'
import { jsonVerb } from './json-verb.js'
import { routesVerb } from './routes.js'
import { fitText, screenOf } from './screen.js'
import type { Screen } from './screen.js'
import { whyVerb } from './why.js'

const VERBS: ReadonlyMap<string, Verb> = new Map(Object.entries({
  routes: routesVerb,
  why: whyVerb,
  diff: diffVerb,
  check: checkVerb,
  json: jsonVerb
}))

const USAGE = `usage: ${[...VERBS.values()].map(({ usage }) => usage).join('\n\n')}`

/** The parts of a process that the command uses. */
interface Surroundings {
  readonly cwd: string
  readonly stdout: Writable
  readonly stderr: Writable
}

/**
 * Runs the command and gives its exit code after all output is written: 0, 1 for findings, 2 for a failure.
 */
export async function runCommand (
  args: readonly string[], { cwd, stdout, stderr }: Surroundings
): Promise<number> {
  const [name = '', ...rest] = args
  const verb = VERBS.get(name)
  const usage = verb === undefined ? USAGE : `usage: ${verb.usage}`
  const screen = screenOf(stdout)
  if (args.some((arg) => arg === '--help' || arg === '-h')) return await write(stdout, usage, 0, screen)
  if (name === '--version' || name === '-v') return await write(stdout, ownVersion(), 0)
  try {
    if (name === '') throw new UsageError('expected a command')
    if (verb === undefined) throw new Error(unknownText(name))
    const { text, hasFindings, isData = false } = await verb.run(rest, cwd)
    return await write(stdout, text, hasFindings ? 1 : 0, isData ? undefined : screen)
  } catch (error) {
    const message = messageOf(error)
      .replaceAll(/\s*\n\s*/g, ' ')
      .replace(/(?<=node --import tsx )…$/, () => `node_modules/.bin/fastify-resources ${args.join(' ')}`)
    return await write(stderr, `fastify-resources: ${message}${error instanceof UsageError ? `\n\n${usage}` : ''}`, 2)
  }
}

function unknownText (name: string): string {
  const names = [...VERBS.keys()]
  return `unknown command '${name}'${didYouMean(name, names)}; expected ${oneOf(names)}; --help shows ` +
    'their usage'
}

function ownVersion (): string {
  const file = fileURLToPath(import.meta.resolve('fastify-resources/package.json'))
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/**
 * Control characters except line breaks, and those that turn the direction of a line: a condition could set a
 * title or colors.
 */
const CONTROL = /[^\P{Cc}\n]|\p{Bidi_Control}/gu

/** JSON reads the escape as the same character. */
function escapeControl (character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** A reader that closed the pipe is not a failure; any other write error is. */
async function write (
  stream: Writable, text: string, exitCode: number, screen?: Screen
): Promise<number> {
  const safe = text.replace(CONTROL, escapeControl)
  return await new Promise((resolve) => {
    // The callback reports the error; without a listener it would end the process.
    stream.on('error', () => undefined)
    stream.write(`${screen === undefined ? safe : fitText(safe, screen)}\n`, (error?: NodeJS.ErrnoException | null) => {
      resolve(error == null || error.code === 'EPIPE' ? exitCode : 2)
    })
  })
}
