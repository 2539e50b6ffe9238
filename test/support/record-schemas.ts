/** Schemas of records by kind, which `zod-records.test.ts` runs, and `types/zod-records.ts` reads. */

import { Type } from '@fastify/type-provider-typebox'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { z } from 'zod'

const id = z.int()
const title = z.string().min(1)
const readOnly = { readOnly: true }
const isFine = (post: { title: string }): boolean => post.title !== 'bad'
const length = z.string().transform((text) => text.length).pipe(z.int())

export const at = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text), encode: (date) => date.toISOString()
})

export const Kid = z.object({
  id: z.int().meta(readOnly), title, get kids () { return z.array(Kid).optional() }
})

export const Node = z.object({
  id, title, rank: z.int().meta(readOnly), get kids () { return z.array(Kid).optional() }
})

const valibot = toStandardJsonSchema(v.object({
  id: v.pipe(v.number(), v.integer()), title: v.pipe(v.string(), v.minLength(1))
}))

/** With an `input` where clients send another schema. */
export const schemas = {
  object: { record: z.object({ id, title }) },
  strictObject: { record: z.strictObject({ id, title }) },
  'refine on the object': { record: z.object({ id, title }).refine(isFine, 'no') },
  'refine on a property': { record: z.object({ id, title: title.refine((text) => text !== 'bad', 'no') }) },
  'asynchronous rule': {
    record: z.object({ id, title: title.refine(async (text) => await Promise.resolve(text !== 'bad'), 'no') })
  },
  superRefine: {
    record: z.object({ id, title }).superRefine((post, { addIssue }) => {
      if (!isFine(post)) addIssue({ code: 'custom', path: ['title'], message: 'no' })
    })
  },
  trim: { record: z.object({ id, title: z.string().trim().min(1) }) },
  default: { record: z.object({ id, title: title.default('x') }) },
  'default by a function': { record: z.object({ id, title, n: z.int().default(() => 3) }) },
  'transform with pipe': { record: z.object({ id, title, n: length }) },
  'transform with pipe at other places': {
    record: z.object({
      id, n: length.optional(), all: z.array(length), kid: z.object({ n: length.nullable() })
    })
  },
  'transform with pipe in an input': {
    record: z.object({ id, n: id.optional() }), input: z.object({ n: length.optional() })
  },
  coerce: { record: z.object({ id, n: z.coerce.number().min(1), at: z.coerce.date().optional() }) },
  codec: { record: z.object({ id, title, at }).refine((post) => post.at instanceof Date) },
  file: { record: z.object({ id, title, picture: z.file().max(9, 'too large').optional() }) },
  'required file': { record: z.object({ id, title, picture: z.file().max(9, 'too large') }) },
  discriminatedUnion: {
    record: z.discriminatedUnion('kind', [
      z.object({ id, kind: z.literal('a'), n: z.int() }), z.object({ id, kind: z.literal('b'), title })
    ])
  },
  'recursive getter': { record: Node },
  lazy: { record: z.object({ id, title, part: z.lazy(() => z.object({ q: z.int() })).optional() }) },
  json: { record: z.object({ id, title, any: z.json().optional() }) },
  'meta({ id }) inside': {
    record: z.object({ id, title, part: z.object({ q: z.int() }).meta({ id: 'TablePart' }).optional() })
  },
  'meta({ id }) at the root': { record: z.object({ id, title }).meta({ id: 'TableRoot' }) },
  'zod with marks': {
    record: z.object({
      id, title, rank: z.int().meta(readOnly), secret: z.string().min(8).optional().meta({ writeOnly: true })
    })
  },
  'JSON Schema with marks': {
    record: {
      type: 'object',
      required: ['id', 'title', 'rank'],
      properties: {
        id: { type: 'integer' },
        title: { type: 'string', minLength: 1 },
        rank: { type: 'integer', readOnly: true },
        secret: { type: 'string', minLength: 8, writeOnly: true }
      }
    }
  },
  TypeBox: { record: Type.Object({ id: Type.Integer(), title: Type.String({ minLength: 1 }) }) },
  'TypeBox: Cyclic': {
    record: Type.Cyclic({
      Own: Type.Object({
        id: Type.Integer(), title: Type.String({ minLength: 1 }), kids: Type.Optional(Type.Array(Type.Ref('Own')))
      })
    }, 'Own')
  },
  'Valibot without rules that JSON Schema lacks': { record: valibot },
  'ArkType without rules that JSON Schema lacks': { record: type({ id: 'number.integer', title: 'string > 0' }) },
  'an input of Valibot with rules': {
    record: valibot,
    input: toStandardJsonSchema(
      v.pipe(v.object({ title: v.pipe(v.string(), v.trim(), v.minLength(1)) }), v.check(isFine, 'no'))
    )
  },
  'an input of ArkType with a rule': { record: valibot, input: type({ title: 'string > 0' }).narrow(isFine) },
  'an input of zod with a rule': { record: valibot, input: z.object({ title }).refine(isFine, 'no') }
}
