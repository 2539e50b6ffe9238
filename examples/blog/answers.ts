/** What writes answer: browsers get a redirect with a message, or the form again; programs the record, or the error. */

import type { TObject } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { httpError } from './visitors.js'
import { toXml } from './xml.js'

interface Saved<R extends object> {
  /** Where the record is shown. */
  readonly path: string
  readonly message: string
  readonly name: string
  readonly record: R
  readonly schema: TObject
  readonly isNew?: boolean
}

export async function answerSaved<R extends object> (reply: FastifyReply, { path, message, name, record, schema, isNew = false }: Saved<R>) {
  if (isNew) reply.code(201).header('location', path)
  return await reply.respondTo({
    html: () => redirectWith(reply, path, message),
    json: () => record,
    xml: () => toXml(name, record, schema)
  })
}

export async function answerDeleted (reply: FastifyReply, { path, message }: Pick<Saved<object>, 'path' | 'message'>) {
  const nothing = () => reply.code(204).send()
  return await reply.respondTo({ html: () => redirectWith(reply, path, message), json: nothing, xml: nothing })
}

export async function answerInvalid ({ validationError }: FastifyRequest, reply: FastifyReply, showForm: () => Promise<string>) {
  const refused = () => { throw httpError(400, String(validationError?.message)) }
  return await reply.code(422).respondTo({ html: showForm, json: refused, xml: refused })
}

/** 303: the browser gets the next page, whatever the method was. */
export function redirectWith (reply: FastifyReply, path: string, message: string): FastifyReply {
  reply.flash(message)
  return reply.redirect(path, 303)
}
