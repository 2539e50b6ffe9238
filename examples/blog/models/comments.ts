/** Comments in the database. */

import type { Database } from './database.js'
import { found } from './errors.js'
import type { CommentRow, PostRow, UserRow } from './records.js'
import { readList, type List, type Range } from './lists.js'
import { insertOnce } from './once.js'

const COLUMNS = 'comments.id, userId, text, createdAt, users.name AS author, users.role'
const COMMENTS = 'comments JOIN users ON users.id = userId'

export function listComments (db: Database, { id }: PostRow, range: Range = {}): List<CommentRow> {
  return readList(
    db,
    {
      columns: COLUMNS,
      from: COMMENTS,
      where: 'postId = ?',
      values: [id],
      order: 'comments.id',
      key: 'id',
      size: 50
    },
    range
  )
}

export function findComment (db: Database, post: PostRow, id: number): CommentRow | undefined {
  return db.get(`SELECT ${COLUMNS} FROM ${COMMENTS} WHERE postId = ? AND comments.id = ?`, post.id, id)
}

export function createComment (
  db: Database, post: PostRow, { id: userId }: UserRow, { text }: Pick<CommentRow, 'text'>
): CommentRow {
  return found(findComment(db, post, insertOnce(db, 'comments', { postId: post.id, userId, text })))
}

export function deleteComment (db: Database, { id }: CommentRow): void {
  db.run('DELETE FROM comments WHERE id = ?', id)
}
