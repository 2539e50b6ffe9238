/** The tables in SQLite, step by step. */

const NOW = "(strftime('%Y-%m-%dT%H:%M:%SZ'))"
// Forms have CRLF, which counted as two characters.
const UNIFIED = 'replace(replace(text, char(13, 10), char(10)), char(13), char(10))'
const ADD_WORDS = 'INSERT INTO words (rowid, title, text) VALUES (new.id, new.title, new.text)'
const REMOVE_WORDS =
  "INSERT INTO words (words, rowid, title, text) VALUES ('delete', old.id, old.title, old.text)"

export const SQLITE: ReadonlyArray<readonly string[]> = [
  [
    `CREATE TABLE users (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      email TEXT NOT NULL UNIQUE COLLATE NOCASE,
      password TEXT NOT NULL,
      role TEXT NOT NULL DEFAULT 'reader' CHECK (role IN ('reader', 'author', 'admin'))
    )`,
    `CREATE TABLE sessions (
      key TEXT PRIMARY KEY,
      userId INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
      expiresAt INTEGER NOT NULL
    )`,
    `CREATE TABLE posts (
      id INTEGER PRIMARY KEY,
      userId INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
      title TEXT NOT NULL,
      text TEXT NOT NULL,
      published INTEGER NOT NULL DEFAULT 0,
      createdAt TEXT NOT NULL DEFAULT ${NOW}
    )`,
    `CREATE TABLE comments (
      id INTEGER PRIMARY KEY,
      postId INTEGER NOT NULL REFERENCES posts ON DELETE CASCADE,
      userId INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
      text TEXT NOT NULL,
      createdAt TEXT NOT NULL DEFAULT ${NOW}
    )`
  ],
  [
    'CREATE INDEX posts_by_user ON posts (userId)',
    'CREATE INDEX comments_by_post ON comments (postId)',
    'CREATE INDEX comments_by_user ON comments (userId)',
    'CREATE INDEX sessions_by_user ON sessions (userId)'
  ],
  [
    'ALTER TABLE posts ADD COLUMN version INTEGER NOT NULL DEFAULT 1',
    "ALTER TABLE posts ADD COLUMN updatedAt TEXT NOT NULL DEFAULT ''",
    'UPDATE posts SET updatedAt = createdAt',
    "ALTER TABLE sessions ADD COLUMN createdAt TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT ''",
    'CREATE INDEX sessions_by_expiry ON sessions (expiresAt)',
    'CREATE INDEX posts_published ON posts (id) WHERE published',
    // The words of posts, for the search.
    "CREATE VIRTUAL TABLE words USING fts5(title, text, content = 'posts', content_rowid = 'id', tokenize " +
      "= 'unicode61 remove_diacritics 2')",
    `CREATE TRIGGER posts_inserted AFTER INSERT ON posts BEGIN ${ADD_WORDS}; END`,
    `CREATE TRIGGER posts_deleted AFTER DELETE ON posts BEGIN ${REMOVE_WORDS}; END`,
    'CREATE TRIGGER posts_updated AFTER UPDATE OF title, text ON ' +
      `posts BEGIN ${REMOVE_WORDS}; ${ADD_WORDS}; END`,
    "INSERT INTO words (words) VALUES ('rebuild')"
  ],
  [
    // Lists have the newest position first: a post gets one when it is written, and another when it is first
    // published.
    'ALTER TABLE posts ADD COLUMN position INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE posts ADD COLUMN publishedAt TEXT',
    'UPDATE posts SET position = id, publishedAt = iif(published, createdAt, NULL)',
    'CREATE INDEX posts_by_position ON posts (position)',
    'DROP INDEX posts_published',
    'CREATE INDEX posts_published ON posts (position) WHERE published',
    ...['posts', 'comments'].map(
      (table) => `UPDATE ${table} SET text = ${UNIFIED} WHERE text LIKE '%' || char(13) || '%'`
    )
  ],
  ["ALTER TABLE users ADD COLUMN joinedAt TEXT NOT NULL DEFAULT ''"],
  [
    "UPDATE posts SET updatedAt = createdAt WHERE updatedAt = ''",
    'CREATE TABLE limits (key TEXT PRIMARY KEY, tries INTEGER NOT NULL, expiresAt INTEGER NOT NULL)',
    'CREATE INDEX limits_by_expiry ON limits (expiresAt)'
  ],
  // Signs cookies, so that browsers stay known after a restart. With PostgreSQL the environment names it.
  ['CREATE TABLE secrets (secret TEXT NOT NULL)', 'INSERT INTO secrets VALUES (hex(randomblob(32)))']
]
