/** The tables, step by step. A step that has run somewhere is never changed: add another. */

const NOW = "(strftime('%Y-%m-%dT%H:%M:%SZ'))"

export const migrations: ReadonlyArray<readonly string[]> = [
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
  ]
]
