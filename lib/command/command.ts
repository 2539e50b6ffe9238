/** The command: its arguments, its output, and its exit code. */

import { readFileSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { didYouMean, messageOf, oneOf } from '../text.js'
import { loadRoutes } from './load-routes.js'
import { UsageError, VERBS } from './verbs.js'
import type { Verb } from './verbs.js'

const USAGE = `usage: ${Object.values(VERBS).map(({ usage }) => usage).join('\n\n')}`

/** The parts of a process that the command uses. */
interface Surroundings {
  readonly cwd: string
  readonly stdout: Writable
  readonly stderr: Writable
}

/** Runs the command and gives its exit code after all output is written: 0, or 2 for a failure. */
export async function runCommand (
  args: readonly string[], { cwd, stdout, stderr }: Surroundings
): Promise<number> {
  const [name = '', ...rest] = args
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
  const usage = verb === undefined ? USAGE : `usage: ${verb.usage}`
  if (args.some((arg) => arg === '--help' || arg === '-h')) return await write(stdout, usage, 0)
  if (name === '--version' || name === '-v') return await write(stdout, ownVersion(), 0)
  try {
    if (name === '') throw new UsageError('expected a command')
    if (verb === undefined) throw new Error(unknownText(name))
    const { file, values } = readArguments(rest, verb)
    return await write(stdout, verb.print(await loadRoutes(file, cwd), values), 0)
  } catch (error) {
    const message = messageOf(error)
      .replaceAll(/\s*\n\s*/g, ' ')
      .replace(/(?<=node --import tsx )…$/, () => `node_modules/.bin/fastify-resources ${args.join(' ')}`)
    return await write(stderr, `fastify-resources: ${message}${error instanceof UsageError ? `\n\n${usage}` : ''}`, 2)
  }
}

function readArguments (
  args: readonly string[], { options }: Verb
): { readonly file: string, readonly values: Readonly<Record<string, unknown>> } {
  const { values, positionals: [file = '', other] } = parse(args, options)
  if (file === '') throw new UsageError('expected FILE')
  if (other !== undefined) throw new UsageError(`unknown argument '${other}'; expected FILE`)
  return { file, values }
}

function parse (args: readonly string[], options: Verb['options']): ReturnType<typeof parseArgs> {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

function unknownText (name: string): string {
  const names = Object.keys(VERBS)
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
async function write (stream: Writable, text: string, exitCode: number): Promise<number> {
  return await new Promise((resolve) => {
    // The callback reports the error; without a listener it would end the process.
    stream.on('error', () => undefined)
    stream.write(`${text.replace(CONTROL, escapeControl)}\n`, (error?: NodeJS.ErrnoException | null) => {
      resolve(error == null || error.code === 'EPIPE' ? exitCode : 2)
    })
  })
}
