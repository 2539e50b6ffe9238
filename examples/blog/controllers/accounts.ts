/** The account of the user who is logged in: a singleton, without an id. */

import { Type } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import { answer, answerSaved } from '../answers.js'
import { form, showForm } from '../forms.js'
import { keyOf, listSessions } from '../models/sessions.js'
import { createUser, updateUser } from '../models/users.js'
import { Account, NewAccount } from '../records.js'
import { byStranger, byUser, openSession, returnPath, sessionToken } from '../visitors.js'

export default ({ db }: FastifyInstance) => controller('accounts', {
  record: Account,
  responses: true,
  load: (_parents, { user }) => user,
  new: { ...byStranger, handler: showForm },
  create: {
    schema: { body: Type.Object({ account: NewAccount }) },
    ...form(),
    handler: async (request, reply) => {
      await request.server.limitTries(request, reply)
      const account = await createUser(db, request.body.account)
      openSession(request, reply, account)
      return await answerSaved(reply, account, returnPath(request), 'Welcome!')
    }
  },
  show: { ...byUser, handler: (request, reply) => answer(reply, request.record, { sessions: listSessions(db, request.record), key: keyOf(sessionToken(request)) }) },
  edit: { ...byUser, handler: showForm },
  update: {
    ...form(byUser),
    handler: ({ body, record, urlFor }, reply) => answerSaved(reply, updateUser(db, record, body.account), urlFor.accountPath(), 'The account is saved.')
  }
})
