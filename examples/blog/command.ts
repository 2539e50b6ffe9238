/** `npm run blog:backup FILE` and `npm run blog:password EMAIL`. */

import { readConfig } from './config.js'
import { openDatabase } from './models/database.js'
import { backUp, requireFile } from './models/files.js'
import { findUserByEmail, resetPassword } from './models/users.js'

interface Place {
  readonly file: string
  readonly url: string | undefined
}

async function givePassword ({ file, url }: Place, email: string): Promise<string> {
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

try {
  const [name, argument, ...more] = process.argv.slice(2)
  const { DATABASE_FILE: file, DATABASE_URL: url } = readConfig()
  if (argument === undefined || more.length > 0 || (name !== 'backup' && name !== 'password')) {
    throw new Error('Usage: backup FILE, or password EMAIL')
  }
  if (name === 'backup' && url !== undefined) throw new Error('DATABASE_URL names a PostgreSQL: use pg_dump')
  if (name === 'backup') backUp(file, argument)
  console.log(name === 'backup' ? `${argument} has all of ${file}` : await givePassword({ file, url }, argument))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
