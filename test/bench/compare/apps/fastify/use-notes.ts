import { send } from './client.ts'
import type { NewNote, Note } from './notes.ts'

const postNote = async (note: NewNote) => await send<Note>('/notes', note)
export const listNotes = async () => await send<Note[]>('/notes')
export const createNote = async (title: string) => await postNote({ title, text: 'There is more to say' })
export const showNote = async (id: number) => await send<Note>(`/notes/${id}`)
