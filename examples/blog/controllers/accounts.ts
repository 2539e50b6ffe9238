/** The account of who is logged in: a singleton, without an id. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { controller } from 'fastify-resources'
import type { FormErrors } from 'fastify-resources'
import { answerInvalid, answerSaved, redirectWith } from '../answers.js'
import { signUp, updateAccount } from '../models/users.js'
import { mistakesOf, typedTexts } from '../pages.js'
import { Account } from '../records.js'
import { openSession, requireUser, sessionToken } from '../visitors.js'
import { toXml } from '../xml.js'

const TAKEN: FormErrors = { 'account[email]': ['is taken'] }

export default function accountsController ({ db }: FastifyInstance) {
  async function showForm ({ user }: FastifyRequest, reply: FastifyReply, account: object, errors?: FormErrors) {
    return await reply.viewAsync('accounts/form', { title: user === null ? 'Sign up' : 'Edit account', isNew: user === null, account, errors })
  }

  return controller('accounts', {
    record: Account,
    responses: true,
    new: async (request, reply) => await showForm(request, reply, {}),
    create: {
      config: { rateLimit: { max: 10, timeWindow: '1 minute' } },
      attachValidation: true,
      handler: async (request, reply) => {
        const errors = mistakesOf(request)
        if (errors !== undefined) return await answerInvalid(request, reply, () => showForm(request, reply, typedTexts(request.body?.account), errors))
        const session = await signUp(db, request.body.account)
        if (session === undefined) return await reply.code(409).type('text/html').send(await showForm(request, reply, request.body.account, TAKEN))
        openSession(request, reply, session)
        return redirectWith(reply, request.urlFor.rootPath(), 'Welcome!')
      }
    },
    show: {
      onRequest: requireUser,
      handler: async ({ user }, reply) => await reply.respondTo({
        html: async () => await reply.viewAsync('accounts/show', { title: 'Account', account: user }),
        json: () => user!,
        xml: () => toXml('account', user!, Account)
      })
    },
    edit: {
      onRequest: requireUser,
      handler: async (request, reply) => await showForm(request, reply, { ...request.user })
    },
    update: {
      onRequest: requireUser,
      // An empty password in the form leaves it as it is.
      preValidation: async ({ body }) => {
        const account = (body as { account?: { password?: string } | null } | null | undefined)?.account
        if (account?.password === '') delete account.password
      },
      attachValidation: true,
      handler: async (request, reply) => {
        const errors = mistakesOf(request)
        const again = (errors: FormErrors) => showForm(request, reply, { ...request.user, ...typedTexts(request.body?.account) }, errors)
        if (errors !== undefined) return await answerInvalid(request, reply, () => again(errors))
        const { account } = request.body
        if (!await updateAccount(db, request.user!.id, sessionToken(request), account)) return await reply.code(409).type('text/html').send(await again(TAKEN))
        return await answerSaved(reply, { path: request.urlFor.accountPath(), message: 'The account is saved.', name: 'account', schema: Account, record: { ...request.user!, ...account } })
      }
    }
  })
}
