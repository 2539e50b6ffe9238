/** Posts: pages for browsers, JSON and XML for programs. */

import { Type } from '@fastify/type-provider-typebox'
import type { Static } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { controller } from 'fastify-resources'
import { answerDeleted, answerInvalid, answerSaved } from '../answers.js'
import { createPost, deletePost, findPost, listComments, listPosts, publishPost, updatePost } from '../models/posts.js'
import { mistakesOf, typedTexts } from '../pages.js'
import { Post } from '../records.js'
import type { PostRow } from '../records.js'
import { httpError, isWriter, mayChange, requireWriter } from '../visitors.js'
import { listToXml, toXml } from '../xml.js'

const Query = Type.Object({ page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }), q: Type.Optional(Type.String({ maxLength: 100 })) })

type Listed = FastifyRequest<{ Querystring: Static<typeof Query> }>

export default function postsController ({ db }: FastifyInstance) {
  /** The post, where the visitor may see it. */
  async function find (id: number, request: FastifyRequest): Promise<PostRow> {
    const post = await findPost(db, id)
    if (post === undefined || !(post.published || isWriter(request.user))) throw httpError(404, 'There is no such post.')
    return post
  }

  async function findOwn (id: number, request: FastifyRequest): Promise<PostRow> {
    const post = await find(id, request)
    if (!mayChange(request.user, post)) throw httpError(403, 'This post is another author\'s.')
    return post
  }

  async function showList (request: Listed, reply: FastifyReply) {
    const { page, q } = request.query
    const { posts, hasMore } = await listPosts(db, { page, drafts: isWriter(request.user), ...q !== undefined && { words: q } })
    return await reply.respondTo({
      html: async () => await reply.viewAsync('posts/index', { title: q === undefined ? 'Posts' : `Posts with “${q}”`, posts, page, hasMore, q }),
      json: () => posts,
      xml: () => listToXml({ posts: 'post' }, posts, Post)
    })
  }

  async function showForm (reply: FastifyReply, post: Partial<PostRow>, more: object = {}) {
    return await reply.viewAsync('posts/form', { title: post.id === undefined ? 'New post' : 'Edit post', post, ...more })
  }

  async function showPost (reply: FastifyReply, post: PostRow) {
    return await reply.respondTo({
      html: async () => await reply.viewAsync('posts/show', { title: post.title, post, comments: await listComments(db, post.id) }),
      json: () => post,
      xml: () => toXml('post', post, Post)
    })
  }

  return controller('posts', {
    record: Post,
    responses: true,
    index: { schema: { querystring: Query }, handler: showList },
    search: { schema: { querystring: Query }, handler: showList },
    new: {
      onRequest: requireWriter,
      handler: async (_request, reply) => await showForm(reply, {})
    },
    preview: {
      onRequest: requireWriter,
      handler: async (request: FastifyRequest<{ Body: { post?: Partial<PostRow> } | null | undefined }>, reply) => await showForm(reply, typedTexts(request.body?.post), { preview: true })
    },
    create: {
      onRequest: requireWriter,
      attachValidation: true,
      handler: async (request, reply) => {
        const errors = mistakesOf(request)
        if (errors !== undefined) return await answerInvalid(request, reply, () => showForm(reply, typedTexts(request.body?.post), { errors }))
        const record = await find(await createPost(db, request.user!.id, request.body.post), request)
        return await answerSaved(reply, { path: request.urlFor.postPath(record), message: 'The draft is saved. Publish it when it is ready.', name: 'post', schema: Post, record, isNew: true })
      }
    },
    show: async (request, reply) => await showPost(reply, await find(request.params.id, request)),
    edit: {
      onRequest: requireWriter,
      handler: async (request, reply) => await showForm(reply, await findOwn(request.params.id, request))
    },
    update: {
      onRequest: requireWriter,
      attachValidation: true,
      handler: async (request, reply) => {
        const post = await findOwn(request.params.id, request)
        const errors = mistakesOf(request)
        if (errors !== undefined) return await answerInvalid(request, reply, () => showForm(reply, { ...post, ...typedTexts(request.body?.post) }, { errors }))
        await updatePost(db, post.id, request.body.post)
        return await answerSaved(reply, { path: request.urlFor.postPath(post), message: 'The post is saved.', name: 'post', schema: Post, record: await find(post.id, request) })
      }
    },
    publish: {
      onRequest: requireWriter,
      handler: async (request, reply) => {
        const post = await findOwn(request.params.id, request)
        await publishPost(db, post.id)
        return await answerSaved(reply, { path: request.urlFor.postPath(post), message: 'The post is published.', name: 'post', schema: Post, record: { ...post, published: true } })
      }
    },
    delete: {
      onRequest: requireWriter,
      handler: async (request, reply) => await reply.viewAsync('posts/delete', { title: 'Delete this post?', post: await findOwn(request.params.id, request) })
    },
    destroy: {
      onRequest: requireWriter,
      handler: async (request, reply) => {
        const { id, title } = await findOwn(request.params.id, request)
        await deletePost(db, id)
        return await answerDeleted(reply, { path: request.urlFor.postsPath(), message: `“${title}” is deleted.` })
      }
    }
  })
}
