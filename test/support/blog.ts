/** The blog, as it is built, in a process of its own with a new database. */

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const ADMIN = { email: 'admin@example.org', password: 'correct horse battery' }

export interface RunningBlog {
  readonly address: string
  readonly process: ChildProcess
  /** All that it has logged so far. */
  readonly log: () => string
}

/** Its database is a file in `folder`, unless `env` names another. */
export async function startBlog (folder: string, env: Readonly<Record<string, string>> = {}): Promise<RunningBlog> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../dist/examples/blog/server.js', import.meta.url))], {
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: `file:${folder}/blog.db`, ADMIN_PASSWORD: ADMIN.password, ...env }
  })
  let log = ''
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: unknown): void => {
      log += String(chunk)
      const found = /listening at (http:\/\/[^"]+)/.exec(log)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => { reject(new Error(`the blog ended with ${String(code)}: ${log}`)) })
  })
  return { address, process: child, log: () => log }
}
