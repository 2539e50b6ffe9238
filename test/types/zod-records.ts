/** What handlers and clients have by the schemas of `support/record-schemas.ts`: one row a kind. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { z } from 'zod'
import { controller, draw } from '../../lib/index.js'
import type { Routes } from '../../lib/index.js'
import type { AppOf, TypeProvider } from '../../types/registered-app.js'
import type { IdOf, Seen, Sent } from '../../types/records.js'
import type { Received, RecordInput } from '../../types/wire.js'
import { schemas } from '../support/record-schemas.js'
import { same, type Same } from './same.js'

type Kinds = typeof schemas
type InputOf<S> = S extends { readonly input: infer In } ? In : undefined
type App<K> = AppOf<Routes, K extends `TypeBox${string}` ? TypeBoxTypeProvider : TypeProvider, {}>
type RowOf<E extends App<string>, Rec, In> = Row<Sent<E, Rec, In>, RecordInput<E, Rec, In>, Seen<E, Rec>, Received<E, Rec>>
type Actual = { [K in keyof Kinds]: RowOf<App<K>, Kinds[K]['record'], InputOf<Kinds[K]>> }

/** What a handler has of the body, what a client sends, what the handler may answer, and what the client gets. */
type Row<Body, Sends, Answer, Gets = Answer> = [body: Body, sends: Sends, answer: Answer, gets: Gets]
type Text = string | Date
type Plain = Row<{ title: string }, { title: string }, { id: number, title: Text }, { id: number, title: string }>
interface Part { title: string, part?: { q: number } | undefined }
type Parted = Row<
  Pick<Part, keyof Part>, Pick<Part, keyof Part>,
  { id: number, title: Text, part?: { q: number } | undefined },
  { id: number, title: string, part?: { q: number } | undefined }
>
type Length = { n?: number | undefined, all: number[], kid: { n: number | null } }
interface Kid { id: number, title: string, kids?: Kid[] | undefined }
interface Told { id: number, title: Text, kids?: readonly Told[] | undefined }
/** Of a cyclic schema of TypeBox, which has no undefined. */
interface Own { id: number, title: string, kids?: Own[] }
interface OwnTold { id: number, title: Text, kids?: readonly OwnTold[] }
type Json = z.core.util.JSONType
type JsonTold = Text | number | boolean | null | readonly JsonTold[] | { [name: string]: JsonTold }

interface Expected {
  object: Plain
  strictObject: Plain
  'refine on the object': Plain
  'refine on a property': Plain
  'asynchronous rule': Plain
  superRefine: Plain
  trim: Plain
  default: Row<{ title: string }, { title?: string | undefined }, { id: number, title: Text }, { id: number, title: string }>
  'default by a function': Row<
    { title: string, n: number }, { title: string, n?: number | undefined },
    { id: number, title: Text, n: number }, { id: number, title: string, n: number }
  >
  'transform with pipe': Row<
    { title: string, n: number }, { title: string, n: string },
    { id: number, title: Text, n: number }, { id: number, title: string, n: number }
  >
  'transform with pipe at other places': Row<
    Length, { n?: string | undefined, all: string[], kid: { n: string | null } },
    { id: number, n?: number | undefined, all: readonly number[], kid: { n: number | null } },
    { id: number, n?: number | undefined, all: number[], kid: { n: number | null } }
  >
  'transform with pipe in an input': Row<
    { n?: number | undefined }, { n?: string | undefined }, { id: number, n?: number | undefined }
  >
  coerce: Row<
    { n: number, at?: Date | undefined }, { n: unknown, at?: unknown },
    { id: number, n: number, at?: Date | undefined }, { id: number, n: number, at?: string | undefined }
  >
  codec: Row<
    { title: string, at: Date }, { title: string, at: string },
    { id: number, title: Text, at: Date }, { id: number, title: string, at: string }
  >
  file: Row<
    { title: string, picture?: File | undefined }, { title: string, picture?: File | undefined },
    { id: number, title: Text, picture?: string | undefined }, { id: number, title: string, picture?: string | undefined }
  >
  'required file': Row<
    { title: string, picture: File }, { title: string, picture: File },
    { id: number, title: Text, picture: string }, { id: number, title: string, picture: string }
  >
  discriminatedUnion: Row<
    { kind: 'a', n: number } | { kind: 'b', title: string }, { kind: 'a', n: number } | { kind: 'b', title: string },
    { id: number, kind: 'a', n: number } | { id: number, kind: 'b', title: Text },
    { id: number, kind: 'a', n: number } | { id: number, kind: 'b', title: string }
  >
  'recursive getter': Row<
    { title: string, rank: number, kids?: Kid[] | undefined }, { title: string, rank: number, kids?: Kid[] | undefined },
    { id: number, title: Text, rank: number, kids?: readonly Told[] | undefined },
    { id: number, title: string, rank: number, kids?: Kid[] | undefined }
  >
  lazy: Parted
  json: Row<
    { title: string, any?: Json | undefined }, { title: string, any?: Json | undefined },
    { id: number, title: Text, any?: JsonTold | undefined }, { id: number, title: string, any?: Json | undefined }
  >
  'meta({ id }) inside': Parted
  'meta({ id }) at the root': Plain
  // Types see no mark of zod.
  'zod with marks': Row<
    { title: string, rank: number, secret?: string | undefined }, { title: string, rank: number, secret?: string | undefined },
    { id: number, title: Text, rank: number, secret?: Text | undefined },
    { id: number, title: string, rank: number, secret?: string | undefined }
  >
  'JSON Schema with marks': Row<unknown, unknown, unknown>
  TypeBox: Plain
  'TypeBox: Cyclic': Row<
    { title: string, kids?: Own[] }, { title: string, kids?: Own[] },
    { id: number, title: Text, kids?: readonly OwnTold[] }, { id: number, title: string, kids?: Own[] }
  >
  'Valibot without rules that JSON Schema lacks': Plain
  'ArkType without rules that JSON Schema lacks': Plain
  'an input of Valibot with rules': Plain
  'an input of ArkType with a rule': Plain
  'an input of zod with a rule': Plain
}

/** The cells that differ: `file.answer`. */
type Wrong = {
  [K in keyof Kinds]: {
    [C in 0 | 1 | 2 | 3]: Same<Actual[K][C], Expected[K][C]> extends true ? never : `${K}.${['body', 'sends', 'answer', 'gets'][C]}`
  }[0 | 1 | 2 | 3]
}[keyof Kinds]
declare const wrong: Wrong
wrong satisfies never
same<Same<keyof Expected, keyof Kinds>>(true)
type Id = { [K in keyof Kinds]: IdOf<App<K>, Kinds[K]['record']> }
same<Same<Id[Exclude<keyof Kinds, 'JSON Schema with marks'>], number>>(true)

// A handler has these types, and `record` as `load` gives it.
const routes = draw((map) => map.resources('posts', { only: ['create', 'update'] }))
const controllerOf = controller.for<typeof routes>()
const { record } = schemas['required file']
const stored = { id: 1, title: 'Old', picture: '/p.png' }
controllerOf('posts', {
  record,
  responses: true,
  load: (id) => ({ ...stored, id }),
  create ({ body }) {
    same<Same<typeof body, { post: { title: string, picture: File } }>>(true)
    return stored
  },
  update ({ body, record }) {
    same<Same<typeof body, { post: { title?: string, picture?: File } }>>(true)
    same<Same<typeof record, typeof stored>>(true)
    return record
  }
})
// @ts-expect-error an answer tells where a file is
controllerOf('posts', { record, responses: true, create: () => stored, update: ({ body }) => ({ ...stored, ...body.post }) })
