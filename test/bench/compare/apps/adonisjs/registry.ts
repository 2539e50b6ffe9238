/** What Tuyau generates from the routes, an entry a line. */

import type { AdonisEndpoint, ExtractBody, ExtractErrorResponse, ExtractQuery, ExtractResponse } from '@tuyau/core/types'
import type { InferInput, SimpleError } from '@vinejs/vine/types'

type ParamValue = string | number | bigint | boolean
interface Invalid { status: 422, response: { errors: SimpleError[] } }
interface Get<Response> { body: {}, paramsTuple: [], params: {}, query: {}, response: ExtractResponse<Awaited<Response>>, errorResponse: ExtractErrorResponse<Awaited<Response>> }
interface GetOne<Response> { body: {}, paramsTuple: [ParamValue], params: { id: ParamValue }, query: {}, response: ExtractResponse<Awaited<Response>>, errorResponse: ExtractErrorResponse<Awaited<Response>> }
interface Post<Request, Response> { body: ExtractBody<Request>, paramsTuple: [], params: {}, query: ExtractQuery<Request>, response: ExtractResponse<Awaited<Response>>, errorResponse: ExtractErrorResponse<Awaited<Response>> | Invalid }

const placeholder: any = {}

const routes = {
  'notes.index': { methods: ['GET', 'HEAD'], pattern: '/notes', tokens: [{ old: '/notes', type: 0, val: 'notes', end: '' }], types: placeholder as Get<ReturnType<import('./notes.ts').default['index']>> },
  'notes.store': { methods: ['POST'], pattern: '/notes', tokens: [{ old: '/notes', type: 0, val: 'notes', end: '' }], types: placeholder as Post<InferInput<(typeof import('./notes.ts'))['newNote']>, ReturnType<import('./notes.ts').default['store']>> },
  'notes.show': { methods: ['GET', 'HEAD'], pattern: '/notes/:id', tokens: [{ old: '/notes/:id', type: 0, val: 'notes', end: '' }, { old: '/notes/:id', type: 1, val: 'id', end: '' }], types: placeholder as GetOne<ReturnType<import('./notes.ts').default['show']>> },
} as const satisfies Record<string, AdonisEndpoint>

interface ApiDefinition {
  notes: { index: typeof routes['notes.index'], store: typeof routes['notes.store'], show: typeof routes['notes.show'] }
}

export const registry = { routes, $tree: {} as ApiDefinition }
