import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { add, find, list } from './store.ts'

const NoteSchema = Type.Object({
  id: Type.Integer(),
  title: Type.String({ minLength: 1 }),
  text: Type.String()
})
const NewNoteSchema = Type.Omit(NoteSchema, ['id'])
const Params = Type.Object({ id: Type.Integer() })

export const notes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/notes', { schema: { response: { 200: Type.Array(NoteSchema) } } }, async () => list())

  app.post('/notes', { schema: { body: NewNoteSchema, response: { 201: NoteSchema } } }, async (request, reply) => {
    const note = add(request.body)
    return await reply.code(201).header('location', `/notes/${note.id}`).send(note)
  })

  app.get('/notes/:id', { schema: { params: Params, response: { 200: NoteSchema } } }, async (request, reply) => {
    return find(request.params.id) ?? reply.callNotFound()
  })
}
