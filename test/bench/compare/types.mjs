/** What TypeScript 7 costs for many endpoints with their calls, in alternating runs. */

import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { copyApp, run } from './folders.mjs'

const execute = promisify(execFile)
const COMPILER = fileURLToPath(new URL('../../../node_modules/typescript7/bin/tsc', import.meta.url))
const RESOURCES = 200
const ROUNDS = 3

/** Prints the seconds of CPU that a command took: the machine may be busy with others. */
const TIMED = 'TIMEFORMAT=\'%U %S\'; time "$@" > /dev/null'

/** A folder beside each app, with an app of many resources. */
async function multiply (apps, node, contender) {
  const app = apps[contender.name]
  const folder = join(app, '../many', contender.name)
  mkdirSync(folder, { recursive: true })
  cpSync(join(app, 'package.json'), join(folder, 'package.json'))
  rmSync(join(folder, 'node_modules'), { force: true })
  symlinkSync(join(app, 'node_modules'), join(folder, 'node_modules'))
  copyApp(contender, folder, RESOURCES)
  if (contender.generate !== undefined) {
    writeFileSync(join(folder, contender.generated), await run(folder, node, ...contender.generate))
  }
  return folder
}

/** The seconds of CPU of each contender, a list for each round. */
export async function measureTypes (contenders, apps, node) {
  const folders = {}
  for (const contender of contenders) folders[contender.name] = await multiply(apps, node, contender)
  const seconds = Object.fromEntries(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name } of contenders) {
      const { stderr } = await execute(
        'bash',
        ['-c', TIMED, 'bash', process.execPath, COMPILER, '--singleThreaded'],
        { cwd: folders[name] }
      )
      const [user, system] = stderr.split(' ').map(Number)
      seconds[name].push(user + system)
    }
  }
  return seconds
}
