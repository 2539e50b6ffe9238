/** Logging in creates a session, logging out destroys it. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import { answerDeleted, redirectWith } from '../answers.js'
import { logIn, logOut } from '../models/users.js'
import { Session } from '../records.js'
import { closeSession, openSession, sessionToken } from '../visitors.js'

export default function sessionsController ({ db }: FastifyInstance) {
  return controller('sessions', {
    record: Session,
    new: async (_request, reply) => await reply.viewAsync('sessions/new', { title: 'Log in' }),
    create: {
      config: { rateLimit: { max: 10, timeWindow: '1 minute' } },
      handler: async (request, reply) => {
        const { email, password } = request.body.session
        const session = await logIn(db, email, password)
        if (session === undefined) return await reply.code(422).viewAsync('sessions/new', { title: 'Log in', email, isWrong: true })
        openSession(request, reply, session)
        return redirectWith(reply, request.urlFor.rootPath(), 'You are logged in.')
      }
    },
    destroy: async (request, reply) => {
      await logOut(db, sessionToken(request))
      closeSession(reply)
      return await answerDeleted(reply, { path: request.urlFor.rootPath(), message: 'You are logged out.' })
    }
  })
}
