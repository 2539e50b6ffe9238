/** Comments in the database. */

import { get, now, run, type Database } from './database.js'
import type { CommentRow, PostRow, UserRow } from './records.js'
import { readList, type List, type Range } from './lists.js'

/** With their authors. */
const SOURCE = {
  columns: 'comments.id, userId, text, createdAt, users.name AS author, users.role',
  from: 'comments JOIN users ON users.id = userId',
  where: 'postId = ?',
  order: 'comments.id',
  size: 50
} as const

export function listComments (db: Database, { id }: PostRow, range: Range = {}): List<CommentRow> {
  return readList<CommentRow>(db, { ...SOURCE, values: [id] }, range)
}

export function findComment (db: Database, { id: postId }: PostRow, id: number): CommentRow | undefined {
  const sql = `SELECT ${SOURCE.columns} FROM ${SOURCE.from} WHERE postId = ? AND comments.id = ?`
  return get<CommentRow>(db, sql, postId, id)
}

export function createComment (
  db: Database, post: PostRow, { id: userId }: UserRow, { text }: Pick<CommentRow, 'text'>
): CommentRow {
  const sql = 'INSERT INTO comments (postId, userId, text, createdAt) VALUES (?, ?, ?, ?) RETURNING id'
  const comment = get<{ id: number }>(db, sql, post.id, userId, text, now())
  return findComment(db, post, comment!.id)!
}

/** Returns how many of them the post had. */
export function deleteComments (db: Database, { id: postId }: PostRow, ids: readonly number[]): number {
  const places = ids.map(() => '?').join()
  return run(db, `DELETE FROM comments WHERE postId = ? AND id IN (${places})`, postId, ...ids)
}
