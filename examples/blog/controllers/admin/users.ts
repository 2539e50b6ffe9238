/** Users, for admins: the scope of the namespace lets in nobody else. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import { answerDeleted, answerInvalid, answerSaved } from '../../answers.js'
import { deleteUser, findUser, listUsers, updateUser } from '../../models/users.js'
import { mistakesOf, typedTexts } from '../../pages.js'
import { ROLES, User } from '../../records.js'
import type { UserRow } from '../../records.js'
import { httpError } from '../../visitors.js'
import { listToXml } from '../../xml.js'

export default function usersController ({ db }: FastifyInstance) {
  async function find (id: number): Promise<UserRow> {
    const user = await findUser(db, id)
    if (user === undefined) throw httpError(404, 'There is no such user.')
    return user
  }

  /** So that there is always an admin left. */
  function refuseSelf (id: number, self: UserRow | null): void {
    if (id === self?.id) throw httpError(409, 'That would be yourself: let another admin do it.')
  }

  return controller('admin/users', {
    record: User,
    responses: true,
    index: async (_request, reply) => {
      const users = await listUsers(db)
      return await reply.respondTo({
        html: async () => await reply.viewAsync('admin/users/index', { title: 'Users', users }),
        json: () => users,
        xml: () => listToXml({ users: 'user' }, users, User)
      })
    },
    edit: async (request, reply) => await reply.viewAsync('admin/users/edit', { title: 'Edit user', user: await find(request.params.id), roles: ROLES }),
    update: {
      attachValidation: true,
      handler: async (request, reply) => {
        const user = await find(request.params.id)
        const errors = mistakesOf(request)
        if (errors !== undefined) {
          return await answerInvalid(request, reply, () => reply.viewAsync('admin/users/edit', { title: 'Edit user', user: { ...user, ...typedTexts(request.body?.user) }, roles: ROLES, errors }))
        }
        const { role } = request.body.user
        if (role !== undefined && role !== user.role) refuseSelf(user.id, request.user)
        await updateUser(db, user.id, request.body.user)
        return await answerSaved(reply, { path: request.urlFor.adminUsersPath(), message: `${user.name} is saved.`, name: 'user', schema: User, record: await find(user.id) })
      }
    },
    delete: async (request, reply) => await reply.viewAsync('admin/users/delete', { title: 'Delete this user?', user: await find(request.params.id) }),
    destroy: async (request, reply) => {
      const { id, name } = await find(request.params.id)
      refuseSelf(id, request.user)
      await deleteUser(db, id)
      return await answerDeleted(reply, { path: request.urlFor.adminUsersPath(), message: `${name} is deleted, with all that was theirs.` })
    }
  })
}
