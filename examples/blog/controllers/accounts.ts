/** The account of the user who is logged in: a singleton, without an id. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import { Account, createUser, listSessions, NewAccount, updateUser } from '../models/index.js'
import { answer, answerLoggedIn, answerSaved, byStranger, byUser, form, limited, showForm } from '../web/index.js'

export default ({ db }: FastifyInstance) => controller('accounts', {
  record: Account,
  responses: true,
  load: (_parents, { user }) => user,
  new: { ...byStranger, handler: showForm },
  create: {
    ...form(limited),
    schema: { body: NewAccount },
    handler: async ({ body }, reply) => answerLoggedIn(reply, await createUser(db, body.account), 'Welcome!')
  },
  show: { ...byUser, handler: ({ record, token }, reply) => answer(reply, record, { sessions: listSessions(db, record, token) }) },
  edit: { ...byUser, handler: showForm },
  update: {
    ...form(byUser),
    handler: ({ body, record, urlFor }, reply) =>
      answerSaved(reply, updateUser(db, record, body.account), 'The account is saved.', urlFor.accountPath())
  }
})
