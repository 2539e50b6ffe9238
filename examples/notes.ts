/** Notes in SQLite, as pages of one file: list, search, show, new, edit, delete. `npm run example notes` */

import { STATUS_CODES } from 'node:http'
import { DatabaseSync } from '@photostructure/sqlite'
import { Type } from '@fastify/type-provider-typebox'
import type { Static, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import resourcesPlugin, { controller, createFormHelpers, draw, fieldError } from 'fastify-resources'
import type { FormErrors } from 'fastify-resources'

const routes = draw((map) => map
  .root('notes#index')
  .resources('notes'))

const Note = Type.Object({
  id: Type.Readonly(Type.Integer({ readOnly: true })),
  title: Type.String({ minLength: 1, maxLength: 100 }),
  text: Type.String({ maxLength: 10_000 })
})
type NoteRow = Static<typeof Note>

const db = new DatabaseSync(process.env.DATABASE_FILE ?? 'notes.db')
db.exec('CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, text TEXT NOT NULL)')
const sql = {
  search: db.prepare('SELECT * FROM notes WHERE instr(lower(title || \' \' || text), lower(?)) ORDER BY id DESC LIMIT 50'),
  find: db.prepare('SELECT * FROM notes WHERE id = ?'),
  taken: db.prepare('SELECT 1 FROM notes WHERE title = ? AND id IS NOT ?'),
  insert: db.prepare('INSERT INTO notes (title, text) VALUES (?, ?) RETURNING *'),
  update: db.prepare('UPDATE notes SET title = ?, text = ? WHERE id = ? RETURNING *'),
  remove: db.prepare('DELETE FROM notes WHERE id = ?')
}

/** HTML, whose values are escaped unless they are HTML themselves. */
class Html { constructor (readonly text: string) {} }
const raw = (text: unknown) => new Html(String(text))
const escape = (text: unknown) => String(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
const textOf = (value: unknown): string => value instanceof Html ? value.text : escape(value ?? '')
const html = (parts: TemplateStringsArray, ...values: readonly unknown[]) =>
  new Html(String.raw(parts, ...values.map((value) => [value].flat().map(textOf).join(''))))

function page (reply: FastifyReply, title: string, body: Html) {
  return reply.type('text/html; charset=utf-8').send(html`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body { max-width: 40em; margin: 2em auto; padding: 0 1em; font: 1em/1.5 sans-serif } form { display: inline }
input, textarea { width: 100%; font: inherit } .errors { color: #a00 }</style>
<h1>${title}</h1>
${body}</html>`.text)
}

function form (request: FastifyRequest, reply: FastifyReply, note: Partial<NoteRow>, errors: FormErrors = {}) {
  const { open, at } = createFormHelpers(request.urlFor).formFor('note', note, { errors })
  const [title, text] = [at('title'), at('text', { rows: 8 })]
  return page(reply, note.id === undefined ? 'New note' : 'Edit note', html`${raw(open)}
<div><label>Title <input ${raw(title.attributes)}></label> ${raw(title.errors)}</div>
<div><label>Text <textarea ${raw(text.attributes)}>
${text.value}</textarea></label> ${raw(text.errors)}</div>
<button>Save</button> <a href="${request.urlFor.notesPath()}">Cancel</a></form>`)
}

/** What no schema knows: another note may have the title. */
function checkTitle (title: string, id: number | null = null) {
  if (sql.taken.get(title, id) !== undefined) throw fieldError('note[title]', 'is taken by another note')
}

const notes = controller.for<typeof routes, TypeBoxTypeProvider>()('notes', {
  record: Note,
  load: (id) => sql.find.get(id) as NoteRow | undefined,
  invalid: (request, reply, { values, errors }) => form(request, reply, values, errors),
  index: {
    schema: { querystring: Type.Object({ q: Type.String({ default: '' }) }) },
    handler: async ({ query: { q }, urlFor }, reply) => page(reply, 'Notes', html`
<form action="${urlFor.notesPath()}"><label>Search <input type="search" name="q" value="${q}"></label></form>
<p><a href="${urlFor.newNotePath()}">New note</a></p>
<ul>${sql.search.all(q).map((note) => html`<li><a href="${urlFor.notePath(note)}">${(note as NoteRow).title}</a></li>`)}</ul>`)
  },
  show: async ({ record, urlFor }, reply) => page(reply, record.title, html`
<p style="white-space: pre-wrap">${record.text}</p>
<a href="${urlFor.notesPath()}">All notes</a> <a href="${urlFor.editNotePath(record)}">Edit</a>
${raw(createFormHelpers(urlFor).buttonTo('Delete', urlFor.notePath(record), { method: 'delete' }))}`),
  new: async (request, reply) => form(request, reply, {}),
  create: async ({ body: { note }, urlFor }, reply) => {
    checkTitle(note.title)
    return reply.redirect(urlFor.notePath(sql.insert.get(note.title, note.text)), 303)
  },
  edit: async (request, reply) => form(request, reply, request.record),
  update: async ({ body, record, urlFor }, reply) => {
    const note = { ...record, ...body.note }
    checkTitle(note.title, note.id)
    return reply.redirect(urlFor.notePath(sql.update.get(note.title, note.text, note.id)), 303)
  },
  destroy: async ({ record, urlFor }, reply) => {
    sql.remove.run(record.id)
    return reply.redirect(urlFor.notesPath(), 303)
  }
})

export const app = Fastify()
app.setErrorHandler(({ statusCode = 500, message }: FastifyError, request, reply) => {
  if (statusCode >= 500) request.log.error(message)
  const shown = statusCode < 500 ? message : 'Something went wrong here.'
  return page(reply.code(statusCode), STATUS_CODES[statusCode] ?? 'Error', html`<p>${shown}</p>`)
})
app.setNotFoundHandler((_request, reply) =>
  page(reply.code(404), 'Not found', html`<p>Nothing is here. <a href="${app.urlFor.notesPath()}">All notes</a></p>`))
app.addHook('onClose', async () => { db.close() })
await app.register(resourcesPlugin, { routes, controllers: { notes } })
console.log(`Listening at ${await app.listen({ port: Number(process.env.PORT ?? 3000) })}`)
