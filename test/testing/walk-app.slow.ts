/** The walk of the weblog, as four visitors. */

import t from 'tap'
import { copyFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { ADMIN, createApp, importBuilt, run } from '../support/blog.js'

type Call = (db: object, ...given: unknown[]) => Promise<object>

/** Those of the weblog that fill a database. */
interface Models {
  readonly createUser: Call
  readonly updateUser: Call
  readonly createPost: Call
  readonly setPublished: Call
  readonly createComment: Call
}

interface Walked {
  readonly findings: readonly unknown[]
  readonly access: object
  readonly unproved: readonly string[]
  readonly text: string
}

const PASSWORD = ADMIN.password
const EVERYBODY = ['admin', 'author', 'reader', 'stranger']
const USERS = ['admin', 'author', 'reader']
const WRITERS = ['admin', 'author']

/** A file with an admin, an author with a post, and a reader with a comment. */
async function createDatabase (folder: string): Promise<string> {
  const { seed } = await importBuilt<{ seed: (db: object, admin: object) => Promise<unknown> }>(
    'models/seeds.js'
  )
  const models = await importBuilt<Models>('models/index.js')
  const app = await createApp(`${folder}/first.db`)
  await app.ready()
  await seed(app.db, { password: PASSWORD })
  const [reader, author] = await Promise.all(
    ['reader', 'author'].map(
      async (name) =>
        await models.createUser(app.db, { name, email: `${name}@example.org`, password: PASSWORD })
    )
  )
  await models.updateUser(app.db, author, { role: 'author' })
  const post = await models.createPost(app.db, author, { title: 'Of the author', text: 'A text' })
  await models.setPublished(app.db, post, true)
  await models.createComment(app.db, post, reader, { text: 'Of the reader' })
  const file = `${folder}/all.db`
  run(app.db, 'VACUUM INTO ?', file)
  await app.close()
  return file
}

const visitor = (name: string): object => ({
  page: '/session/new',
  fields: { 'session[email]': `${name}@example.org`, 'session[password]': PASSWORD }
})

t.test('the walk of the weblog finds nothing, and gives a table of who may do what', async (t) => {
  const { walkApp } = (await import(new URL('../../dist/node/testing.js', import.meta.url).href)) as {
    walkApp: (createApp: () => Promise<FastifyInstance>, options: object) => Promise<Walked>
  }
  const folder = t.testdir()
  const file = await createDatabase(folder)
  let count = 0
  const { findings, access, unproved, text } = await walkApp(
    async () => {
      const copy = `${folder}/${++count}.db`
      copyFileSync(file, copy)
      return await createApp(copy)
    },
    {
      visitors: Object.fromEntries(USERS.map((name) => [name, visitor(name)])),
      open: ['POST /session', 'POST /account', 'DELETE /session'],
      // Other tests run beside it.
      timeout: 60_000
    }
  )
  t.strictSame(findings, [], text)
  t.strictSame(access, {
    'DELETE /admin/users/:id': ['admin'],
    'DELETE /posts/:id': WRITERS,
    'DELETE /posts/:post_id/comments/:id': USERS,
    // Its boxes are far from its form, which a walk does not read.
    'DELETE /posts/:post_id/comments/selected': [],
    'DELETE /session': EVERYBODY,
    'POST /account': EVERYBODY,
    'POST /account/password': USERS,
    'POST /posts': WRITERS,
    'POST /posts/:post_id/comments': USERS,
    'POST /session': EVERYBODY,
    'PUT /account': USERS,
    'PUT /admin/users/:id': ['admin'],
    'PUT /admin/users/:id/reset': ['admin'],
    'PUT /posts/:id': WRITERS,
    'PUT /posts/:id/publish': WRITERS,
    'PUT /posts/:id/unpublish': WRITERS
  })
  // Passwords have limits by account and address.
  t.strictSame(
    unproved.filter((line) => !/ 429:/.test(line)),
    WRITERS.map((name) =>
      `DELETE /posts/:post_id/comments/selected: ${name} gets 404 before the action`),
    text
  )
})
