/** What `walkApp` sends to rows and forms that take files. */

import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { z } from 'zod'
import resourcesPlugin, { draw } from '../../lib/index.js'
import { chooseFile, formEntries } from '../../lib/testing/sample-files.js'
import { walkApp } from '../../lib/testing.js'
import type { WalkOptions } from '../../lib/testing.js'

type Anything = any

/** An app that stores photos, and notes the files that reach its actions: `file.png image/png 6`. */
interface PhotoApp {
  readonly received: Set<string>
  readonly createApp: () => Promise<FastifyInstance>
}

interface Photos {
  /** Of the controller or its actions: a record, an input, a schema. */
  readonly controller?: object
  readonly schema?: object
  /** Of the field for the file, in the pages; undefined for an app without pages. */
  readonly field?: string
  /** The media types that the action itself takes. */
  readonly takes?: RegExp
  /** The first bytes that it wants. */
  readonly begins?: string
}

function photoApp ({ controller, schema, field, takes = /^image\/png$/, begins = '' }: Photos): PhotoApp {
  const received = new Set<string>()
  const createApp = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    await app.register(multipart, { attachFieldsToBody: true })
    const photos = new Map([['1', { id: 1, title: 'One' }]])
    const find = ({ params: { id } }: Anything): object =>
      photos.get(id) ?? Object.assign(new Error('No such photo'), { statusCode: 404 })
    const save = async (id: string, body: Anything): Promise<object> => {
      const { photo } = body ?? {}
      if (photo === undefined) throw Object.assign(new Error('No photo'), { statusCode: 422 })
      for (const file of [photo.image].flat()) {
        if (file === undefined || file === null) continue
        const bytes: Buffer = Buffer.isBuffer(file) ? file : Buffer.from(await bytesOf(file))
        const [type, name] = [file.mimetype ?? file.type, file.filename ?? file.name]
        const isTaken = takes.test(type) && bytes.toString().startsWith(begins)
        if (!isTaken) throw Object.assign(new Error(`No photo: ${name} ${type}`), { statusCode: 422 })
        received.add(`${name} ${type} ${bytes.length}`)
      }
      const stored = { id: Number(id), title: photo.title }
      photos.set(id, stored)
      return stored
    }
    const show = async (request: Anything): Promise<object> => {
      const found = find(request)
      if (found instanceof Error) throw found
      return found
    }
    const formOf = (action: string, method = ''): string =>
      `<form method="post" action="${action}" enctype="multipart/form-data">${method}` +
      `<input name="photo[title]"><input type="file" name="photo[image]"${field as string}><button>Save</button></form>`
    const pageOf = (html: string) => field === undefined ? '' : html
    const pages = {
      new: async (_: unknown, reply: Anything) => reply.type('text/html').send(pageOf(formOf('/photos'))),
      edit: async (request: Anything, reply: Anything) => {
        await show(request)
        const put = '<input type="hidden" name="_method" value="put">'
        const action = `/photos/${request.params.id as string}`
        return reply.type('text/html').send(pageOf(formOf(action, put)))
      }
    }
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('photos', { except: 'destroy' })),
      controllers: {
        photos: {
          ...controller,
          ...pages,
          index: async () => [...photos.values()],
          show,
          create: {
            ...schema !== undefined && { schema },
            handler: async ({ body }: Anything) => await save(String(photos.size + 1), body)
          },
          update: {
            ...schema !== undefined && { schema },
            handler: async (request: Anything) => {
              await show(request)
              return await save(request.params.id, request.body)
            }
          }
        } as Anything
      }
    })
    return app
  }
  return { received, createApp }
}

async function bytesOf (file: Anything): Promise<ArrayBuffer> {
  return await (file instanceof File ? file.arrayBuffer() : file.toBuffer())
}

const ROWS = ['POST /photos', 'PUT /photos/:id']

const title = z.string()
const png = z.file().mime(['image/png'])
const inputOf = (image: unknown): object => ({
  record: z.object({ id: z.int(), title }),
  load: (id: string) => ({ id: Number(id), title: 'One' }),
  input: z.object({ title, image: image as typeof png })
})
const FILE = { type: 'string', format: 'binary', contentMediaType: 'image/png' }
const bodyOf = (image: object): object => ({
  body: {
    type: 'object',
    required: ['photo'],
    properties: {
      photo: {
        type: 'object',
        required: ['title', 'image'],
        properties: { title: { type: 'string' }, image }
      }
    }
  }
})
const given = (...images: readonly File[]): WalkOptions => {
  const image = images.length === 1 ? images[0] : images
  return { bodies: Object.fromEntries(ROWS.map((row) => [row, { photo: { title: 'One', image } }])) }
}

