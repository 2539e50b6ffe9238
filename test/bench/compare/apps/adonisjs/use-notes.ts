import { client } from './client.ts'

const body = (title: string) => ({ title, text: 'There is more to say' })
export const listNotes = async () => await client.notes.index({})
export const createNote = async (title: string) => await client.notes.store({ body: body(title) })
export const showNote = async (id: number) => await client.notes.show({ params: { id } })
