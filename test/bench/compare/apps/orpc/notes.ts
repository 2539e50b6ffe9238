import { ORPCError, os } from '@orpc/server'
import { z } from 'zod'
import { add, find, list } from './store.ts'

const NewNote = z.object({
  title: z.string().min(1),
  text: z.string()
})
const Params = z.object({ id: z.number().int() })

export const notes = {
  list: os.handler(() => list()),
  create: os.input(NewNote).handler(({ input }) => add(input)),
  show: os.input(Params).handler(({ input }) => {
    const note = find(input.id)
    if (note === undefined) throw new ORPCError('NOT_FOUND')
    return note
  })
}
