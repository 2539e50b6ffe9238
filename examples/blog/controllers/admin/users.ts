/** Users, for admins: the scope of the namespace lets in nobody else. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { controller, formValues } from 'fastify-resources'
import type { FormErrors } from 'fastify-resources'
import { answer, answerDeleted, answerList, answerSaved } from '../../answers.js'
import { httpError } from '../../errors.js'
import { form } from '../../forms.js'
import { RangeQuery } from '../../models/lists.js'
import { deleteUser, findUser, listUsers, updateUser } from '../../models/users.js'
import { ROLES, User } from '../../records.js'
import type { UserRow } from '../../records.js'

export default function usersController ({ db }: FastifyInstance) {
  const showForm = async (request: FastifyRequest, reply: FastifyReply, errors?: FormErrors) =>
    await reply.viewAsync('admin/users/edit', { title: 'Edit user', user: { ...request.record, ...formValues(request) }, roles: ROLES, errors })

  return controller('admin/users', {
    record: User,
    responses: true,
    load: (id) => findUser(db, id),
    index: {
      schema: { querystring: RangeQuery },
      handler: async (request, reply) => {
        const list = listUsers(db, request.query)
        return await answerList(reply, list, () => reply.viewAsync('admin/users/index', { title: 'Users', list }))
      }
    },
    show: async ({ record, urlFor }, reply) => await answer(reply, record, () => reply.redirect(urlFor.editAdminUserPath(record), 303)),
    edit: async (request, reply) => await showForm(request, reply),
    update: {
      ...form(showForm),
      handler: async ({ body, record, user, urlFor }, reply) => {
        if (body.user.role !== undefined && body.user.role !== record.role) refuseSelf(record, user)
        const saved = updateUser(db, record, body.user) as UserRow
        return await answerSaved(reply, saved, urlFor.adminUsersPath(), `${saved.name} is saved.`)
      }
    },
    delete: async ({ record }, reply) => await reply.viewAsync('admin/users/delete', { title: 'Delete this user?', user: record }),
    destroy: async ({ record, user, urlFor }, reply) => {
      refuseSelf(record, user)
      deleteUser(db, record)
      return await answerDeleted(reply, urlFor.adminUsersPath(), `${record.name} is deleted, with all posts and comments.`)
    }
  })
}

/** So that there is always an admin left. */
function refuseSelf ({ id }: UserRow, self: UserRow | null): void {
  if (id === self?.id) throw httpError(409, 'This is your own account: another admin may change its role or delete it.')
}
