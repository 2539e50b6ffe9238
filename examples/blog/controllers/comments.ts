/** Comments of a post, by readers. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { controller, formValues } from 'fastify-resources'
import type { FormErrors } from 'fastify-resources'
import { answerDeleted, answerList, answerSaved } from '../answers.js'
import { httpError } from '../errors.js'
import { form } from '../forms.js'
import { createComment, deleteComment, findComment, listComments } from '../models/comments.js'
import { RangeQuery } from '../models/lists.js'
import type { Range } from '../models/lists.js'
import { Comment } from '../records.js'
import { byUser, mayChange } from '../visitors.js'

export default function commentsController ({ db }: FastifyInstance) {
  async function showList (request: FastifyRequest, reply: FastifyReply, errors?: FormErrors, range: Range = {}) {
    const { post } = request.parents
    return await reply.viewAsync('comments/index', { title: `Comments on “${post.title}”`, post, comments: listComments(db, post, range), comment: formValues(request), errors })
  }

  return controller('comments', {
    record: Comment,
    responses: true,
    load: (id, { post }) => findComment(db, post, id),
    index: {
      schema: { querystring: RangeQuery },
      handler: async (request, reply) => await answerList(reply, listComments(db, request.parents.post, request.query), () => showList(request, reply, undefined, request.query))
    },
    create: {
      ...form(showList, { ...byUser, preHandler: requirePublished }),
      handler: async ({ body, parents, user, urlFor }, reply) => {
        const comment = createComment(db, parents.post, user!, body.comment.text)
        return await answerSaved(reply, comment, urlFor.postPath(parents.post, { anchor: `comment-${comment.id}` }), 'Thank you for the comment.')
      }
    },
    destroy: {
      ...byUser,
      handler: async ({ parents: { post }, record, user, urlFor }, reply) => {
        if (!mayChange(user, record) && !mayChange(user, post)) throw httpError(403, 'This comment is another reader\'s.')
        deleteComment(db, record)
        return await answerDeleted(reply, urlFor.postPath(post), 'The comment is deleted.')
      }
    }
  })
}

async function requirePublished ({ parents }: FastifyRequest): Promise<void> {
  if (parents.post.published !== true) throw httpError(409, 'A draft takes no comments.')
}
