/** The first bytes of a request's body, seen and changed before anybody reads it. */

import { AsyncResource } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'

type RawRequest = IncomingMessage | Http2ServerRequest

interface Peek {
  /** How many bytes the head has at most. */
  readonly size: number
  /** The milliseconds in which it must come. */
  readonly timeout: number
  /** Takes the head, and whether that is all of the body; gives what stands there instead, which must not be empty. */
  readonly edit: (head: Buffer, whole: boolean) => Buffer
  /** Called before `done`, in place of `edit`, where the head did not arrive in time. */
  readonly giveUp: () => void
  readonly done: () => void
}

// Node drains what nobody has read when the response ends, but not what somebody has begun to read.
const kBegun = Symbol('fastify-resources.begun')
let listens = false

type Marked = IncomingMessage & { [kBegun]?: true }

/**
 * Edits the head of a body; for whoever reads it later nothing has happened. A body without bytes, and one that
 * somebody reads as text (`setEncoding`), is left alone. Where the client goes before, `done` is never called.
 */
export function peek (request: RawRequest, options: Peek): void {
  // By then small bodies are there as a whole, and those without bytes have ended.
  process.nextTick(function lookForHead () {
    const isEmpty = request.complete && request.readableLength === 0
    // To ask an ended stream for bytes would end it before its reader comes.
    if (isEmpty || request.readableEncoding !== null) {
      options.done()
      return
    }
    drainInTheEnd(request)
    if (isThere(request, request.readableLength, options)) {
      request.unshift(editHead(request.read() as Buffer, options))
      options.done()
    } else {
      waitForHead(request, options)
    }
  })
}

/** Node says that a body is complete later than its last byte is there. */
function isThere (request: RawRequest, length: number, { size }: Peek): boolean {
  return request.complete || length >= Math.min(size, Number(request.headers['content-length'] ?? Infinity))
}

function editHead (bytes: Buffer, { size, edit }: Peek): Buffer {
  const edited = edit(bytes.subarray(0, size), bytes.length < size)
  return bytes.length > size ? Buffer.concat([edited, bytes.subarray(size)]) : edited
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
    const chunk = isText || (held.length() === 0 && request.readableLength === 0) ? null : request.read() as Buffer | null
    if (chunk !== null) {
      held.add(chunk)
      if (!isThere(request, held.length(), options)) return
    }
    leave()
    // In the same tick, else the stream might end.
    if (held.length() > 0) {
      // In latin1, from which the stream makes the text that is asked for.
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

/** Bytes that come in pieces, held as one buffer: pieces of one byte would cost a hundred each. */
function holdBytes (): { add: (piece: Buffer) => void, length: () => number, bytes: () => Buffer } {
  let buffer = Buffer.alloc(0)
  let length = 0
  return {
    add (piece) {
      if (length + piece.length > buffer.length) {
        // Slow is what has no part in Node's pool, which it would keep alive.
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

// Whoever reads the body later gets the error, as without us.
function ignoreError (): void {}

// Over HTTP/2 the response is at hand; over HTTP/1 a channel tells of it, which begins with the first body.
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
  // Null: nobody has begun to read since. Else what is left is the reader's.
  if (request.readableFlowing === null) request.resume()
}
