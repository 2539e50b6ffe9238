import { controller } from 'fastify-resources'
import { Type } from 'typebox'
import { add, find, list } from './store.ts'

const Note = Type.Object({
  id: Type.Readonly(Type.Integer({ readOnly: true })),
  title: Type.String({ minLength: 1 }),
  text: Type.String()
})

export const notes = controller('notes', {
  record: Note,
  responses: true,
  load: (id) => find(id),
  index: async () => list(),
  create: async ({ body }) => add(body.note),
  show: async ({ record }) => record
})
