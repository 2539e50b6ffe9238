/** Users, for admins: the scope of the namespace refuses everyone else. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import { deleteUser, findUser, listUsers, Page, resetPassword, updateUser, User } from '../../models/index.js'
import {
  answer, answerDeleted, answerList, answerSaved, form, showDelete, showForm, showPage
} from '../../web/index.js'

export default ({ db }: FastifyInstance) =>
  controller('admin/users', {
    record: User,
    responses: true,
    load: (id) => findUser(db, id),
    index: {
      schema: { querystring: Page },
      handler: ({ query }, reply) => answerList(reply, listUsers(db, query))
    },
    show: ({ record, urlFor }, reply) => answer(reply, record, urlFor.editAdminUserPath(record)),
    edit: showForm,
    update: {
      ...form(),
      handler: ({ body, record, urlFor }, reply) =>
        answerSaved(reply, updateUser(db, record, body.user), 'The user is saved.', urlFor.adminUsersPath())
    },
    reset: {
      schema: { hide: true },
      handler: async ({ record }, reply) =>
        await showPage(reply, 'reset', { user: record, password: await resetPassword(db, record) })
    },
    delete: { schema: { hide: true }, handler: showDelete },
    destroy: ({ record, urlFor }, reply) => {
      deleteUser(db, record)
      return answerDeleted(
        reply,
        `${record.name} is deleted, with all posts and comments.`,
        urlFor.adminUsersPath()
      )
    }
  })
