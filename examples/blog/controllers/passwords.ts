/** A new password for who knows the old one. It ends the user's other sessions. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { controller } from 'fastify-resources'
import type { FormErrors } from 'fastify-resources'
import { answerDeleted } from '../answers.js'
import { form, mistake } from '../forms.js'
import { deleteSessions } from '../models/sessions.js'
import { authenticate, updatePassword } from '../models/users.js'
import { Password } from '../records.js'
import { byUser, sessionToken } from '../visitors.js'

export default function passwordsController ({ db }: FastifyInstance) {
  const showForm = async (_request: FastifyRequest, reply: FastifyReply, errors?: FormErrors) => await reply.viewAsync('passwords/show', { title: 'New password', errors })

  return controller('passwords', {
    routeOptions: byUser,
    record: Password,
    show: async (request, reply) => await showForm(request, reply),
    create: {
      ...form(showForm),
      handler: async (request, reply) => {
        const { current, password } = request.body.password
        await request.server.limitTries(request, reply, request.user!.email)
        const user = await authenticate(db, request.user!.email, current)
        if (user === undefined) throw mistake('password[current]', 'is wrong')
        await updatePassword(db, user, password)
        deleteSessions(db, user, sessionToken(request))
        return await answerDeleted(reply, request.urlFor.accountPath(), 'The new password is saved. All other browsers are logged out.')
      }
    }
  })
}
