import { client, dataOf } from './client.ts'

const text = 'There is more to say'
export const listNotes = async () => dataOf(await client.GET('/notes'))
export const createNote = async (title: string) => dataOf(await client.POST('/notes', { body: { title, text } }))
export const showNote = async (id: number) => dataOf(await client.GET('/notes/{id}', { params: { path: { id } } }))
