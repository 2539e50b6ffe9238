import { parseResponse } from 'hono/client'
import { client } from './client.ts'

const json = (title: string) => ({ title, text: 'There is more to say' })
export const listNotes = async () => await parseResponse(client.notes.$get())
export const createNote = async (title: string) => await parseResponse(client.notes.$post({ json: json(title) }))
export const showNote = async (id: number) => await parseResponse(client.notes[':id'].$get({ param: { id: String(id) } }))
