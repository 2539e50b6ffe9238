/** Comments in the database. */

import { isRecent, now, transaction, type Database } from './database.js'
import { found } from './errors.js'
import type { CommentRow, PostRow, UserRow } from './records.js'
import { readList, type List, type Range } from './lists.js'

/** With their authors. */
const commentsOf = (db: Database, { id }: PostRow) => db
  .selectFrom('comments')
  .innerJoin('users', 'users.id', 'userId')
  .select(['comments.id', 'userId', 'text', 'createdAt', 'users.name as author', 'users.role'])
  .where('postId', '=', id)

export async function listComments (
  db: Database, post: PostRow, range: Range = {}
): Promise<List<CommentRow>> {
  return await readList(commentsOf(db, post), { order: ['comments', 'id'], size: 50 }, range)
}

export async function findComment (db: Database, post: PostRow, id: number): Promise<CommentRow | undefined> {
  return await commentsOf(db, post).where('comments.id', '=', id).executeTakeFirst()
}

/** One that equals a comment of the last minute is that one. */
export async function createComment (
  db: Database, post: PostRow, { id: userId }: UserRow, { text }: Pick<CommentRow, 'text'>
): Promise<CommentRow> {
  const row = { postId: post.id, userId, text }
  return await transaction(db, async (db) => {
    const twin = db.selectFrom('comments').select('id').where(({ and }) => and(row)).where(isRecent())
    const insert = db.insertInto('comments').values({ ...row, createdAt: now() }).returning('id')
    const { id } = await twin.executeTakeFirst() ?? await insert.executeTakeFirstOrThrow()
    return found(await findComment(db, post, id))
  })
}

/** Returns how many of them the post had. */
export async function deleteComments (
  db: Database, { id: postId }: PostRow, ids: readonly number[]
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('comments')
    .where('postId', '=', postId)
    .where('id', 'in', ids)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteComment (db: Database, { id }: CommentRow): Promise<void> {
  await db.deleteFrom('comments').where('id', '=', id).execute()
}
