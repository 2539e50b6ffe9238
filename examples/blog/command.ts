/** `npm run blog:backup FILE` and `npm run blog:restore FILE`. */

import { readConfig } from './config.js'
import { backUp, restore } from './models/files.js'

const COMMANDS: Readonly<Record<string, (file: string, argument: string) => string>> = {
  backup (file, backup) {
    backUp(file, backup)
    return `${backup} has all of ${file}. Keep ${backup}.secret with it`
  },
  restore (file, backup) {
    const old = restore(file, backup)
    return `${file} is that of ${backup}.${old === undefined ? '' : ` The one before is ${old}`}`
  }
}

try {
  const [name = '', argument] = process.argv.slice(2)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined || argument === undefined) throw new Error('Usage: backup FILE, or restore FILE')
  console.log(command(readConfig().DATABASE_FILE, argument))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
