/** Posts in the database. Only authors and admins see drafts. */

import { Type, type Static } from '@fastify/type-provider-typebox'
import { fieldError } from 'fastify-resources'
import { sql } from 'kysely'
import { isRecent, now, once, transaction, type Database } from './database.js'
import { found } from './errors.js'
import type { PostRow, UserRow } from './records.js'
import { Page, readList, type List } from './lists.js'
import { hasWords } from './search.js'
import { isWriter } from './users.js'

/** With their authors. */
const allPosts = once((db) => db
  .selectFrom('posts')
  .innerJoin('users', 'users.id', 'posts.userId')
  .select([
    'posts.id', 'posts.userId', 'title', 'text', 'published', 'version', 'position', 'createdAt',
    'publishedAt', 'updatedAt', 'users.name as author', 'users.role'
  ]))

const publishedPosts = once((db) => allPosts(db).where('published', '=', 1))

const postsFor = (db: Database, user: UserRow | null) => isWriter(user) ? allPosts(db) : publishedPosts(db)

/** `q` has words of titles or texts, or the beginnings of words. */
export const Search = Type.Object({ ...Page.properties, q: Type.Optional(Type.String({ maxLength: 100 })) })

export async function listPosts (
  db: Database, { q = '', ...range }: Static<typeof Search>, user: UserRow | null
): Promise<List<PostRow>> {
  const isSearch = q.trim() !== ''
  const posts = postsFor(db, user).$if(isSearch, (posts) => posts.where(hasWords(db, q)))
  const list = await readList(
    posts, { order: ['posts', 'position'], size: 10, ...(isSearch && { query: { q } }) }, range
  )
  return { ...list, items: list.items.map(toPost) }
}

export async function findPost (
  db: Database, id: number, user: UserRow | null
): Promise<PostRow | undefined> {
  const row = await postsFor(db, user).where('posts.id', '=', id).executeTakeFirst()
  return row && toPost(row)
}

async function readPost (db: Database, id: number): Promise<PostRow> {
  return toPost(found(await allPosts(db).where('posts.id', '=', id).executeTakeFirst()))
}

/** SQLite has no booleans. */
function toPost<R extends { published: number }> (row: R) {
  return { ...row, published: row.published === 1 }
}

/** The newest position: a post gets one when it is written, and again when it is first published. */
const newest = (db: Database, but = 0) => db
  .selectFrom('posts')
  .select(({ fn, lit }) => sql<number>`${fn.coalesce(fn.max('position'), lit(0))} + 1`.as('newest'))
  .where('id', '<>', but)

type Content = Pick<PostRow, 'title' | 'text'>

/** One that equals a post of the last minute is that one. */
export async function createPost (
  db: Database, { id: userId }: Pick<UserRow, 'id'>, { title, text }: Content
): Promise<PostRow> {
  const row = { userId, title, text }
  return await transaction(db, async (db) => {
    const twin = db.selectFrom('posts').select('id').where(({ and }) => and(row)).where(isRecent())
    const insert = db.insertInto('posts')
      .values({ ...row, position: newest(db), createdAt: now(), updatedAt: now() })
      .returning('id')
    const { id } = await twin.executeTakeFirst() ?? await insert.executeTakeFirstOrThrow()
    return await readPost(db, id)
  })
}

/**
 * Changes only what is given: others may have changed the rest. Throws if somebody has saved another version
 * than the given one.
 */
export async function updatePost (
  db: Database, { id }: PostRow, { title, text, version }: Partial<Content> & { version?: number }
): Promise<PostRow> {
  const { numUpdatedRows } = await db
    .updateTable('posts')
    .set({ title, text, version: sql`version + 1`, updatedAt: now() })
    .where(({ and }) => and(version === undefined ? { id } : { id, version }))
    .executeTakeFirst()
  const post = await readPost(db, id)
  if (numUpdatedRows === 0n) {
    throw fieldError('post[version]', 'is not the newest: somebody has changed the post since', {
      statusCode: 409
    })
  }
  return post
}

export async function setPublished (db: Database, { id }: PostRow, published: boolean): Promise<PostRow> {
  return await transaction(db, async (db) => {
    const update = db.updateTable('posts').where('id', '=', id)
    await update.set({ published: Number(published), updatedAt: now() }).execute()
    await update
      .set({ publishedAt: now(), position: newest(db, id) })
      .where('published', '=', 1)
      .where('publishedAt', 'is', null)
      .execute()
    return await readPost(db, id)
  })
}

/** With its comments. */
export async function deletePost (db: Database, { id }: PostRow): Promise<void> {
  await db.deleteFrom('posts').where('id', '=', id).execute()
}
