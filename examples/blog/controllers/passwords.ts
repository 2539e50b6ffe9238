/** Changes a password; the form asks for the old one. It ends the user's other sessions. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import { answerDeleted } from '../answers.js'
import { mistake } from '../errors.js'
import { form, showForm } from '../forms.js'
import { deleteSessions } from '../models/sessions.js'
import { authenticate, updatePassword } from '../models/users.js'
import { Password } from '../records.js'
import { byUser, sessionToken } from '../visitors.js'

export default ({ db }: FastifyInstance) => controller('passwords', {
  routeOptions: byUser,
  record: Password,
  show: { schema: { hide: true }, handler: showForm },
  create: {
    ...form(),
    handler: async (request, reply) => {
      const { email } = request.user!
      await request.server.limitTries(request, reply, email)
      const user = await authenticate(db, email, request.body.password.current)
      if (user === undefined) throw mistake('password[current]', 'is wrong')
      await updatePassword(db, user, request.body.password.password)
      deleteSessions(db, user, sessionToken(request))
      return await answerDeleted(reply, request.urlFor.accountPath(), 'The new password is saved. All other browsers are logged out.')
    }
  }
})
