/** Comments of a post, by readers. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import { Comment, createComment, deleteComment, findComment, listComments, Page } from '../models/index.js'
import { answerDeleted, answerList, answerSaved, byCommenter, byModerator, form } from '../web/index.js'

export default ({ db }: FastifyInstance) =>
  controller('comments', {
    record: Comment,
    responses: true,
    load: (id, { post }) => findComment(db, post, id),
    index: {
      schema: { querystring: Page },
      handler: ({ parents, query }, reply) => answerList(reply, listComments(db, parents.post, query))
    },
    create: {
      ...form(byCommenter),
      handler: ({ body, parents: { post }, user, urlFor }, reply) => {
        const comment = createComment(db, post, user!, body.comment)
        return answerSaved(reply, comment, '', urlFor.postPath(post, { anchor: `comment-${comment.id}` }))
      }
    },
    destroy: {
      ...byModerator,
      handler: ({ parents: { post }, record, urlFor }, reply) => {
        deleteComment(db, record)
        return answerDeleted(reply, 'The comment is deleted.', urlFor.postPath(post))
      }
    }
  })
