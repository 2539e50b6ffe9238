/** The first records of a new database: an admin and some posts. */

import { NOW, type Database } from './database.js'
import { createPost, setPublished } from './posts.js'
import { choosePassword, hashPassword } from './passwords.js'

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

interface Admin {
  readonly email: string
  /** Undefined if the environment has set it. */
  readonly password: string | undefined
}

/** The admin of a new database; undefined if there are users already. */
export async function seed (
  db: Database,
  { email = 'admin@example.org', password }: { email?: string | undefined, password?: string | undefined }
): Promise<Admin | undefined> {
  const isNew = () => db.get('SELECT 1 FROM users') === undefined
  if (!isNew()) return undefined
  const chosen = choosePassword()
  const hash = await hashPassword(password ?? chosen)
  return db.transaction(() => {
    // Another process may have been faster.
    if (!isNew()) return undefined
    const { id } = db.run(
      `INSERT INTO users (name, email, password, role, joinedAt) VALUES ('admin', ?, ?, 'admin', ${NOW})`,
      email,
      hash
    )
    for (const { published, ...content } of POSTS) {
      const post = createPost(db, { id }, content)
      if (published) setPublished(db, post, true)
    }
    return { email, password: password === undefined ? chosen : undefined }
  })
}
