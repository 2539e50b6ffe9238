/** Posts in the database. Only authors and admins see drafts. */

import { Type, type Static } from '@fastify/type-provider-typebox'
import { staleError } from 'fastify-resources'
import { get, now, run, transaction, type Database } from './database.js'
import { found } from './errors.js'
import type { PostRow, UserRow } from './records.js'
import { Page, readList, type List, type Range } from './lists.js'
import { isWriter } from './users.js'

/** With their authors. */
const SOURCE = {
  columns: 'posts.*, users.name AS author, users.role',
  from: 'posts JOIN users ON users.id = posts.userId',
  order: 'position',
  size: 10
} as const

/** SQLite has no booleans. */
const toPost = (row: PostRow): PostRow => ({ ...row, published: Boolean(row.published) })

const visibleTo = (user: UserRow | null): string => isWriter(user) ? '1' : 'published = 1'

/** `q` has words of titles or texts, or the beginnings of words. */
export const Search = Type.Object({ ...Page.properties, q: Type.Optional(Type.String({ maxLength: 100 })) })

export function listPosts (
  db: Database, { q = '', ...range }: Static<typeof Search>, user: UserRow | null
): List<PostRow> {
  const where = visibleTo(user)
  if (q.trim() === '') return readPosts(db, { where }, range)
  const search = {
    where: `${where} AND posts.id IN (SELECT rowid FROM words WHERE words MATCH ?)`,
    values: [matchOf(q)],
    query: { q }
  }
  return readPosts(db, search, range)
}

// Each word takes time, and all other requests wait.
const MOST_WORDS = 8

/** All words of a text, or words that begin so. */
function matchOf (text: string): string {
  const words = [...new Set(text.match(/[\p{L}\p{N}\p{M}]+/gu))].slice(0, MOST_WORDS)
  return words.map((word) => `"${word}"*`).join(' ') || '""'
}

/** Those that the user may publish: of an author their own, of an admin all. */
export function listDrafts (db: Database, range: Range, user: UserRow): List<PostRow> {
  const where = 'published = 0'
  if (user.role === 'admin') return readPosts(db, { where }, range)
  return readPosts(db, { where: `${where} AND posts.userId = ?`, values: [user.id] }, range)
}

function readPosts (db: Database, source: object, range: Range): List<PostRow> {
  const list = readList<PostRow>(db, { ...SOURCE, ...source }, range)
  return { ...list, items: list.items.map(toPost) }
}

export function findPost (db: Database, id: number, user: UserRow | null): PostRow | undefined {
  const sql = `SELECT ${SOURCE.columns} FROM ${SOURCE.from} WHERE posts.id = ? AND ${visibleTo(user)}`
  const row = get<PostRow>(db, sql, id)
  return row && toPost(row)
}

function readPost (db: Database, id: number): PostRow {
  const sql = `SELECT ${SOURCE.columns} FROM ${SOURCE.from} WHERE posts.id = ?`
  return toPost(found(get<PostRow>(db, sql, id)))
}

const NEWEST = '(SELECT coalesce(max(position), 0) + 1 FROM posts)'

type Content = Pick<PostRow, 'title' | 'text'>

export function createPost (
  db: Database, { id: userId }: Pick<UserRow, 'id'>, { title, text }: Content
): PostRow {
  const time = now()
  const post = get<{ id: number }>(
    db,
    `INSERT INTO posts (userId, title, text, position, createdAt, updatedAt)
     VALUES (?, ?, ?, ${NEWEST}, ?, ?) RETURNING id`,
    userId, title, text, time, time
  )
  return readPost(db, post!.id)
}

/** The version that a client has read, or null where any will do. */
type Expected = number | null

/** Changes only what is given: others may have changed the rest. */
export function updatePost (
  db: Database,
  { id }: PostRow,
  { title = null, text = null }: { [name in keyof Content]?: string | null | undefined },
  version: Expected = null
): PostRow {
  return changePost(db, id, version, 'title = coalesce(?, title), text = coalesce(?, text)', [title, text])
}

/** It stands where it was first published. */
export function setPublished (
  db: Database, { id }: PostRow, published: boolean, version: Expected = null
): PostRow {
  const first = `position = iif(publishedAt IS NULL, ${NEWEST}, position), publishedAt = coalesce(publishedAt, ?)`
  return published
    ? changePost(db, id, version, `published = 1, ${first}`, [now()])
    : changePost(db, id, version, 'published = 0', [])
}

/** With its comments. */
export function deletePost (db: Database, { id }: PostRow, version: Expected = null): void {
  transaction(db, () => {
    if (run(db, 'DELETE FROM posts WHERE id = ? AND version = coalesce(?, version)', id, version) === 0) {
      refuse(db, id)
    }
  })
}

function changePost (
  db: Database, id: number, version: Expected, changes: string, values: ReadonlyArray<string | null>
): PostRow {
  return transaction(db, () => {
    const sql = `UPDATE posts SET ${changes}, version = version + 1, updatedAt = ?
      WHERE id = ? AND version = coalesce(?, version)`
    if (run(db, sql, ...values, now(), id, version) === 0) refuse(db, id)
    return readPost(db, id)
  })
}

/** No row fits: somebody has deleted the post, or changed it. */
function refuse (db: Database, id: number): never {
  readPost(db, id)
  throw staleError()
}
