/** Comments of a post, by readers. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import { answerDeleted, answerList, answerSaved } from '../answers.js'
import { form } from '../forms.js'
import { createComment, deleteComment, findComment, listComments } from '../models/comments.js'
import { RangeQuery } from '../models/lists.js'
import { Comment } from '../records.js'
import { byCommenter, byModerator } from '../visitors.js'

export default ({ db }: FastifyInstance) => controller('comments', {
  record: Comment,
  responses: true,
  load: (id, { post }) => findComment(db, post, id),
  index: {
    schema: { querystring: RangeQuery },
    handler: ({ parents, query }, reply) => answerList(reply, listComments(db, parents.post, query))
  },
  create: {
    ...form(byCommenter),
    handler: ({ body, parents: { post }, user, urlFor }, reply) => {
      const comment = createComment(db, post, user!, body.comment.text)
      return answerSaved(reply, comment, urlFor.postPath(post, { anchor: `comment-${comment.id}` }), 'Thank you for the comment.')
    }
  },
  destroy: {
    ...byModerator,
    handler: ({ parents: { post }, record, urlFor }, reply) => {
      deleteComment(db, record)
      return answerDeleted(reply, urlFor.postPath(post), 'The comment is deleted.')
    }
  }
})
