/** The first bytes of a request's body, seen and changed before anybody reads it. */

import { AsyncResource } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { Readable } from 'node:stream'

/** Takes the head of a body, and whether that is all of it; gives what shall stand there instead, which must not be empty. */
export type Edit = (head: Buffer, whole: boolean) => Buffer

// Node drains what nobody has read when the response ends, but not what somebody has begun to read.
const kBegun = Symbol('fastify-resources.begun')
let listens = false

type Marked = IncomingMessage & { [kBegun]?: true }

/**
 * Lets `edit` change the first `size` bytes of a body; for whoever reads it later nothing has happened. A body
 * without bytes is left alone. Where the client goes before they have come, `done` is never called.
 */
export function editHead (request: IncomingMessage | Http2ServerRequest, size: number, edit: Edit, done: () => void): void {
  drainInTheEnd(request)
  // By then a body without bytes has ended, where its end came at once.
  process.nextTick(function lookForHead () {
    // To ask an ended stream for bytes would end it before its reader comes.
    if (request.complete && request.readableLength === 0) done()
    else waitForHead(request, () => takeHead(request, size, edit), done)
  })
}

/** False until so many bytes have come, or the end. */
function takeHead (request: Readable, size: number, edit: Edit): boolean {
  const head = request.read(size) as Buffer | null
  // In the same tick, else the stream might end.
  if (head !== null) request.unshift(edit(head, head.length < size))
  return head !== null
}

function waitForHead (request: Readable, take: () => boolean, done: () => void): void {
  const context = new AsyncResource('fastify-resources.waitForHead')
  function onReadable (): void {
    if (request.readableLength > 0 && !take()) return
    request.off('readable', onReadable)
    request.off('error', ignoreError)
    context.runInAsyncScope(done)
  }
  request.on('readable', onReadable)
  request.on('error', ignoreError)
}

// Whoever reads the body later gets the error, as without us.
function ignoreError (): void {}

// Over HTTP/2 the response is at hand; over HTTP/1 a channel tells of it, which begins with the first body.
function drainInTheEnd (request: IncomingMessage | Http2ServerRequest): void {
  if ('stream' in request) {
    request.stream.once('finish', () => { drainUnread(request) })
    return
  }
  (request as Marked)[kBegun] = true
  if (listens) return
  listens = true
  subscribe('http.server.response.finish', function onResponseFinish (message) {
    const { request } = message as { request: Marked }
    if (request[kBegun] === true) drainUnread(request)
  })
}

function drainUnread (request: IncomingMessage | Http2ServerRequest): void {
  // Null: nobody has begun to read since. Else what is left is the reader's.
  if (request.readableFlowing === null) request.resume()
}
