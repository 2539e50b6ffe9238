/** The schemas of records. Bodies, ids, answers and API documents follow from them. */

import { Type, type Static, type TSchema } from '@fastify/type-provider-typebox'

/** For properties that a client sees and cannot send. */
const told = <S extends TSchema>(schema: S) =>
  Type.Readonly(Object.assign(schema, { readOnly: true } as const))
/** For properties that a client sends and never sees. */
const secret = (minLength: number, options: object = {}) =>
  Object.assign(Type.String({ minLength, maxLength: 200, ...options }), { writeOnly: true } as const)

/** A password that somebody chooses. */
const newPassword = () => secret(10, { pattern: '\\S' })

// Neither may be blank or invisible (`DI`), or have control characters, which are invalid in XML. Leading
// spaces and the next character have no character in common, so both patterns are linear.
const LINE = '^[\\p{Z}\\p{DI}]*[^\\s\\p{DI}\\u0000-\\u001f\\ufffe\\uffff][^\\u0000-\\u001f\\ufffe\\uffff]*$'
const TEXT =
  '^[\\s\\p{DI}]*[^\\s\\p{DI}\\u0000-\\u001f\\ufffe\\uffff][^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]*$'

const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: LINE })
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: TEXT })

const EMAIL_LENGTH = 200
const email = () => Type.String({ maxLength: EMAIL_LENGTH, format: 'email' })

export const Post = Type.Object({
  id: told(Type.Integer()),
  title: line(120),
  text: text(100_000),
  version: told(Type.Integer()),
  author: told(Type.String()),
  published: told(Type.Boolean()),
  createdAt: told(Type.String()),
  publishedAt: told(Type.Union([Type.String(), Type.Null()], {
    description: 'When it was first published, also of a draft that was; null if it never was'
  })),
  updatedAt: told(Type.String())
})

export const Comment = Type.Object({
  id: told(Type.Integer()),
  text: text(2000),
  author: told(Type.String()),
  createdAt: told(Type.String())
})

/** The ids of comments on one page, to delete all of them. */
export const Selection = Type.Object({
  ids: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
    minItems: 1,
    maxItems: 50
  })
})

export const Account = Type.Object({
  id: told(Type.Integer()),
  name: line(60),
  email: email(),
  role: told(Type.String())
})

/** The body of a sign-up. */
export const NewAccount = Type.Object({
  account: Type.Object({ name: line(60), email: email(), password: newPassword() })
})
export const Password = Type.Object({ current: secret(1), password: newPassword() })
export const Session = Type.Object({
  email: Type.String({ minLength: 1, maxLength: EMAIL_LENGTH }),
  password: secret(1)
})

/** Readers comment, authors write posts, admins change the roles of others. */
const Role = Type.Union([Type.Literal('reader'), Type.Literal('author'), Type.Literal('admin')])

export const User = Type.Object({
  id: told(Type.Integer()),
  name: line(60),
  email: told(Type.String()),
  role: Role,
  joinedAt: told(Type.String())
})

/** A user with the password that an admin has given them: nobody sees it again. */
export const NewPassword = Type.Object({ ...User.properties, password: told(Type.String()) })

export type PostRow = Static<typeof Post> & {
  userId: number,
  position: number,
  role: string
}
export type CommentRow = Static<typeof Comment> & { userId: number, role: string }
export type UserRow = Static<typeof User>
