/** Reads and edits the first bytes of a request's body before any other reader. */

import { AsyncResource } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'

type RawRequest = IncomingMessage | Http2ServerRequest

interface Peek {
  /** The maximum length of the head in bytes. */
  readonly size: number
  /** How many milliseconds it may take to arrive. */
  readonly timeout: number
  /** Takes the head, and whether that is the whole body; returns its replacement, which must not be empty. */
  readonly edit: (head: Buffer, whole: boolean) => Buffer
  /** Called before `done`, instead of `edit`, if the head did not arrive in time. */
  readonly giveUp: () => void
  readonly done: () => void
}

// When a response ends, Node drains a body that nobody has read, but not one that somebody began to read.
const kBegun = Symbol('fastify-resources.begun')
let listens = false

type Marked = IncomingMessage & { [kBegun]?: true }

/**
 * Edits the head of a body. Later readers get the body as if nobody had read before. Does nothing to an empty
 * body, and to one that somebody reads as text (`setEncoding`). If the client disconnects first, `done` is
 * never called.
 */
export function peek (request: RawRequest, options: Peek): void {
  // By then small bodies have arrived completely, and empty ones have ended.
  process.nextTick(function lookForHead () {
    const isEmpty = request.complete && request.readableLength === 0
    // read() on an ended stream would emit 'end' before its reader listens.
    if (isEmpty || request.readableEncoding !== null) {
      options.done()
      return
    }
    // Of a complete body nothing is left on the connection.
    if (!request.complete) drainInTheEnd(request)
    if (isThere(request, request.readableLength, options)) {
      request.unshift(editHead(request.read() as Buffer, options))
      options.done()
    } else {
      waitForHead(request, options)
    }
  })
}

/** Node sets `complete` only after the last byte has arrived. */
function isThere (request: RawRequest, length: number, { size }: Peek): boolean {
  return request.complete || length >= Math.min(size, Number(request.headers['content-length'] ?? Infinity))
}

function editHead (bytes: Buffer, { size, edit }: Peek): Buffer {
  if (bytes.length <= size) return edit(bytes, bytes.length < size)
  return Buffer.concat([edit(bytes.subarray(0, size), false), bytes.subarray(size)])
}

function waitForHead (request: RawRequest, options: Peek): void {
  const context = new AsyncResource('fastify-resources.waitForHead')
  const held = holdBytes()
  const timer = setTimeout(function stopWaiting () {
    leave()
    options.giveUp()
    if (held.length() > 0) request.unshift(held.bytes())
    options.done()
  }, options.timeout)

  function onReadable (): void {
    const isText = request.readableEncoding !== null
    const chunk =
      isText || (held.length() === 0 && request.readableLength === 0)
        ? null
        : (request.read() as Buffer | null)
    if (chunk !== null) {
      held.add(chunk)
      if (!isThere(request, held.length(), options)) return
    }
    leave()
    // In the same tick, or else the stream might end.
    if (held.length() > 0) {
      // As latin1, which the stream decodes to the encoding that was set.
      if (isText) request.unshift(held.bytes().toString('latin1'), 'latin1')
      else request.unshift(editHead(held.bytes(), options))
    }
    context.runInAsyncScope(options.done)
  }
  function leave (): void {
    clearTimeout(timer)
    request.off('readable', onReadable).off('close', leave).off('error', ignoreError)
  }
  request.on('readable', onReadable).on('close', leave).on('error', ignoreError)
}

/** Collects chunks in one growing buffer: chunks of one byte would cost a hundred bytes each. */
function holdBytes (): { add: (piece: Buffer) => void, length: () => number, bytes: () => Buffer } {
  let buffer = Buffer.alloc(0)
  let length = 0
  return {
    add (piece) {
      if (length + piece.length > buffer.length) {
        // allocUnsafeSlow, since a slice would keep Node's buffer pool alive.
        const larger = Buffer.allocUnsafeSlow(Math.max(512, 2 * buffer.length, length + piece.length))
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      length += piece.copy(buffer, length)
    },
    length: () => length,
    bytes: () => buffer.subarray(0, length)
  }
}

// Later readers of the body get the error.
function ignoreError (): void {}

// HTTP/2 requests have the stream of their response. For HTTP/1 a diagnostics channel tells when a response
// ends.
function drainInTheEnd (request: RawRequest): void {
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

function drainUnread (request: RawRequest): void {
  // Null means that nobody has begun to read since.
  if (request.readableFlowing === null) request.resume()
}
