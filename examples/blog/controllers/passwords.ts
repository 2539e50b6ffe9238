/** Changes a password; the form asks for the old one. It ends the user's other sessions. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import { changePassword, Password } from '../models/index.js'
import { answerDeleted, byUser, form, guessed, showForm } from '../web/index.js'

export default ({ db }: FastifyInstance) => controller('passwords', {
  routeOptions: byUser,
  record: Password,
  show: { schema: { hide: true }, handler: showForm },
  create: {
    ...form(),
    ...guessed,
    schema: { response: { 204: { type: 'null' } } },
    handler: async ({ body, token, user, urlFor }, reply) => {
      await changePassword(db, user!, body.password, token)
      return await answerDeleted(
        reply,
        'The new password is saved. All other browsers are logged out.',
        urlFor.accountPath()
      )
    }
  }
})
