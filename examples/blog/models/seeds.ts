/** The first records of a new database: an admin and some posts. */

import { now, transaction, type Database } from './database.js'
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
  if (await hasAdmin(db)) return undefined
  const chosen = choosePassword()
  const hash = await hashPassword(password ?? chosen)
  return await transaction(db, async (db) => {
    // Another process may have been faster.
    if (await hasAdmin(db)) return undefined
    const admin = { name: 'admin', password: hash, role: 'admin' as const }
    const user = await db
      .insertInto('users')
      .values({ ...admin, email, joinedAt: now() })
      // There may be users without an admin: somebody may have signed up with that address.
      .onConflict((user) => user.column('email').doUpdateSet(admin))
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow()
    await deleteSessions(db, user)
    await createPosts(db, user)
    return { email: user.email, password: password === undefined ? chosen : undefined }
  })
}

async function createPosts (db: Database, user: { readonly id: number }): Promise<void> {
  if (await db.selectFrom('posts').select('id').executeTakeFirst() !== undefined) return
  for (const { published, ...content } of POSTS) {
    const post = await createPost(db, user, content)
    if (published) await setPublished(db, post, true)
  }
}
