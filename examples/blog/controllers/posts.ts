/** Posts: pages for browsers, JSON and XML for programs, a feed for readers. */

import { Type } from '@fastify/type-provider-typebox'
import type { Static } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { controller, formValues } from 'fastify-resources'
import type { FormErrors } from 'fastify-resources'
import { answer, answerDeleted, answerList, answerSaved } from '../answers.js'
import { form, isPreview, mistake } from '../forms.js'
import { listComments } from '../models/comments.js'
import { RangeQuery } from '../models/lists.js'
import { createPost, deletePost, findPost, listPosts, publishPost, updatePost } from '../models/posts.js'
import { Post } from '../records.js'
import { byOwner, byWriter, isWriter } from '../visitors.js'
import { toAtom } from '../xml.js'

const Query = Type.Object({ ...RangeQuery.properties, q: Type.Optional(Type.String({ maxLength: 100 })) })

export default function postsController ({ db }: FastifyInstance) {
  async function showList (request: FastifyRequest<{ Querystring: Static<typeof Query> }>, reply: FastifyReply) {
    const q = request.query.q?.trim() || undefined
    const list = listPosts(db, { ...request.query, q, drafts: isWriter(request.user) })
    return await answerList(reply, list, () => reply.viewAsync('posts/index', { title: q === undefined ? 'Posts' : `Posts with “${q}”`, list, q }), { atom: () => toAtom(request, list.items) })
  }

  async function showForm (request: FastifyRequest, reply: FastifyReply, errors?: FormErrors) {
    const { record } = request
    // Who has been told of another version may save over it.
    const version = errors?.['post[version]'] && { version: record.version }
    return await reply.viewAsync('posts/form', { title: record ? 'Edit post' : 'New post', post: { ...record, ...formValues(request), ...version }, errors, isPreview: isPreview(request) && !errors })
  }

  return controller('posts', {
    record: Post,
    responses: { search: 'list' },
    load: (id, _parents, { user }) => findPost(db, id, isWriter(user)),
    index: { schema: { querystring: Query }, handler: showList },
    search: { schema: { querystring: Query }, handler: showList },
    show: async ({ record }, reply) => await answer(reply, record, () => reply.viewAsync('posts/show', { title: record.title, post: record, comments: listComments(db, record) })),
    new: { ...byWriter, handler: async (request, reply) => await showForm(request, reply) },
    create: {
      ...form(showForm, byWriter),
      handler: async ({ body, user, urlFor }, reply) => {
        const post = createPost(db, user!, body.post)
        return await answerSaved(reply, post, urlFor.postPath(post), 'The draft is saved. Publish it when it is ready.')
      }
    },
    edit: { ...byOwner, handler: async (request, reply) => await showForm(request, reply) },
    update: {
      ...form(showForm, byOwner),
      handler: async ({ body, record, urlFor }, reply) => {
        const post = updatePost(db, record, body.post)
        if (post === undefined) throw mistake('post[version]', 'is not the newest: somebody has changed the post since', 409)
        return await answerSaved(reply, post, urlFor.postPath(post), 'The post is saved.')
      }
    },
    publish: { ...byOwner, handler: async ({ record, urlFor }, reply) => await answerSaved(reply, publishPost(db, record, true), urlFor.postPath(record), 'The post is published.') },
    unpublish: { ...byOwner, handler: async ({ record, urlFor }, reply) => await answerSaved(reply, publishPost(db, record, false), urlFor.postPath(record), 'The post is a draft again.') },
    delete: { ...byOwner, handler: async ({ record }, reply) => await reply.viewAsync('posts/delete', { title: 'Delete this post?', post: record }) },
    destroy: {
      ...byOwner,
      handler: async ({ record, urlFor }, reply) => {
        deletePost(db, record)
        return await answerDeleted(reply, urlFor.postsPath(), `“${record.title}” is deleted.`)
      }
    }
  })
}
