/** Posts: pages for browsers, JSON and XML for programs, a feed for readers. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { controller } from 'fastify-resources'
import { answer, answerDeleted, answerList, answerSaved } from '../answers.js'
import { form, showForm } from '../forms.js'
import { listComments } from '../models/comments.js'
import { createPost, deletePost, findPost, listPosts, PostQuery, publishPost, updatePost, type PostChoice } from '../models/posts.js'
import { showPage } from '../pages.js'
import { Post } from '../records.js'
import { byOwner, byWriter, isWriter } from '../visitors.js'
import { toAtom } from '../xml.js'

export default function postsController ({ db }: FastifyInstance) {
  const list = {
    schema: { querystring: PostQuery },
    handler: (request: FastifyRequest<{ Querystring: PostChoice }>, reply: FastifyReply) => {
      const posts = listPosts(db, { ...request.query, drafts: isWriter(request.user) })
      return answerList(reply, posts, { atom: () => toAtom(request, posts.items) })
    }
  }

  return controller('posts', {
    record: Post,
    responses: { search: 'list' },
    load: (id, _parents, { user }) => findPost(db, id, isWriter(user)),
    index: list,
    search: list,
    show: ({ record }, reply) => answer(reply, record, { comments: listComments(db, record) }),
    new: { ...byWriter, handler: showForm },
    create: {
      ...form(byWriter),
      handler: ({ body, user, urlFor }, reply) => answerSaved(reply, createPost(db, user!, body.post), urlFor.postPath, 'The draft is saved. Publish it when it is ready.')
    },
    edit: { ...byOwner, handler: showForm },
    update: {
      ...form(byOwner),
      handler: ({ body, record, urlFor }, reply) => answerSaved(reply, updatePost(db, record, body.post), urlFor.postPath, 'The post is saved.')
    },
    publish: { ...byOwner, handler: ({ record, urlFor }, reply) => answerSaved(reply, publishPost(db, record, true), urlFor.postPath, 'The post is published.') },
    unpublish: { ...byOwner, handler: ({ record, urlFor }, reply) => answerSaved(reply, publishPost(db, record, false), urlFor.postPath, 'The post is a draft again.') },
    delete: { ...byOwner, schema: { hide: true }, handler: ({ record }, reply) => showPage(reply, 'delete', { post: record }) },
    destroy: {
      ...byOwner,
      handler: ({ record, urlFor }, reply) => {
        deletePost(db, record)
        return answerDeleted(reply, urlFor.postsPath(), `“${record.title}” is deleted.`)
      }
    }
  })
}
