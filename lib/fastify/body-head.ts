/** The first bytes of a request's body, seen and changed before anybody reads it. */

import { AsyncResource } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'

/** Takes the head of a body, and whether that is all of it; gives what shall stand there instead, which must not be empty. */
export type Edit = (head: Buffer, whole: boolean) => Buffer

// Node drains what nobody has read when the response ends, but not what somebody has begun to read.
const begun = new WeakSet<object>()
let listens = false

/**
 * Lets `edit` change the first `size` bytes of a body; for whoever reads it later nothing has happened. A body
 * without bytes is left alone. Where the client goes before they have come, `done` is never called.
 */
export function editHead (request: IncomingMessage | Http2ServerRequest, size: number, edit: Edit, done: () => void): void {
  drainInTheEnd(request)
  // By then what came in one packet with the headers is there.
  process.nextTick(function waitForHead () {
    // To ask an ended stream for bytes would end it before its reader comes.
    if (request.complete && request.readableLength === 0) {
      done()
      return
    }
    const onReadable = AsyncResource.bind(function readHead () {
      if (request.readableLength > 0) {
        // Null until so many have come, or the end.
        const head = request.read(size) as Buffer | null
        if (head === null) return
        // In the same tick, else the stream might end.
        request.unshift(edit(head, head.length < size))
      }
      request.off('readable', onReadable)
      request.off('error', ignoreError)
      done()
    })
    request.on('readable', onReadable)
    request.on('error', ignoreError)
  })
}

// Whoever reads the body later gets the error, as without us.
function ignoreError (): void {}

// Over HTTP/2 the response is at hand; over HTTP/1 a channel tells of it, which begins with the first body.
function drainInTheEnd (request: IncomingMessage | Http2ServerRequest): void {
  if ('stream' in request) {
    request.stream.once('finish', () => { drainUnread(request) })
    return
  }
  begun.add(request)
  if (listens) return
  listens = true
  subscribe('http.server.response.finish', function onResponseFinish (message) {
    const { request } = message as { request: IncomingMessage }
    if (begun.has(request)) drainUnread(request)
  })
}

function drainUnread (request: IncomingMessage | Http2ServerRequest): void {
  // Null: nobody has begun to read since. Else what is left is the reader's.
  if (request.readableFlowing === null) request.resume()
}
