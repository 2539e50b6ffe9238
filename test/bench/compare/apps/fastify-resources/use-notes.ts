import { client } from './client.ts'

export const listNotes = async () => await client.notes.index()
export const createNote = async (title: string) => await client.notes.create({ title, text: 'There is more to say' })
export const showNote = async (id: number) => await client.notes.show(id)
