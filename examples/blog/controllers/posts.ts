/** Posts: pages for browsers, JSON for programs, a feed for readers. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import {
  createPost, deletePost, findPost, listComments, listPosts, Page, Post, Search, setPublished, updatePost
} from '../models/index.js'
import {
  answer, answerDeleted, answerList, answerSaved, byOwner, bySearcher, byWriter, form, long, showDelete,
  showForm, toAtom
} from '../web/index.js'

export default ({ db }: FastifyInstance) =>
  controller('posts', {
    record: Post,
    responses: { search: 'list' },
    routeOptions: { formats: ['html', 'json'] },
    load: (id, _parents, { user }) => findPost(db, id, user),
    index: {
      formats: ['html', 'json', 'atom'],
      schema: { querystring: Page },
      handler: async ({ query, user }, reply) =>
        await answerList(reply, await listPosts(db, query, user), toAtom)
    },
    search: {
      ...bySearcher,
      formats: ['html', 'json', 'atom'],
      schema: { querystring: Search },
      handler: async ({ query, user }, reply) =>
        await answerList(reply, await listPosts(db, query, user), toAtom)
    },
    show: async ({ record }, reply) =>
      await answer(reply, record, { comments: await listComments(db, record) }),
    new: { ...byWriter, handler: showForm },
    create: {
      ...form(byWriter),
      ...long,
      handler: async ({ body, user }, reply) =>
        await answerSaved(
          reply,
          await createPost(db, user!, body.post),
          'The draft is saved. Publish it when it is ready.'
        )
    },
    edit: { ...byOwner, handler: showForm },
    update: {
      ...form(byOwner),
      ...long,
      handler: async ({ body, record }, reply) =>
        await answerSaved(reply, await updatePost(db, record, body.post), 'The post is saved.')
    },
    publish: {
      ...byOwner,
      handler: async ({ record }, reply) =>
        await answerSaved(reply, await setPublished(db, record, true), 'The post is published.')
    },
    unpublish: {
      ...byOwner,
      handler: async ({ record }, reply) =>
        await answerSaved(reply, await setPublished(db, record, false), 'The post is a draft again.')
    },
    delete: { ...byOwner, schema: { hide: true }, handler: showDelete },
    destroy: {
      ...byOwner,
      handler: async ({ record, urlFor }, reply) => {
        await deletePost(db, record)
        return await answerDeleted(reply, `“${record.title}” is deleted.`, urlFor.postsPath())
      }
    }
  })
