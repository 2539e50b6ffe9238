/** Comments of a post, by readers. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import { answerDeleted, answerInvalid, answerSaved } from '../answers.js'
import { createComment, deleteComment, findComment, findPost, listComments } from '../models/posts.js'
import { mistakesOf, typedTexts } from '../pages.js'
import { Comment } from '../records.js'
import type { CommentRow, PostRow } from '../records.js'
import { httpError, mayChange, requireUser } from '../visitors.js'

export default function commentsController ({ db }: FastifyInstance) {
  async function findPublished (id: number): Promise<PostRow> {
    const post = await findPost(db, id)
    if (post?.published !== true) throw httpError(404, 'There is no such post.')
    return post
  }

  async function find (post: PostRow, id: number): Promise<CommentRow> {
    const comment = await findComment(db, post.id, id)
    if (comment === undefined) throw httpError(404, 'There is no such comment.')
    return comment
  }

  return controller('comments', {
    routeOptions: { onRequest: requireUser },
    record: Comment,
    responses: true,
    create: {
      attachValidation: true,
      handler: async (request, reply) => {
        const post = await findPublished(request.params.post_id)
        const { user, urlFor } = request
        const errors = mistakesOf(request)
        if (errors !== undefined) {
          return await answerInvalid(request, reply, async () => await reply.viewAsync('posts/show', { title: post.title, post, comments: await listComments(db, post.id), comment: typedTexts(request.body?.comment), errors }))
        }
        const id = await createComment(db, { postId: post.id, userId: user!.id, text: request.body.comment.text })
        const record = await find(post, id)
        return await answerSaved(reply, { path: urlFor.postPath(post, { anchor: `comment-${id}` }), message: 'Thank you for the comment.', name: 'comment', schema: Comment, record, isNew: true })
      }
    },
    destroy: async (request, reply) => {
      const post = await findPublished(request.params.post_id)
      const comment = await find(post, request.params.id)
      if (!mayChange(request.user, comment) && !mayChange(request.user, post)) throw httpError(403, 'This comment is another reader\'s.')
      await deleteComment(db, comment.id)
      return await answerDeleted(reply, { path: request.urlFor.postPath(post), message: 'The comment is deleted.' })
    }
  })
}
