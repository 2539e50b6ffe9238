/** Users, for admins: the scope of the namespace refuses everyone else. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import {
  deleteUser, findUser, listUsers, NewPassword, Page, resetPassword, updateUser, User
} from '../../models/index.js'
import {
  answer, answerDeleted, answerList, answerSaved, form, showDelete, showForm
} from '../../web/index.js'

export default ({ db }: FastifyInstance) =>
  controller('admin/users', {
    record: User,
    responses: { reset: NewPassword },
    load: (id) => findUser(db, id),
    index: {
      schema: { querystring: Page },
      handler: async ({ query }, reply) => await answerList(reply, listUsers(db, query))
    },
    show: ({ record, urlFor }, reply) => answer(reply, record, urlFor.editAdminUserPath(record)),
    edit: { schema: { hide: true }, handler: showForm },
    update: {
      ...form(),
      handler: async ({ body, record, urlFor }, reply) => {
        const user = updateUser(db, record, body.user)
        return await answerSaved(reply, user, 'The user is saved.', urlFor.adminUsersPath())
      }
    },
    reset: async ({ record }, reply) =>
      await answer(reply, { ...record, password: await resetPassword(db, record) }),
    delete: { schema: { hide: true }, handler: showDelete },
    destroy: async ({ record, urlFor }, reply) => {
      deleteUser(db, record)
      return await answerDeleted(
        reply,
        `${record.name} is deleted, with all posts and comments.`,
        urlFor.adminUsersPath()
      )
    }
  })
