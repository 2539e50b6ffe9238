/** Posts: pages for browsers, JSON for programs, a feed for readers. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import {
  createPost, deletePost, findPost, listComments, listDrafts, listPosts, Page, Post, Search, setPublished,
  updatePost
} from '../models/index.js'
import {
  answer, answerDeleted, answerList, answerSaved, byOwner, byWriter, form, isPreview, long, showDelete,
  showForm, toAtom
} from '../web/index.js'

export default ({ db }: FastifyInstance) =>
  controller('posts', {
    record: Post,
    responses: { search: 'list', drafts: 'list' },
    routeOptions: { formats: ['html', 'json'] },
    load: (id, _parents, { user }) => findPost(db, id, user),
    version: 'version',
    index: {
      formats: ['html', 'json', 'atom'],
      schema: { querystring: Page },
      handler: async ({ query, user }, reply) =>
        await answerList(reply, listPosts(db, query, user), toAtom)
    },
    search: {
      formats: ['html', 'json', 'atom'],
      schema: { querystring: Search },
      handler: async ({ query, user }, reply) =>
        await answerList(reply, listPosts(db, query, user), toAtom)
    },
    drafts: {
      ...byWriter,
      schema: { querystring: Page },
      handler: async ({ query, user }, reply) => await answerList(reply, listDrafts(db, query, user!))
    },
    show: ({ record }, reply) => answer(reply, record, () => ({ comments: listComments(db, record) })),
    new: { ...byWriter, schema: { hide: true }, handler: showForm },
    create: {
      ...form(byWriter),
      ...long,
      handler: async (request, reply) => {
        if (isPreview(request)) return await showForm(request, reply)
        const post = createPost(db, request.user!, request.body.post)
        return await answerSaved(reply, post, 'The draft is saved. Publish it when it is ready.')
      }
    },
    edit: { ...byOwner, schema: { hide: true }, handler: showForm },
    update: {
      ...form(byOwner),
      ...long,
      handler: async (request, reply) => {
        if (isPreview(request)) return await showForm(request, reply)
        const { body, expectedVersion, record } = request
        const post = updatePost(db, record, body.post, expectedVersion)
        return await answerSaved(reply, post, 'The post is saved.')
      }
    },
    publish: {
      ...byOwner,
      handler: async ({ expectedVersion, record }, reply) => {
        const post = setPublished(db, record, true, expectedVersion)
        return await answerSaved(reply, post, 'The post is published.')
      }
    },
    unpublish: {
      ...byOwner,
      handler: async ({ expectedVersion, record }, reply) => {
        const post = setPublished(db, record, false, expectedVersion)
        return await answerSaved(reply, post, 'The post is a draft again.')
      }
    },
    delete: { ...byOwner, schema: { hide: true }, handler: showDelete },
    destroy: {
      ...byOwner,
      handler: async ({ expectedVersion, record, urlFor }, reply) => {
        deletePost(db, record, expectedVersion)
        return await answerDeleted(reply, `“${record.title}” is deleted.`, urlFor.postsPath())
      }
    }
  })
