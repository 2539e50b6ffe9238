/** The language servers of the compilers, asked what an editor shows of a name. */

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Compiler } from './compilers.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const SERVERS = {
  'TypeScript 5': ['test/full/node_modules/typescript/lib/tsserver.js'],
  'TypeScript 6': ['node_modules/typescript/lib/tsserver.js'],
  'TypeScript 7': ['node_modules/typescript7/bin/tsc', '--lsp', '--stdio']
}

interface Server {
  readonly send: (message: object) => void
  /** Sends a message with a number, and waits for the answer that has it. */
  readonly ask: (message: object) => Promise<any>
  readonly stop: () => void
}

/** What an editor shows of the names that begin these texts of a file, without line ends. */
export async function hoversOf (
  compiler: Compiler, path: string, texts: readonly string[]
): Promise<string[]> {
  const file = `${ROOT}${path}`
  const content = readFileSync(file, 'utf8')
  const positions = texts.map((text) => {
    const lines = content.slice(0, content.indexOf(text)).split('\n')
    return { line: lines.length, offset: (lines.at(-1) as string).length + 1 }
  })
  const isProtocol = compiler === 'TypeScript 7'
  const server = startServer(SERVERS[compiler], { isProtocol })
  const hover = isProtocol ? await openByProtocol(server, file, content) : openInTsserver(server, file)
  const hovers: string[] = []
  for (const position of positions) hovers.push((await hover(position)).replaceAll(/\s+/g, ' ').trim())
  server.stop()
  return hovers
}

type Hover = (position: { readonly line: number, readonly offset: number }) => Promise<string>

/** tsserver, whose own protocol counts lines and columns from one. */
function openInTsserver ({ send, ask }: Server, file: string): Hover {
  send({ type: 'request', command: 'open', arguments: { file } })
  return async (position) => {
    const { body } = await ask({ type: 'request', command: 'quickinfo', arguments: { file, ...position } })
    return body.displayString
  }
}

/** By the language server protocol, which counts from zero. */
async function openByProtocol ({ send, ask }: Server, file: string, text: string): Promise<Hover> {
  const uri = pathToFileURL(file).href
  const capabilities = { textDocument: { hover: { contentFormat: ['plaintext'] } } }
  await ask({ method: 'initialize', params: { processId: process.pid, rootUri: null, capabilities } })
  send({ method: 'initialized', params: {} })
  const textDocument = { uri, languageId: 'typescript', version: 1, text }
  send({ method: 'textDocument/didOpen', params: { textDocument } })
  return async ({ line, offset }) => {
    const position = { line: line - 1, character: offset - 1 }
    const { result } = await ask({ method: 'textDocument/hover', params: { textDocument: { uri }, position } })
    return result.contents.value
  }
}

function startServer (args: readonly string[], { isProtocol }: { readonly isProtocol: boolean }): Server {
  // In an empty environment: tap's would load its loader into the server.
  const command = ['-i', `PATH=${process.env.PATH ?? ''}`, process.execPath, ...args]
  const child = spawn('env', command, { cwd: ROOT, stdio: ['pipe', 'pipe', 'ignore'] })
  const waiting = new Map<number, (answer: any) => void>()
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    child.stdin.write(isProtocol ? `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}` : `${text}\n`)
  }
  const receive = (message: any): void => {
    // Requests of the server: it asks for settings.
    if (message.method !== undefined && message.id !== undefined) send({ id: message.id, result: [null] })
    else waiting.get(message.id ?? message.request_seq)?.(message)
  }
  let text = ''
  child.stdout.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk
    for (let frame = frameOf(text); frame !== undefined; frame = frameOf(text)) {
      text = frame.rest
      receive(JSON.parse(frame.body))
    }
  })
  return {
    send,
    ask: async (message) => await new Promise((resolve) => {
      const id = waiting.size + 1
      waiting.set(id, resolve)
      send({ id, seq: id, ...message })
    }),
    stop: () => {
      child.stdin.end()
      child.kill()
    }
  }
}

/** The first whole message; undefined where its end has not come. */
function frameOf (text: string): { readonly body: string, readonly rest: string } | undefined {
  const [header, length] = /Content-Length: (\d+)\r\n\r\n/.exec(text) ?? []
  if (header === undefined) return undefined
  const start = text.indexOf(header) + header.length
  const end = start + Number(length)
  return text.length < end ? undefined : { body: text.slice(start, end), rest: text.slice(end) }
}
