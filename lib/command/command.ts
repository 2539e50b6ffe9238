/** The command: its verbs, where it writes, and its exit code. */

import type { Writable } from 'node:stream'
import { messageOf } from '../text.js'
import { Failure } from './failure.js'
import * as routes from './routes.js'

/** What a verb is: how it is used, and what it prints for its arguments. */
interface Verb {
  readonly usage: string
  readonly run: (args: readonly string[], cwd: string) => Promise<string>
}

const VERBS: ReadonlyMap<string, Verb> = new Map(Object.entries({ routes }))

const USAGE = `usage: ${[...VERBS.values()].map(({ usage }) => usage).join('\n\n')}`

/** What the command has of its process. */
interface Surroundings {
  readonly cwd: string
  readonly stdout: Writable
  readonly stderr: Writable
}

/** Runs the command and gives its exit code, once all is written: 0, 1 for a failure, 2 for wrong usage. */
export async function runCommand (args: readonly string[], { cwd, stdout, stderr }: Surroundings): Promise<number> {
  try {
    return await write(stdout, await answer(args, cwd), 0)
  } catch (error) {
    const exitCode = error instanceof Failure ? error.exitCode : 1
    return await write(stderr, `fastify-resources: ${messageOf(error).replaceAll(/\s*\n\s*/g, ' ')}${exitCode === 2 ? `\n\n${USAGE}` : ''}`, exitCode)
  }
}

async function answer (args: readonly string[], cwd: string): Promise<string> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return USAGE
  const [name, ...rest] = args
  if (name === undefined) throw new Failure(2, 'expected a command')
  const verb = VERBS.get(name)
  if (verb === undefined) throw new Failure(2, `unknown command '${name}'`)
  return await verb.run(rest, cwd)
}

/** A reader that has gone wants no more; else what cannot be written is a failure. */
async function write (stream: Writable, text: string, exitCode: number): Promise<number> {
  return await new Promise((resolve) => {
    // What the callback is told, and would else end the process.
    stream.on('error', () => undefined)
    stream.write(`${text}\n`, (error?: NodeJS.ErrnoException | null) => { resolve(error == null || error.code === 'EPIPE' ? exitCode : 1) })
  })
}
