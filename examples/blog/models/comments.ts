/** Comments in the database. */

import type { Database } from '../database.js'
import type { CommentRow, PostRow, UserRow } from '../records.js'
import { readList } from './lists.js'
import type { List, Range } from './lists.js'

const COLUMNS = 'comments.id, userId, text, createdAt, users.name AS author'
const COMMENTS = 'comments JOIN users ON users.id = userId'

export function listComments (db: Database, { id }: PostRow, range: Range = {}): List<CommentRow> {
  return readList(db, { columns: COLUMNS, from: COMMENTS, where: 'postId = ?', values: [id], id: 'comments.id', size: 50 }, range)
}

export function findComment (db: Database, post: PostRow, id: number): CommentRow | undefined {
  return db.get(`SELECT ${COLUMNS} FROM ${COMMENTS} WHERE postId = ? AND comments.id = ?`, post.id, id)
}

/** The same again within a minute is the same comment, sent twice. */
export function createComment (db: Database, post: PostRow, user: UserRow, text: string): CommentRow {
  return db.transaction(() => {
    const twin = db.get<{ id: number }>("SELECT id FROM comments WHERE postId = ? AND userId = ? AND text = ? AND createdAt > strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-1 minute')", post.id, user.id, text)
    return findComment(db, post, twin?.id ?? db.run('INSERT INTO comments (postId, userId, text) VALUES (?, ?, ?)', post.id, user.id, text).id) as CommentRow
  })
}

export function deleteComment (db: Database, { id }: CommentRow): void {
  db.run('DELETE FROM comments WHERE id = ?', id)
}
