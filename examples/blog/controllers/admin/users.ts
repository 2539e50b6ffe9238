/** Users, for admins: the scope of the namespace refuses everyone else. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import { answer, answerDeleted, answerList, answerSaved } from '../../answers.js'
import { form, showForm } from '../../forms.js'
import { RangeQuery } from '../../models/lists.js'
import { deleteUser, findUser, listUsers, updateUser } from '../../models/users.js'
import { showPage } from '../../pages.js'
import { User } from '../../records.js'
import { byAnother, requireAnother } from '../../visitors.js'

export default ({ db }: FastifyInstance) => controller('admin/users', {
  record: User,
  responses: true,
  load: (id) => findUser(db, id),
  index: {
    schema: { querystring: RangeQuery },
    handler: ({ query }, reply) => answerList(reply, listUsers(db, query))
  },
  show: ({ record, urlFor }, reply) => answer(reply, record, urlFor.editAdminUserPath(record)),
  edit: showForm,
  update: {
    ...form(),
    handler: async (request, reply) => {
      const { body, record, urlFor } = request
      if ((body.user.role ?? record.role) !== record.role) await requireAnother(request)
      return await answerSaved(reply, updateUser(db, record, body.user), urlFor.adminUsersPath(), 'The user is saved.')
    }
  },
  delete: { schema: { hide: true }, handler: ({ record }, reply) => showPage(reply, 'delete', { user: record }) },
  destroy: {
    ...byAnother,
    handler: ({ record, urlFor }, reply) => {
      deleteUser(db, record)
      return answerDeleted(reply, urlFor.adminUsersPath(), `${record.name} is deleted, with all posts and comments.`)
    }
  }
})
