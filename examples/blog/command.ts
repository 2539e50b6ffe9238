/** `npm run blog:backup FILE`, `npm run blog:restore FILE` and `npm run blog:password EMAIL`. */

import { existsSync } from 'node:fs'
import { readConfig } from './config.js'
import { openDatabase } from './models/database.js'
import { backUp, requireFile, restore } from './models/files.js'
import { findUserByEmail, resetPassword } from './models/users.js'

interface Place {
  readonly file: string
  readonly url: string | undefined
  /** That of the environment, in place of the one in a file. */
  readonly secret: string | undefined
}

const COMMANDS: Readonly<Record<string, (place: Place, argument: string) => string | Promise<string>>> = {
  backup ({ file, secret }, backup) {
    backUp(file, backup)
    const isInFile = secret === undefined && existsSync(`${backup}.secret`)
    return `${backup} has all of ${file}. Keep ${isInFile ? `${backup}.secret` : 'COOKIE_SECRET'} with it`
  },
  restore ({ file }, backup) {
    const kept = restore(file, backup)
    return `${file} is that of ${backup}.${kept.length === 0 ? '' : ` What was there before is in ${kept.join(', ')}`}`
  },
  async password ({ file, url }, email) {
    if (url === undefined) requireFile(file)
    const db = await openDatabase({ file, url })
    try {
      const user = await findUserByEmail(db, email)
      if (user === undefined) throw new Error(`No user of ${url === undefined ? file : 'the database'} has the e-mail ${email}`)
      return `The new password of ${user.name} (${user.role}) is ${await resetPassword(db, user)}`
    } finally {
      await db.destroy()
    }
  }
}

try {
  const [name = '', argument, ...more] = process.argv.slice(2)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined || argument === undefined || more.length > 0) {
    throw new Error('Usage: backup FILE, restore FILE, or password EMAIL')
  }
  const { DATABASE_FILE: file, DATABASE_URL: url, COOKIE_SECRET: secret } = readConfig()
  if (url !== undefined && name !== 'password') {
    throw new Error('DATABASE_URL names a PostgreSQL: use pg_dump and pg_restore')
  }
  console.log(await command({ file, url, secret }, argument))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
