/** The first records of a new database: an admin and some posts. */

import { get, now, transaction, type Database } from './database.js'
import { createPost, setPublished } from './posts.js'
import { choosePassword, hashPassword } from './passwords.js'
import { deleteSessions } from './sessions.js'
import { hasAdmin } from './users.js'

const POSTS = [
  {
    title: 'Hello',
    text: 'This weblog is *drawn*: one tree of resources is all that its routes, links and forms are made ' +
      'of.\n\nLog in to write.',
    published: true
  },
  {
    title: 'Forms that PUT and DELETE',
    text: 'A browser knows only GET and POST. The field `_method` in a form names the ' +
      'others:\n\n```html\n<input type="hidden" name="_method" value="put">\n```\n\nThe server takes the ' +
      'form for what it names:\n\n- `put` changes a record,\n- `delete` removes it.',
    published: true
  },
  { title: 'A draft', text: 'Only those who write see this one, until it is published.', published: false }
]

export interface Admin {
  readonly email: string
  /** Undefined if the environment has set it. */
  readonly password: string | undefined
}

/** The admin of a database that had none; undefined if there is one already. */
export async function seed (
  db: Database,
  { email = 'admin@example.org', password }: { email?: string | undefined, password?: string | undefined }
): Promise<Admin | undefined> {
  if (hasAdmin(db)) return undefined
  const chosen = choosePassword()
  const hash = await hashPassword(password ?? chosen)
  return transaction(db, () => {
    // Another process may have been faster.
    if (hasAdmin(db)) return undefined
    // There may be users without an admin: somebody may have signed up with that address.
    const user = get<{ id: number, email: string }>(
      db,
      `INSERT INTO users (name, email, password, role, joinedAt) VALUES ('admin', ?1, ?2, 'admin', ?3)
       ON CONFLICT (email) DO UPDATE SET name = 'admin', password = ?2, role = 'admin' RETURNING id, email`,
      email, hash, now()
    )!
    deleteSessions(db, user)
    createPosts(db, user)
    return { email: user.email, password: password === undefined ? chosen : undefined }
  })
}

function createPosts (db: Database, user: { readonly id: number }): void {
  if (get(db, 'SELECT 1 FROM posts') !== undefined) return
  for (const { published, ...content } of POSTS) {
    const post = createPost(db, user, content)
    if (published) setPublished(db, post, true)
  }
}
