/** Posts in the database. Only authors and admins see drafts. */

import { Type, type Static } from '@fastify/type-provider-typebox'
import { fieldError } from 'fastify-resources'
import { NOW, type Database } from './database.js'
import { found } from './errors.js'
import type { PostRow, UserRow } from './records.js'
import { Page, readList, type List } from './lists.js'
import { insertOnce } from './once.js'
import { isWriter } from './users.js'

const COLUMNS =
  'posts.id, posts.userId, posts.title, posts.text, published, publishedAt, position, version, createdAt, ' +
    "coalesce(nullif(updatedAt, ''), createdAt) AS updatedAt, users.name AS author, users.role"
const POSTS = 'posts JOIN users ON users.id = posts.userId'

// A post is the newest when it is written, and again when it is first published.
const newestBut = (id: string) => `(SELECT coalesce(max(position), 0) + 1 FROM posts WHERE id IS NOT ${id})`

// Each word takes time, and all other requests wait.
const MOST_WORDS = 8

/** `q` has words of titles or texts, or the beginnings of words. */
export const Search = Type.Object({ ...Page.properties, q: Type.Optional(Type.String({ maxLength: 100 })) })

export function listPosts (
  db: Database, { q = '', ...range }: Static<typeof Search>, user: UserRow | null
): List<PostRow> {
  const words = [...new Set(q.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu))].slice(0, MOST_WORDS)
  const search =
    q.trim() === ''
      ? { from: POSTS, where: '', values: [] }
      : {
          from: `words JOIN ${POSTS} AND posts.id = words.rowid`,
          where: ' AND words MATCH ?',
          values: [words.map((word) => `"${word}"*`).join(' ') || '""'],
          query: { q }
        }
  const where = (isWriter(user) ? 'true' : 'published') + search.where
  const list = readList<StoredPost>(
    db,
    { ...search, columns: COLUMNS, where, order: 'posts.position', key: 'position', size: 10 },
    range
  )
  return { ...list, items: list.items.map(toPost) }
}

export function findPost (db: Database, id: number, user: UserRow | null): PostRow | undefined {
  return readPost(db, id, isWriter(user))
}

function readPost (db: Database, id: number, drafts = true): PostRow | undefined {
  const row = db.get<StoredPost>(
    `SELECT ${COLUMNS} FROM ${POSTS} WHERE posts.id = ? AND (published OR ?)`,
    id,
    Number(drafts)
  )
  return row === undefined ? undefined : toPost(row)
}

type Content = Pick<PostRow, 'title' | 'text'>

export function createPost (
  db: Database, { id: userId }: Pick<UserRow, 'id'>, { title, text }: Content
): PostRow {
  return found(
    readPost(db, insertOnce(db, 'posts', { userId, title, text }, { position: newestBut('NULL') }))
  )
}

/** Throws if somebody else has changed the post since. */
export function updatePost (
  db: Database, { id, version, ...post }: PostRow, changes: Partial<Content> & { version?: number }
): PostRow {
  const { title, text } = { ...post, ...changes }
  const { changes: count } = db.run(
    `UPDATE posts SET title = ?, text = ?, version = version + 1, updatedAt = ${NOW} WHERE id = ? AND ` +
      'version = ?',
    title,
    text,
    id,
    changes.version ?? version
  )
  if (count === 0) {
    throw fieldError('post[version]', 'is not the newest: somebody has changed the post since', {
      statusCode: 409
    })
  }
  return found(readPost(db, id))
}

export function setPublished (db: Database, { id }: PostRow, published: boolean): PostRow {
  db.transaction(() => {
    db.run(`UPDATE posts SET published = ?, updatedAt = ${NOW} WHERE id = ?`, Number(published), id)
    db.run(
      `UPDATE posts SET publishedAt = ${NOW}, position = ${newestBut('?')} WHERE id = ? AND published AND ` +
        'publishedAt IS NULL',
      id,
      id
    )
  })
  return found(readPost(db, id))
}

/** With its comments. */
export function deletePost (db: Database, { id }: PostRow): void {
  db.run('DELETE FROM posts WHERE id = ?', id)
}

type StoredPost = Omit<PostRow, 'published'> & { published: number }

function toPost (row: StoredPost): PostRow {
  return { ...row, published: row.published === 1 }
}
