/** Posts in the database. Drafts are for those who write. */

import type { Database } from '../database.js'
import type { PostRow, UserRow } from '../records.js'
import { readList } from './lists.js'
import type { List, Range } from './lists.js'

const COLUMNS = 'posts.id, posts.userId, posts.title, posts.text, published, version, createdAt, updatedAt, users.name AS author'
const POSTS = 'posts JOIN users ON users.id = posts.userId'
const NOW = "strftime('%Y-%m-%dT%H:%M:%SZ')"

interface Choice extends Range {
  readonly drafts: boolean
  /** Words that titles or texts have, or that their words begin with. */
  readonly q?: string | undefined
}

export function listPosts (db: Database, { drafts, q, ...range }: Choice): List<PostRow> {
  const words = q?.match(/[\p{L}\p{N}\p{M}]+/gu)
  const search = q === undefined ? [] : [words?.map((word) => `"${word}"*`).join(' ') ?? '""']
  const list = readList<StoredPost>(db, {
    columns: COLUMNS,
    from: q === undefined ? POSTS : 'words JOIN posts ON posts.id = words.rowid JOIN users ON users.id = posts.userId',
    where: `${drafts ? 'true' : 'published'}${q === undefined ? '' : ' AND words MATCH ?'}`,
    values: search,
    id: q === undefined ? 'posts.id' : 'words.rowid',
    size: 10
  }, range)
  return { ...list, items: list.items.map(toPost) }
}

export function findPost (db: Database, id: number, drafts = true): PostRow | undefined {
  const row = db.get<StoredPost>(`SELECT ${COLUMNS} FROM ${POSTS} WHERE posts.id = ? AND (published OR ?)`, id, Number(drafts))
  return row === undefined ? undefined : toPost(row)
}

type Content = Pick<PostRow, 'title' | 'text'>

/** The same again within a minute is the same post, sent twice. */
export function createPost (db: Database, { id: userId }: UserRow, { title, text }: Content): PostRow {
  return db.transaction(() => {
    const twin = db.get<{ id: number }>('SELECT id FROM posts WHERE userId = ? AND title = ? AND text = ? AND createdAt > strftime(\'%Y-%m-%dT%H:%M:%SZ\', \'now\', \'-1 minute\')', userId, title, text)
    return findPost(db, twin?.id ?? db.run(`INSERT INTO posts (userId, title, text, updatedAt) VALUES (?, ?, ?, ${NOW})`, userId, title, text).id) as PostRow
  })
}

/** Undefined where the version that was changed is not the newest one. */
export function updatePost (db: Database, { id, version, ...post }: PostRow, changes: Partial<Content> & { version?: number }): PostRow | undefined {
  const { title, text } = { ...post, ...changes }
  const { changes: count } = db.run(`UPDATE posts SET title = ?, text = ?, version = version + 1, updatedAt = ${NOW} WHERE id = ? AND version = ?`, title, text, id, changes.version ?? version)
  return count === 0 ? undefined : findPost(db, id)
}

export function publishPost (db: Database, { id }: PostRow, published: boolean): PostRow {
  db.run(`UPDATE posts SET published = ?, updatedAt = ${NOW} WHERE id = ?`, Number(published), id)
  return findPost(db, id) as PostRow
}

/** With its comments. */
export function deletePost (db: Database, { id }: PostRow): void {
  db.run('DELETE FROM posts WHERE id = ?', id)
}

type StoredPost = Omit<PostRow, 'published'> & { published: number }

function toPost (row: StoredPost): PostRow {
  return { ...row, published: row.published === 1 }
}
