import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import { add, find, list } from './store.ts'

const NewNote = z.object({
  title: z.string().min(1),
  text: z.string()
})
const Params = z.object({ id: z.coerce.number().int() })

export const notes = new Hono()
  .get('/', (c) => c.json(list()))
  .post('/', zValidator('json', NewNote), (c) => {
    const note = add(c.req.valid('json'))
    return c.json(note, 201, { location: `/notes/${note.id}` })
  })
  .get('/:id', zValidator('param', Params), (c) => {
    const note = find(c.req.valid('param').id)
    return note === undefined ? c.json({ error: 'Not found' }, 404) : c.json(note, 200)
  })
