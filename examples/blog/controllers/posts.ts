/** Posts: pages for browsers, JSON and XML for programs, a feed for readers. */

import { Type } from '@fastify/type-provider-typebox'
import type { Static } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { controller, formValues } from 'fastify-resources'
import type { FormErrors } from 'fastify-resources'
import { answer, answerDeleted, answerList, answerSaved } from '../answers.js'
import { form, mistake } from '../forms.js'
import { listComments } from '../models/comments.js'
import { RangeQuery } from '../models/lists.js'
import { createPost, deletePost, findPost, listPosts, publishPost, updatePost } from '../models/posts.js'
import { Post } from '../records.js'
import { isWriter, requireOwner, requireWriter } from '../visitors.js'
import { toAtom } from '../xml.js'

const Query = Type.Object({ ...RangeQuery.properties, q: Type.Optional(Type.String({ maxLength: 100 })) })

export default function postsController ({ db }: FastifyInstance) {
  async function showList (request: FastifyRequest<{ Querystring: Static<typeof Query> }>, reply: FastifyReply) {
    const q = request.query.q?.trim() || undefined
    const list = listPosts(db, { ...request.query, q, drafts: isWriter(request.user) })
    return await answerList(reply, list, () => reply.viewAsync('posts/index', { title: q === undefined ? 'Posts' : `Posts with “${q}”`, list, q }), { atom: () => toAtom(request, list.items) })
  }

  async function showForm (request: FastifyRequest, reply: FastifyReply, errors?: FormErrors) {
    const { record, body } = request
    // Who has been told of another version may save over it.
    const version = errors?.['post[version]'] && { version: record.version }
    return await reply.viewAsync('posts/form', { title: record ? 'Edit post' : 'New post', post: { ...record, ...formValues(request), ...version }, errors, isPreview: isPreview(body) && !errors })
  }

  return controller('posts', {
    record: Post,
    responses: { search: 'list' },
    load (id, _parents, { user }) {
      const post = findPost(db, id)
      return post?.published === true || isWriter(user) ? post : undefined
    },
    index: { schema: { querystring: Query }, handler: showList },
    search: { schema: { querystring: Query }, handler: showList },
    show: async ({ record }, reply) => await answer(reply, record, () => reply.viewAsync('posts/show', { title: record.title, post: record, comments: listComments(db, record) })),
    new: { preValidation: requireWriter, handler: async (request, reply) => await showForm(request, reply) },
    create: {
      ...form(showForm),
      preValidation: requireWriter,
      handler: async (request, reply) => {
        if (isPreview(request.body)) return await showForm(request, reply)
        const post = createPost(db, request.user!.id, request.body.post)
        return await answerSaved(reply, post, { path: request.urlFor.postPath(post), message: 'The draft is saved. Publish it when it is ready.', isNew: true })
      }
    },
    edit: { ...owned, handler: async (request, reply) => await showForm(request, reply) },
    update: {
      ...form(showForm, requireOwner),
      preValidation: requireWriter,
      handler: async (request, reply) => {
        if (isPreview(request.body)) return await showForm(request, reply)
        const post = updatePost(db, request.record, request.body.post)
        if (post === undefined) throw mistake('post[version]', 'is not the newest: somebody has changed the post since', 409)
        return await answerSaved(reply, post, { path: request.urlFor.postPath(post), message: 'The post is saved.' })
      }
    },
    publish: {
      ...owned,
      handler: async ({ record, urlFor }, reply) => await answerSaved(reply, publishPost(db, record, true), { path: urlFor.postPath(record), message: 'The post is published.' })
    },
    unpublish: {
      ...owned,
      handler: async ({ record, urlFor }, reply) => await answerSaved(reply, publishPost(db, record, false), { path: urlFor.postPath(record), message: 'The post is a draft again.' })
    },
    delete: { ...owned, handler: async ({ record }, reply) => await reply.viewAsync('posts/delete', { title: 'Delete this post?', post: record }) },
    destroy: {
      ...owned,
      handler: async ({ record, urlFor }, reply) => {
        deletePost(db, record)
        return await answerDeleted(reply, { path: urlFor.postsPath(), message: `“${record.title}” is deleted.` })
      }
    }
  })
}

const owned = { preValidation: requireWriter, preHandler: requireOwner }

/** The form's second button. */
function isPreview (body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'preview' in body
}
