/** What each record holds: bodies, ids, answers and API documents are derived from these. */

import { Type } from '@fastify/type-provider-typebox'
import type { Static } from '@fastify/type-provider-typebox'

const Id = Type.Readonly(Type.Integer({ readOnly: true }))

/** No control characters but tabs and line ends: neither pages nor XML can hold them. */
const PLAIN = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]*$'

const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f\\ufffe\\uffff]*\\S[^\\u0000-\\u001f\\ufffe\\uffff]*$' })
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: PLAIN })

export const Post = Type.Object({
  id: Id,
  title: line(120),
  text: text(20_000),
  author: Type.Readonly(Type.String({ readOnly: true })),
  published: Type.Readonly(Type.Boolean({ readOnly: true })),
  createdAt: Type.Readonly(Type.String({ readOnly: true }))
})

export const Comment = Type.Object({
  id: Id,
  text: text(2000),
  author: Type.Readonly(Type.String({ readOnly: true })),
  createdAt: Type.Readonly(Type.String({ readOnly: true }))
})

export const Account = Type.Object({
  id: Id,
  name: line(60),
  email: Type.String({ maxLength: 200, format: 'email' }),
  password: Object.assign(Type.String({ minLength: 10, maxLength: 200 }), { writeOnly: true } as const),
  role: Type.Readonly(Type.String({ readOnly: true }))
})

export const Session = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 200 }),
  password: Object.assign(Type.String({ minLength: 1, maxLength: 200 }), { writeOnly: true } as const)
})

/** A reader comments, an author writes posts, an admin changes what everybody is. */
export const ROLES = ['reader', 'author', 'admin'] as const

export const User = Type.Object({
  id: Id,
  name: line(60),
  email: Type.Readonly(Type.String({ readOnly: true })),
  role: Type.Union(ROLES.map((role) => Type.Literal(role)))
})

export type PostRow = Static<typeof Post> & { userId: number }
export type CommentRow = Static<typeof Comment> & { userId: number }
export type UserRow = Static<typeof User>
