/** Albums with photos: an API under `/v1`, and the page that calls it. `npm run example:page` */

import { readFileSync } from 'node:fs'
import multipart from '@fastify/multipart'
import { Type } from '@fastify/type-provider-typebox'
import type { Static, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import resourcesPlugin, { controller, draw, fieldError } from 'fastify-resources'
import type { FormFile } from 'fastify-resources'

export const routes = draw({ api: true }, (map) => map
  .resources('albums', { only: ['index', 'create', 'update', 'destroy'] }, (albums) => albums
    .resources('photos', { only: ['create', 'show'], shallow: true })))

const id = Type.Readonly(Type.Integer({ readOnly: true }))
const title = Type.String({ minLength: 1, maxLength: 80 })
const file = Type.Unsafe<FormFile>({ type: 'string', format: 'binary', writeOnly: true })
const Photo = Type.Object({ id, title, file })
const Album = Type.Object({
  id,
  version: id,
  title,
  text: Type.Optional(Type.String({ maxLength: 1000 })),
  photos: Type.Readonly(Type.Array(Type.Pick(Photo, ['id', 'title']), { readOnly: true }))
})

export type AlbumRow = Static<typeof Album>
const stored = new Map<number, AlbumRow>()
const files = new Map<number, Static<typeof Photo>>()
let lastId = 0

declare module 'fastify-resources' {
  interface FastifyResources {
    app: typeof routes
    provider: TypeBoxTypeProvider
    controllers: typeof controllers
  }
}

const albums = controller('albums', {
  record: Album,
  responses: true,
  load: (id) => stored.get(id),
  version: 'version',
  index: async () => [...stored.values()],
  create: async ({ body }) => {
    const album = { ...body.album, id: ++lastId, version: 1, photos: [] }
    stored.set(album.id, album)
    return album
  },
  update: async ({ record, body }) => Object.assign(record, body.album, { version: record.version + 1 }),
  destroy: async ({ record }) => { stored.delete(record.id) }
})

const photos = controller('photos', {
  record: Photo,
  responses: { show: false },
  load: (id) => files.get(id),
  show: async ({ record }, reply) => await reply.type('image/png').send(record.file),
  create: async ({ body, parents }) => {
    const { title, file } = body.photo
    if (file.toString('latin1', 0, 4) !== '\x89PNG') throw fieldError('file', 'is not a PNG')
    const photo = { id: ++lastId, title, file }
    files.set(photo.id, photo)
    parents.album.photos.push(photo)
    return photo
  }
})

// functions, since photos have their album from here
export const controllers = { albums: () => albums, photos: () => photos }

export const app = Fastify()
await app.register(multipart, { attachFieldsToBody: true, limits: { fileSize: 5_000_000 } })
await app.register(resourcesPlugin, { routes, controllers, prefix: '/v1' })
const textOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
app.get('/', async (_, reply) => await reply.type('text/html; charset=utf-8').send(textOf('index.html')))
app.get('/page.js', async (_, reply) => await reply.type('text/javascript').send(textOf('page.js')))
app.get('/routes.json', async () => routes)
console.log(`Listening at ${await app.listen({ port: Number(process.env.PORT ?? 3000) })}`)
