/** The account of who is logged in: a singleton, without an id. */

import { Type } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { controller, formValues } from 'fastify-resources'
import type { FormErrors } from 'fastify-resources'
import { answer, answerSaved } from '../answers.js'
import { form, mistake } from '../forms.js'
import { keyOf, listSessions } from '../models/sessions.js'
import { createUser, updateUser } from '../models/users.js'
import { Account, NewAccount } from '../records.js'
import { byUser, openSession, returnPath, sessionToken } from '../visitors.js'

const SignUp = Type.Object({ account: NewAccount })

export default function accountsController ({ db }: FastifyInstance) {
  async function showForm (request: FastifyRequest, reply: FastifyReply, errors?: FormErrors) {
    const isNew = request.user === null
    return await reply.viewAsync('accounts/form', { title: isNew ? 'Sign up' : 'Edit account', isNew, account: { ...request.user, ...formValues(request) }, errors })
  }

  return controller('accounts', {
    record: Account,
    responses: true,
    new: async (request, reply) => request.user === null ? await showForm(request, reply) : reply.redirect(request.urlFor.accountPath(), 303),
    create: {
      schema: { body: SignUp },
      ...form(showForm),
      handler: async (request, reply) => {
        await request.server.limitTries(request, reply)
        const account = await createUser(db, request.body.account)
        if (account === undefined) throw mistake('account[email]', 'is already taken', 409)
        openSession(request, reply, account)
        return await answerSaved(reply, account, returnPath(request), 'Welcome!')
      }
    },
    show: {
      ...byUser,
      handler: async (request, reply) => await answer(reply, request.user!, () => reply.viewAsync('accounts/show', {
        title: 'Account', account: request.user, sessions: listSessions(db, request.user!), key: keyOf(sessionToken(request))
      }))
    },
    edit: { ...byUser, handler: async (request, reply) => await showForm(request, reply) },
    update: {
      ...form(showForm, byUser),
      handler: async (request, reply) => {
        const account = updateUser(db, request.user!, request.body.account)
        if (account === undefined) throw mistake('account[email]', 'is already taken', 409)
        return await answerSaved(reply, account, request.urlFor.accountPath(), 'The account is saved.')
      }
    }
  })
}
