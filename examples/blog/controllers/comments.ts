/** Comments of a post, by readers. */

import type { FastifyInstance } from 'fastify'
import { controller } from 'fastify-resources'
import {
  Comment, createComment, deleteComments, findComment, listComments, Page, Selection
} from '../models/index.js'
import {
  answerDeleted, answerList, answerSaved, byCommenter, byHost, byModerator, form
} from '../web/index.js'

export default ({ db }: FastifyInstance) =>
  controller('comments', {
    record: Comment,
    responses: true,
    load: (id, { post }) => findComment(db, post, id),
    index: {
      schema: { querystring: Page },
      handler: async ({ parents, query }, reply) =>
        await answerList(reply, listComments(db, parents.post, query))
    },
    create: {
      ...form(byCommenter),
      handler: async ({ body, parents: { post }, user, urlFor }, reply) => {
        const comment = createComment(db, post, user!, body.comment)
        const place = urlFor.postPath(post, { anchor: `comment-${comment.id}` })
        return await answerSaved(reply, comment, '', place)
      }
    },
    destroy: {
      ...byModerator,
      handler: async ({ parents: { post }, record, urlFor }, reply) => {
        deleteComments(db, post, [record.id])
        return await answerDeleted(reply, 'The comment is deleted.', urlFor.postPath(post))
      }
    },
    selected: {
      ...byHost,
      schema: { body: Selection, response: { 204: { type: 'null' } } },
      handler: async ({ body: { ids }, parents: { post }, urlFor }, reply) => {
        const count = deleteComments(db, post, ids)
        const message = count === 1 ? 'The comment is deleted.' : `${count} comments are deleted.`
        return await answerDeleted(reply, message, urlFor.postPath(post, { anchor: 'comments' }))
      },
      invalid: async ({ parents: { post }, urlFor }, reply) =>
        await answerDeleted(reply, 'No comment is selected.', urlFor.postPath(post, { anchor: 'comments' }))
    }
  })
