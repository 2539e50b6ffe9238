/** What a new database begins with: an admin, and a few posts. */

import { randomBytes } from 'node:crypto'
import fp from 'fastify-plugin'
import { hashPassword } from './passwords.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** The admin of a database that is new; null of another one. Its password, where it was not given. */
    firstAdmin: { readonly email: string, readonly password: string | null } | null
  }
}

const POSTS = [
  { title: 'Hello', text: 'This weblog is *drawn*: one tree of resources is all that its routes, links and forms are made of.\n\nLog in to write.', published: 1 },
  { title: 'Forms that PUT and DELETE', text: 'A browser knows only GET and POST. The field `_method` in a form names the others:\n\n```html\n<input type="hidden" name="_method" value="put">\n```\n\nThe server takes the form for what it names:\n\n- `put` changes a record,\n- `delete` removes it.', published: 1 },
  { title: 'A draft', text: 'Only those who write see this one, until it is published.', published: 0 }
]

interface SeedsOptions {
  readonly email?: string | undefined
  readonly password?: string | undefined
}

export const seeds = fp(async function seeds (fastify, { email = 'admin@example.org', password }: SeedsOptions) {
  const { db } = fastify
  fastify.decorate('firstAdmin', null)
  const isNew = () => db.get('SELECT 1 FROM users') === undefined
  if (!isNew()) return
  const chosen = password ?? randomBytes(9).toString('base64url')
  const hash = await hashPassword(chosen)
  fastify.firstAdmin = db.transaction(() => {
    // Another process may have been faster.
    if (!isNew()) return null
    const { id } = db.run("INSERT INTO users (name, email, password, role) VALUES ('admin', ?, ?, 'admin')", email, hash)
    for (const { title, text, published } of POSTS) {
      db.run("INSERT INTO posts (userId, title, text, published, updatedAt) VALUES (?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ'))", id, title, text, published)
    }
    return { email, password: password === undefined ? chosen : null }
  })
})
