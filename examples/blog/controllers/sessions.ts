/** Logging in creates a session, logging out destroys it. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import { Account, logIn, Session } from '../models/index.js'
import {
  answer, answerDeleted, answerLoggedIn, byStranger, byUser, closeSession, form, guessed, showForm
} from '../web/index.js'

export default ({ db }: FastifyInstance) => controller('sessions', {
  record: Session,
  responses: { show: Account, create: Account },
  new: { ...byStranger, schema: { hide: true }, handler: showForm },
  create: {
    ...form(),
    ...guessed,
    handler: async ({ body }, reply) => {
      const { user, session } = await logIn(db, body.session)
      return await answerLoggedIn(reply, user, session, 'You are logged in.')
    }
  },
  show: { ...byUser, handler: ({ user, urlFor }, reply) => answer(reply, user!, urlFor.accountPath()) },
  destroy: async (request, reply) => {
    closeSession(request, reply)
    return await answerDeleted(reply, 'You are logged out.', request.urlFor.rootPath())
  }
})
