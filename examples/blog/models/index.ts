/** The models: what the records are, and what the database knows of them. */

export * from './comments.js'
export * from './lists.js'
export * from './posts.js'
export * from './records.js'
export * from './sessions.js'
export * from './users.js'
