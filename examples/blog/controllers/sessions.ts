/** Logging in creates a session, logging out destroys it. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { controller, formValues } from 'fastify-resources'
import type { FormErrors } from 'fastify-resources'
import { answer, answerDeleted, answerSaved } from '../answers.js'
import { form, mistake } from '../forms.js'
import { deleteSession, deleteSessions } from '../models/sessions.js'
import { authenticate } from '../models/users.js'
import { Account, Session } from '../records.js'
import { byUser, closeSession, openSession, returnPath, sessionToken } from '../visitors.js'

export default function sessionsController ({ db }: FastifyInstance) {
  const showForm = async (request: FastifyRequest, reply: FastifyReply, errors?: FormErrors) => await reply.viewAsync('sessions/new', { title: 'Log in', session: formValues(request), errors })

  return controller('sessions', {
    record: Session,
    responses: { show: Account, create: Account },
    new: async (request, reply) => request.user === null ? await showForm(request, reply) : reply.redirect(request.urlFor.accountPath(), 303),
    create: {
      ...form(showForm),
      handler: async (request, reply) => {
        const { email, password } = request.body.session
        await request.server.limitTries(request, reply, email)
        const user = await authenticate(db, email, password)
        if (user === undefined) throw mistake('session', 'E-mail or password is wrong.')
        openSession(request, reply, user)
        return await answerSaved(reply, user, returnPath(request), 'You are logged in.')
      }
    },
    show: { ...byUser, handler: async ({ user, urlFor }, reply) => await answer(reply, user!, () => reply.redirect(urlFor.accountPath(), 303)) },
    destroy: async (request, reply) => {
      const isEverywhere = Object(request.body).everywhere !== undefined
      if (isEverywhere && request.user !== null) deleteSessions(db, request.user)
      deleteSession(db, sessionToken(request))
      closeSession(reply)
      return await answerDeleted(reply, request.urlFor.rootPath(), isEverywhere ? 'You are logged out everywhere.' : 'You are logged out.')
    }
  })
}
