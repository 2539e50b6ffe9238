/** Form bodies as bytes, and a bare connection that sends them. */

import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export const URLENCODED = 'application/x-www-form-urlencoded'
const BOUNDARY = 'boundary-1'
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

/** A multipart body; a value of two is a file's name and content. */
export function multipart (
  fields: ReadonlyArray<
    readonly [name: string, value: string | readonly [filename: string, content: string]]
  >,
  boundary = BOUNDARY
): string {
  const parts = fields.map(([name, value]) =>
    typeof value === 'string'
      ? `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      : `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${value[0]}"\r\nContent-Type: application/octet-stream\r\n\r\n${value[1]}\r\n`
  )
  return `${parts.join('')}--${boundary}--\r\n`
}

export async function openSocket (app: FastifyInstance): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay()
  await once(socket, 'connect')
  return socket
}

/**
 * What has come when so many responses are complete (each with a Content-Length), as their status lines and
 * bodies.
 */
export async function readResponses (
  socket: Socket,
  count: number
): Promise<Array<{ status: number; body: string }>> {
  const responses: Array<{ status: number; body: string }> = []
  let text = ''
  while (responses.length < count) {
    const head = text.indexOf('\r\n\r\n')
    const length = head === -1 ? undefined : /content-length: (\d+)/i.exec(text.slice(0, head))?.[1]
    const end = head + 4 + Number(length ?? 0)
    if (head === -1 || text.length < end) {
      text += ((await once(socket, 'data')) as string[])[0]
      continue
    }
    const status = Number(text.slice(9, 12))
    if (status !== 100) responses.push({ status, body: text.slice(head + 4, end) })
    text = text.slice(end)
  }
  return responses
}

export function rawRequest (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {}
): string {
  const all = {
    host: 'localhost',
    'content-type': URLENCODED,
    'content-length': String(Buffer.byteLength(body)),
    ...headers
  }
  return `POST ${url} HTTP/1.1\r\n${Object.entries(all)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')}\r\n\r\n${body}`
}
