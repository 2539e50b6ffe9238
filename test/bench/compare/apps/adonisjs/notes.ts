import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { add, find, list } from './store.ts'

export const newNote = vine.create({
  title: vine.string().minLength(1),
  text: vine.string()
})

export default class NotesController {
  async index () {
    return list()
  }

  async store ({ request, response }: HttpContext) {
    const note = add(await request.validateUsing(newNote))
    response.status(201).header('location', `/notes/${note.id}`)
    return note
  }

  async show ({ params, response }: HttpContext) {
    return find(params.id) ?? response.abort('Not found', 404)
  }
}