const CASES: ReadonlyArray<readonly [
  what: string, photos: Photos, received: readonly string[], options?: WalkOptions
]> = [
  ['an input', { controller: inputOf(png) }, ['file.png image/png 6']],
  ['an input, in pages', { controller: inputOf(png), field: '' }, ['file.png image/png 6']],
  ['an input, in pages that accept its type', {
    controller: inputOf(png),
    field: ' accept="image/png"'
  }, ['file.png image/png 6']],
  ['one of several types, and of some size', {
    controller: inputOf(z.file().mime(['image/webp', 'image/jpeg']).min(100).max(200)),
    field: ' accept=".JPG, .pdf"',
    takes: /^image\/(?:webp|jpeg)$/
  }, ['file.webp image/webp 100', 'file.jpg image/jpeg 100']],
  ['at most some bytes', { controller: inputOf(png.max(3)) }, ['file.png image/png 3']],
  ['a type without a usual extension', {
    controller: inputOf(z.file().mime(['image/x-odd'])),
    takes: /^image\/x-odd$/
  }, ['file image/x-odd 6']],
  ['any file', { controller: inputOf(z.file()), takes: /./ }, ['file.txt text/plain 6']],
  ['a file that may be missing', { controller: inputOf(png.optional()), field: '' }, ['file.png image/png 6']],
  ['several files', { controller: inputOf(z.array(png).min(2)) }, ['file.png image/png 6']],
  ['a record, whose action looks at the type', {
    controller: { record: { type: 'object', required: ['title', 'image'], properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' }, image: FILE } } },
    field: ' accept="image/png"'
  }, ['file.png image/png 6']],
  ['a schema of an action', { schema: bodyOf(FILE), field: '' }, ['file.png image/png 6']],
  ['a page alone', { field: ' accept="image/png, image/jpeg"' }, ['file.png image/png 6']],
  ['a page with an extension', { field: ' accept=".png"' }, ['file.png image/png 6']],
  ['a page with a group of types', { field: ' accept="image/*"', takes: /^image\// }, ['file.png image/png 6']],
  ['a page with an extension that nobody knows', {
    field: ' accept=".odd"',
    takes: /octet-stream/
  }, ['file.odd application/octet-stream 6']],
  ['bytes that only bodies knows, without a schema', { begins: '\u0089PNG' }, [
    'a.png image/png 6'
  ], given(new File(['\u0089PNG.'], 'a.png', { type: 'image/png' }))],
  ['the same in a page that accepts it', { begins: '\u0089PNG', field: ' accept="image/*"' }, [
    'a.png image/png 6'
  ], given(new File(['\u0089PNG.'], 'a.png', { type: 'image/png' }))],
  ['the same under an input', { controller: inputOf(png), begins: '\u0089PNG', field: ' accept=".png"' }, [
    'a.png image/png 6'
  ], given(new File(['\u0089PNG.'], 'a.png', { type: 'image/png' }))],
  ['several files in bodies', {}, ['a.png image/png 1', 'b.png image/png 2'], given(
    new File(['a'], 'a.png', { type: 'image/png' }), new File(['bb'], 'b.png', { type: 'image/png' })
  )]
]

for (const [what, photos, files, options] of CASES) {
  t.test(`a walk sends a file that is taken: ${what}`, async (t) => {
    const { createApp, received } = photoApp(photos)
    const { findings, access, unproved, text } = await walkApp(createApp, { open: ROWS, ...options })
    t.strictSame(findings, [], text)
    if (photos.controller !== undefined || photos.schema !== undefined || options !== undefined) {
      t.strictSame(access, Object.fromEntries(ROWS.map((row) => [row, ['stranger']])), text)
      t.strictSame(unproved.filter((line) => line.startsWith('P')), [], text)
    }
    // The same file without bytes is odd.
    t.strictSame([...received].filter((file) => !file.endsWith(' 0')).sort(), [...files].sort())
  })
}

t.test('a field gets a file that it accepts, if possible the one that the row takes', (t) => {
  const known = new File(['12'], 'a.png', { type: 'image/png' })
  for (const [accept, alone, beside] of [
    [undefined, 'file.txt text/plain 6', 'a.png image/png 2'],
    ['', 'file.txt text/plain 6', 'a.png image/png 2'],
    ['text/*', 'file.txt text/plain 6', 'file.txt text/plain 2'],
    ['IMAGE/PNG', 'file.png image/png 6', 'a.png image/png 2'],
    ['image/jpeg, .png', 'file.jpeg image/jpeg 6', 'a.png image/png 2'],
    ['audio/*,video/*', 'file.mp3 audio/mpeg 6', 'file.mp3 audio/mpeg 2'],
    ['video/*', 'file.mp4 video/mp4 6', 'file.mp4 video/mp4 2'],
    ['.constructor', 'file.constructor  6', 'file.constructor  2'],
    ['constructor', 'file constructor 6', 'file constructor 2']
  ] as const) {
    for (const [given, expected] of [[undefined, alone], [known, beside]] as const) {
      const { name, type, size } = chooseFile(accept, given)
      t.equal(`${name} ${type} ${size}`, expected, `${String(accept)} ${String(given?.name)}`)
    }
  }
  t.end()
})

t.test('a page whose field accepts what the row refuses is a finding', async (t) => {
  const { createApp } = photoApp({ controller: inputOf(png), field: ' accept="image/jpeg"' })
  const { findings, text } = await walkApp(createApp, { open: ROWS })
  t.strictSame(findings.map(({ law, row }) => `${law} ${row}`), ['form POST /photos'], text)
})

t.test('a crash by a file names it', async (t) => {
  const { createApp } = photoApp({ controller: inputOf(z.file()), takes: /./, begins: '' })
  const { findings, text } = await walkApp(async () => {
    const app = await createApp()
    app.addHook('preHandler', async ({ method }) => {
      if (method === 'POST') throw new Error('Full')
    })
    return app
  }, { open: ROWS })
  t.match(findings, [{ law: 'crash', message: /with {"photo":{.*"image":"file\.txt \(text\/plain\)"}}/ }], text)
})

t.test('null is an empty field of a form, and what is undefined is none', (t) => {
  const body = { post: { title: 'A', note: null, none: undefined, tags: ['a', 1] } }
  t.strictSame(formEntries(body), [
    ['post[title]', 'A'], ['post[note]', ''], ['post[tags][]', 'a'], ['post[tags][]', '1']
  ])
  t.end()
})
