/** Posts in the database. Only authors and admins see drafts. */

import { Type, type Static } from '@fastify/type-provider-typebox'
import { staleError } from 'fastify-resources'
import { sql, type ExpressionBuilder } from 'kysely'
import { isRecent, now, transaction, type Database, type Tables } from './database.js'
import { found } from './errors.js'
import type { PostRow, UserRow } from './records.js'
import { Page, readList, type List, type Range } from './lists.js'
import { hasWords } from './search.js'
import { isWriter } from './users.js'

/** With their authors. */
const allPosts = (db: Database) => db
  .selectFrom('posts')
  .innerJoin('users', 'users.id', 'posts.userId')
  .select([
    'posts.id', 'posts.userId', 'title', 'text', 'published', 'version', 'position', 'createdAt',
    'publishedAt', 'updatedAt', 'users.name as author', 'users.role'
  ])

const postsFor = (db: Database, user: UserRow | null) =>
  isWriter(user) ? allPosts(db) : allPosts(db).where('published', '=', 1)

/** `q` has words of titles or texts, or the beginnings of words. */
export const Search = Type.Object({ ...Page.properties, q: Type.Optional(Type.String({ maxLength: 100 })) })

export async function listPosts (
  db: Database, { q = '', ...range }: Static<typeof Search>, user: UserRow | null
): Promise<List<PostRow>> {
  const isSearch = q.trim() !== ''
  const posts = postsFor(db, user).$if(isSearch, (posts) => posts.where(hasWords(db, q)))
  return await readPosts(posts, range, isSearch ? { q } : {})
}

/** Those that the user may publish: of an author their own, of an admin all. */
export async function listDrafts (db: Database, range: Range, user: UserRow): Promise<List<PostRow>> {
  const drafts = allPosts(db).where('published', '=', 0)
  return await readPosts(user.role === 'admin' ? drafts : drafts.where('posts.userId', '=', user.id), range)
}

async function readPosts (
  posts: ReturnType<typeof allPosts>, range: Range, query: Readonly<Record<string, string>> = {}
): Promise<List<PostRow>> {
  const list = await readList(posts, { order: ['posts', 'position'], size: 10, query }, range)
  return { ...list, items: list.items.map(toPost) }
}

export interface Neighbours {
  readonly previous?: Pick<PostRow, 'id' | 'title'> | undefined
  readonly next?: Pick<PostRow, 'id' | 'title'> | undefined
}

/** The published posts before and after a published one, in the order of their first publishing. */
export async function findNeighbours (db: Database, { position, published }: PostRow): Promise<Neighbours> {
  if (!published) return {}
  const posts = db.selectFrom('posts').select(['id', 'title']).where('published', '=', 1).limit(1)
  const before = posts.where('position', '<', position).orderBy('position', 'desc')
  const after = posts.where('position', '>', position).orderBy('position')
  return { previous: await before.executeTakeFirst(), next: await after.executeTakeFirst() }
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

/** The version that a client has read, or null where any will do. */
type Expected = number | null

/** Changes only what is given: others may have changed the rest. */
export async function updatePost (
  db: Database, { id }: PostRow, { title, text }: Changes, version: Expected = null
): Promise<PostRow> {
  return await changePost(db, { id, version }, { title, text })
}

export async function setPublished (
  db: Database, { id }: PostRow, published: boolean, version: Expected = null
): Promise<PostRow> {
  return await transaction(db, async (db) => {
    await changePost(db, { id, version }, { published: Number(published) })
    await db
      .updateTable('posts')
      .set({ publishedAt: now(), position: newest(db, id) })
      .where('id', '=', id)
      .where('published', '=', 1)
      .where('publishedAt', 'is', null)
      .execute()
    return await readPost(db, id)
  })
}

/** With its comments. */
export async function deletePost (db: Database, { id }: PostRow, version: Expected = null): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('posts')
    .where(isVersion({ id, version }))
    .executeTakeFirst()
  if (numDeletedRows === 0n) await refuse(db, id)
}

interface Changes {
  readonly title?: string | undefined
  readonly text?: string | undefined
  readonly published?: number
}

interface Wanted {
  readonly id: number
  readonly version: Expected
}

async function changePost (db: Database, { id, version }: Wanted, changes: Changes): Promise<PostRow> {
  const { numUpdatedRows } = await db
    .updateTable('posts')
    .set({ ...changes, version: sql`version + 1`, updatedAt: now() })
    .where(isVersion({ id, version }))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await refuse(db, id)
  return await readPost(db, id)
}

const isVersion = ({ id, version }: Wanted) => ({ and }: ExpressionBuilder<Tables, 'posts'>) =>
  and(version === null ? { id } : { id, version })

/** No row fits: somebody has deleted the post, or changed it. */
async function refuse (db: Database, id: number): Promise<never> {
  await readPost(db, id)
  throw staleError()
}
