/** The account of the user who is logged in: a singleton, without an id. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import {
  Account, createSession, createUser, listSessions, NewAccount, updateAccount
} from '../models/index.js'
import {
  answer, answerLoggedIn, answerSaved, byNewcomer, bySignUp, byUser, form, limitFailures, showForm
} from '../web/index.js'

export default ({ db }: FastifyInstance) =>
  controller('accounts', {
    record: Account,
    responses: true,
    load: (_parents, { user }) => user,
    new: { ...byNewcomer, schema: { hide: true }, handler: showForm },
    create: {
      ...form(bySignUp),
      schema: { body: NewAccount },
      handler: async ({ body }, reply) => {
        const user = await createUser(db, body.account)
        return await answerLoggedIn(reply, user, await createSession(db, user), 'Welcome!')
      }
    },
    show: {
      ...byUser,
      handler: async ({ record, token }, reply) =>
        await answer(reply, record, async () => ({ sessions: await listSessions(db, record, token) }))
    },
    edit: { ...byUser, schema: { hide: true }, handler: showForm },
    update: {
      ...form(byUser),
      handler: async (request, reply) => {
        const { body, record, urlFor } = request
        const account = await limitFailures(request, reply, () => updateAccount(db, record, body.account))
        return await answerSaved(reply, account, 'The account is saved.', urlFor.accountPath())
      }
    }
  })
