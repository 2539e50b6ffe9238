/** Posts: pages for browsers, JSON for programs, a feed for readers. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import {
  createPost, deletePost, findPost, listComments, listPosts, Post, Search, setPublished, updatePost
} from '../models/index.js'
import {
  answer, answerDeleted, answerList, answerSaved, byOwner, bySearcher, byWriter, form, long, showDelete,
  showForm, toAtom
} from '../web/index.js'

export default ({ db }: FastifyInstance) =>
  controller('posts', {
    record: Post,
    responses: { search: 'list' },
    load: (id, _parents, { user }) => findPost(db, id, user),
    index: {
      schema: { querystring: Search },
      handler: ({ query, user }, reply) => answerList(reply, listPosts(db, query, user), toAtom)
    },
    search: {
      ...bySearcher,
      schema: { querystring: Search },
      handler: ({ query, user }, reply) => answerList(reply, listPosts(db, query, user), toAtom)
    },
    show: ({ record }, reply) => answer(reply, record, { comments: listComments(db, record) }),
    new: { ...byWriter, handler: showForm },
    create: {
      ...form(byWriter),
      ...long,
      handler: ({ body, user }, reply) =>
        answerSaved(
          reply,
          createPost(db, user!, body.post),
          'The draft is saved. Publish it when it is ready.'
        )
    },
    edit: { ...byOwner, handler: showForm },
    update: {
      ...form(byOwner),
      ...long,
      handler: ({ body, record }, reply) =>
        answerSaved(reply, updatePost(db, record, body.post), 'The post is saved.')
    },
    publish: {
      ...byOwner,
      handler: ({ record }, reply) =>
        answerSaved(reply, setPublished(db, record, true), 'The post is published.')
    },
    unpublish: {
      ...byOwner,
      handler: ({ record }, reply) =>
        answerSaved(reply, setPublished(db, record, false), 'The post is a draft again.')
    },
    delete: { ...byOwner, schema: { hide: true }, handler: showDelete },
    destroy: {
      ...byOwner,
      handler: ({ record, urlFor }, reply) => {
        deletePost(db, record)
        return answerDeleted(reply, `“${record.title}” is deleted.`, urlFor.postsPath())
      }
    }
  })
