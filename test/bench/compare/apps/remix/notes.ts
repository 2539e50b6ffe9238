import { object, parseSafe, string } from '@remix-run/data-schema'
import type { InferOutput } from '@remix-run/data-schema'
import { minLength } from '@remix-run/data-schema/checks'
import { createController } from '@remix-run/fetch-router'
import { routes } from './routes.ts'
import { add, find, list } from './store.ts'
import type { Item } from './store.ts'

const NewNoteSchema = object({
  title: string().pipe(minLength(1)),
  text: string()
})

export type Note = Item
export type NewNote = InferOutput<typeof NewNoteSchema>

export const notes = createController(routes.notes, {
  actions: {
    index: () => Response.json(list()),
    async create ({ request }) {
      const result = parseSafe(NewNoteSchema, await request.json())
      if (!result.success) return Response.json({ issues: result.issues }, { status: 400 })
      const note = add(result.value)
      const location = routes.notes.show.href({ id: note.id })
      return Response.json(note, { status: 201, headers: { location } })
    },
    show ({ params }) {
      const note = find(Number(params.id))
      return note === undefined ? new Response('Not Found', { status: 404 }) : Response.json(note)
    }
  }
})
