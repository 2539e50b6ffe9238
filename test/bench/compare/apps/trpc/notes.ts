import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { add, find, list } from './store.ts'
import { procedure, router } from './trpc.ts'

const NewNote = z.object({
  title: z.string().min(1),
  text: z.string()
})
const Params = z.object({ id: z.number().int() })

export const notes = router({
  list: procedure.query(() => list()),
  create: procedure.input(NewNote).mutation(({ input }) => add(input)),
  show: procedure.input(Params).query(({ input }) => {
    const note = find(input.id)
    if (note === undefined) throw new TRPCError({ code: 'NOT_FOUND' })
    return note
  })
})
