/** The command, run in process in the folder of the trees. */

import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../../lib/command/command.js'

export const TREES = fileURLToPath(new URL('../fixtures/trees', import.meta.url))

/** Node's arguments for the command in a process of its own. */
export const IN_TESTS = [
  '--import',
  new URL('./loader.mjs', import.meta.url).href,
  fileURLToPath(new URL('../../lib/cli.ts', import.meta.url))
]

export interface Result {
  code: number | null
  stdout: string
  stderr: string
}

export async function run (args: readonly string[]): Promise<Result> {
  const written = { stdout: '', stderr: '' }
  const streamTo = (name: keyof typeof written): Writable =>
    new Writable({
      write (chunk, _encoding, done) {
        written[name] += String(chunk)
        done()
      }
    })
  const code = await runCommand(args, { cwd: TREES, stdout: streamTo('stdout'), stderr: streamTo('stderr') })
  return { code, ...written }
}
