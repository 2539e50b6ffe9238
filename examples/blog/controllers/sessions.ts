/** Logging in creates a session, logging out destroys it. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import { answer, answerDeleted, answerSaved } from '../answers.js'
import { mistake } from '../errors.js'
import { form, showForm } from '../forms.js'
import { authenticate } from '../models/users.js'
import { Account, Session } from '../records.js'
import { byStranger, byUser, closeSession, openSession, returnPath } from '../visitors.js'

export default ({ db }: FastifyInstance) => controller('sessions', {
  record: Session,
  responses: { show: Account, create: Account },
  new: { ...byStranger, handler: showForm },
  create: {
    ...form(),
    handler: async (request, reply) => {
      const { email, password } = request.body.session
      await request.server.limitTries(request, reply, email)
      const user = await authenticate(db, email, password)
      if (user === undefined) throw mistake('', 'E-mail or password is wrong.')
      openSession(request, reply, user)
      return await answerSaved(reply, user, returnPath(request), 'You are logged in.')
    }
  },
  show: { ...byUser, handler: ({ user, urlFor }, reply) => answer(reply, user!, urlFor.accountPath()) },
  destroy: (request, reply) => {
    const isEverywhere = Object(request.body).everywhere !== undefined
    closeSession(request, reply, isEverywhere)
    return answerDeleted(reply, request.urlFor.rootPath(), isEverywhere ? 'You are logged out everywhere.' : 'You are logged out.')
  }
})
