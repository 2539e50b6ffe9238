/** What a new database begins with: an admin, and a few posts. */

import { randomBytes } from 'node:crypto'
import fp from 'fastify-plugin'
import { query } from './database.js'
import { hashPassword } from './passwords.js'

const POSTS = [
  { title: 'Hello', text: 'This weblog is drawn: one tree of resources is all that its routes, links and forms are made of.\n\nLog in to write.', published: 1 },
  { title: 'Forms that PUT and DELETE', text: 'A browser knows only GET and POST. The field _method in a form names the others, and the server takes it for what it names.', published: 1 },
  { title: 'A draft', text: 'Only those who write see this one, until it is published.', published: 0 }
]

export const seeds = fp(async function seeds ({ db, log }, { email = 'admin@example.org', password = randomBytes(9).toString('base64url') }: { email?: string | undefined, password?: string | undefined }) {
  const [found] = await query(db, 'SELECT 1 FROM users LIMIT 1')
  if (found !== undefined) return
  await db.batch([
    { sql: "INSERT INTO users (id, name, email, password, role) VALUES (1, 'admin', ?, ?, 'admin')", args: [email, await hashPassword(password)] },
    ...POSTS.map(({ title, text, published }) => ({ sql: 'INSERT INTO posts (userId, title, text, published) VALUES (1, ?, ?, ?)', args: [title, text, published] }))
  ], 'write')
  log.info(`A new database. Log in as ${email} with the password ${password}, and change it.`)
})
