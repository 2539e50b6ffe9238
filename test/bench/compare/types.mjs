/** What TypeScript 7 costs for many endpoints with their calls, in alternating runs. */

import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { copyApp, run } from './folders.mjs'

const execute = promisify(execFile)
const COMPILER = fileURLToPath(new URL('../../../node_modules/typescript7/bin/tsc', import.meta.url))
const RESOURCES = 400
const ROUNDS = 3

/** Tells the seconds of CPU that a command took: the machine may be busy with others. */
const TIMED = 'TIMEFORMAT=\'%U %S\'; time "$@"'
const OPTIONS = ['--singleThreaded', '--extendedDiagnostics']

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

/** Seconds of CPU, instantiations and bytes of one run. */
async function check (cwd) {
  const { stdout, stderr } = await execute(
    'bash',
    ['-c', TIMED, 'bash', process.execPath, COMPILER, ...OPTIONS],
    { cwd }
  )
  const figure = (name) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(stdout)[1])
  const [user, system] = stderr.split(' ').map(Number)
  return {
    seconds: user + system,
    instantiations: figure('Instantiations'),
    bytes: figure('Memory used') * 1000
  }
}

/** By contender the seconds, a list for each round, and of the last round instantiations and bytes. */
export async function measureTypes (contenders, apps, node) {
  const folders = {}
  for (const contender of contenders) folders[contender.name] = await multiply(apps, node, contender)
  const found = Object.fromEntries(contenders.map(({ name }) => [name, { seconds: [] }]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name } of contenders) {
      const { seconds, ...others } = await check(folders[name])
      found[name].seconds.push(seconds)
      Object.assign(found[name], others)
    }
  }
  return found
}
