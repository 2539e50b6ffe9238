/** Posts in the database. Drafts are for those who write. */

import type { Database } from '../database.js'
import { query, write } from '../database.js'
import type { CommentRow, PostRow } from '../records.js'

export const PAGE_SIZE = 10

const COLUMNS = 'posts.id, posts.userId, title, text, published, createdAt, users.name AS author'

interface Choice {
  readonly page: number
  readonly drafts: boolean
  readonly words?: string
}

/** One page, the newest first, and whether there are more; `words` are looked for in titles and texts. */
export async function listPosts (db: Database, { page, drafts, words = '' }: Choice): Promise<{ posts: PostRow[], hasMore: boolean }> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await query<StoredPost>(db, `SELECT ${COLUMNS} FROM posts JOIN users ON users.id = userId
    WHERE (published OR ?) AND (title LIKE ? ESCAPE '\\' OR text LIKE ? ESCAPE '\\')
    ORDER BY posts.id DESC LIMIT ? OFFSET ?`, [drafts, pattern, pattern, PAGE_SIZE + 1, (page - 1) * PAGE_SIZE])
  return { posts: rows.slice(0, PAGE_SIZE).map(toPost), hasMore: rows.length > PAGE_SIZE }
}

export async function findPost (db: Database, id: number): Promise<PostRow | undefined> {
  const [row] = await query<StoredPost>(db, `SELECT ${COLUMNS} FROM posts JOIN users ON users.id = userId WHERE posts.id = ?`, [id])
  return row === undefined ? undefined : toPost(row)
}

export async function createPost (db: Database, userId: number, { title, text }: Pick<PostRow, 'title' | 'text'>): Promise<number> {
  return await write(db, 'INSERT INTO posts (userId, title, text) VALUES (?, ?, ?)', [userId, title, text])
}

export async function updatePost (db: Database, id: number, { title, text }: Partial<PostRow>): Promise<void> {
  await write(db, 'UPDATE posts SET title = coalesce(?, title), text = coalesce(?, text) WHERE id = ?', [title ?? null, text ?? null, id])
}

export async function publishPost (db: Database, id: number): Promise<void> {
  await write(db, 'UPDATE posts SET published = 1 WHERE id = ?', [id])
}

/** With its comments. */
export async function deletePost (db: Database, id: number): Promise<void> {
  await write(db, 'DELETE FROM posts WHERE id = ?', [id])
}

const COMMENTS = 'SELECT comments.id, userId, text, createdAt, users.name AS author FROM comments JOIN users ON users.id = userId WHERE postId = ?'

export async function listComments (db: Database, postId: number): Promise<CommentRow[]> {
  return await query(db, `${COMMENTS} ORDER BY comments.id`, [postId])
}

export async function findComment (db: Database, postId: number, id: number): Promise<CommentRow | undefined> {
  return (await query<CommentRow>(db, `${COMMENTS} AND comments.id = ?`, [postId, id]))[0]
}

export async function createComment (db: Database, { postId, userId, text }: { postId: number, userId: number, text: string }): Promise<number> {
  return await write(db, 'INSERT INTO comments (postId, userId, text) VALUES (?, ?, ?)', [postId, userId, text])
}

export async function deleteComment (db: Database, id: number): Promise<void> {
  await write(db, 'DELETE FROM comments WHERE id = ?', [id])
}

type StoredPost = Omit<PostRow, 'published'> & { published: number }

function toPost (row: StoredPost): PostRow {
  return { ...row, published: row.published === 1 }
}
