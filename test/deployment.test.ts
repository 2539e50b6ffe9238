/** docs/deployment.md: its server stops as the page says. docs.test.ts runs its other blocks. */

import t from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { BLOCKS, ROOT, runnableCode } from './support/pages.js'

const SLOW = `app.get('/slow', async () => {
  console.log('asked')
  await new Promise((resolve) => setTimeout(resolve, 300))
  return 'done'
})`

const FOLDER = join(ROOT, 'test/types/generated/deployment')

/** The page's server with a route that waits, at a free port that it prints. */
function writeServer (): string {
  const { code } = BLOCKS.find(({ where }) => where.startsWith('docs/deployment.md:')) as { code: string }
  const source = runnableCode(code).replace('closeWithGrace(', `${SLOW}\ncloseWithGrace(`)
  const file = join(FOLDER, 'server.mjs')
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(file, `${source}\nconsole.log('port', app.server.address().port)\n`)
  return file
}

t.test('after SIGTERM the server sends the answers on their way, closes idle connections, and ends with 0', async (t) => {
  const child = spawn('env', ['-i', process.execPath, writeServer()], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => { child.kill('SIGKILL') })
  let printed = ''
  const printing = (pattern: RegExp): Promise<string> => new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      printed += String(chunk)
      const found = pattern.exec(printed)
      if (found !== null) resolve(found[1] ?? '')
    })
  })
  const port = await printing(/port (\d+)/)
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => { agent.destroy() })
  const ask = (path: string): Promise<IncomingMessage> => new Promise((resolve, reject) => {
    get(`http://127.0.0.1:${port}${path}`, { agent }, resolve).on('error', reject)
  })
  t.equal(await text(await ask('/health')), '{"status":"ok"}')
  const isAsked = printing(/(asked)/)
  const slow = ask('/slow')
  await isAsked
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  t.equal(await text(await slow), 'done')
  t.strictSame(await ended, [0, null])
})
