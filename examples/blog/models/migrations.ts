/** The tables, step by step. Never change a step that has run somewhere: add another. */

const USER = 'userId INTEGER NOT NULL REFERENCES users ON DELETE CASCADE'
const ADD_WORDS = 'INSERT INTO words (rowid, title, text) VALUES (new.id, new.title, new.text)'
const REMOVE_WORDS =
  "INSERT INTO words (words, rowid, title, text) VALUES ('delete', old.id, old.title, old.text)"

export const STEPS: readonly string[] = [`
  CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE COLLATE NOCASE,
    password TEXT NOT NULL,
    role TEXT NOT NULL DEFAULT 'reader' CHECK (role IN ('reader', 'author', 'admin')),
    joinedAt TEXT NOT NULL
  );
  CREATE TABLE sessions (key TEXT PRIMARY KEY, ${USER}, expiresAt INTEGER NOT NULL);
  CREATE TABLE posts (
    id INTEGER PRIMARY KEY,
    ${USER},
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    published INTEGER NOT NULL DEFAULT 0,
    version INTEGER NOT NULL DEFAULT 1,
    -- Lists have the highest first. A post gets one when it is written, and another when first published.
    position INTEGER NOT NULL,
    createdAt TEXT NOT NULL,
    publishedAt TEXT,
    updatedAt TEXT NOT NULL
  );
  CREATE TABLE comments (
    id INTEGER PRIMARY KEY,
    postId INTEGER NOT NULL REFERENCES posts ON DELETE CASCADE,
    ${USER},
    text TEXT NOT NULL,
    createdAt TEXT NOT NULL
  );
  CREATE INDEX sessions_by_user ON sessions (userId);
  CREATE INDEX posts_by_user ON posts (userId);
  CREATE INDEX posts_by_position ON posts (position);
  CREATE INDEX comments_by_post ON comments (postId, id);
  CREATE INDEX comments_by_user ON comments (userId);

  -- The words of posts, for the search.
  CREATE VIRTUAL TABLE words USING fts5(
    title, text, content = 'posts', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE TRIGGER posts_inserted AFTER INSERT ON posts BEGIN ${ADD_WORDS}; END;
  CREATE TRIGGER posts_deleted AFTER DELETE ON posts BEGIN ${REMOVE_WORDS}; END;
  CREATE TRIGGER posts_updated AFTER UPDATE OF title, text ON posts BEGIN ${REMOVE_WORDS}; ${ADD_WORDS}; END;

  CREATE TABLE secrets (secret TEXT NOT NULL);
  INSERT INTO secrets VALUES (hex(randomblob(32)));
`]
