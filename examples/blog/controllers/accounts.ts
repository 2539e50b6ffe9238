/** The account of the user who is logged in: a singleton, without an id. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import { Account, createSession, createUser, NewAccount, updateUser } from '../models/index.js'
import {
  answer, answerLoggedIn, answerSaved, byNewcomer, bySignUp, byUser, form, limited, showForm
} from '../web/index.js'

export default ({ db }: FastifyInstance) =>
  controller('accounts', {
    record: Account,
    responses: true,
    load: (_parents, { user }) => user,
    new: { ...byNewcomer, schema: { hide: true }, handler: showForm },
    create: {
      ...form(bySignUp),
      ...limited,
      schema: { body: NewAccount },
      handler: async ({ body }, reply) => {
        const user = await createUser(db, body.account)
        return await answerLoggedIn(reply, user, createSession(db, user), 'Welcome!')
      }
    },
    show: { ...byUser, handler: ({ record }, reply) => answer(reply, record) },
    edit: { ...byUser, schema: { hide: true }, handler: showForm },
    update: {
      ...form(byUser),
      handler: async ({ body, record, urlFor }, reply) => {
        const account = updateUser(db, record, body.account)
        return await answerSaved(reply, account, 'The account is saved.', urlFor.accountPath())
      }
    }
  })
