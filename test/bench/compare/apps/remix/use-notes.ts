import { send } from './client.ts'
import type { NewNote, Note } from './notes.ts'
import { routes } from './routes.ts'

const postNote = async (note: NewNote) => await send<Note>(routes.notes.create.href(), note)
export const listNotes = async () => await send<Note[]>(routes.notes.index.href())
export const createNote = async (title: string) => await postNote({ title, text: 'There is more to say' })
export const showNote = async (id: number) => await send<Note>(routes.notes.show.href({ id }))
