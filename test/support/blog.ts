/** The built blog with a new database. */

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import type { FastifyInstance } from 'fastify'
import { createVisitor } from './visitor.js'
import type { Visitor } from './visitor.js'

export const ADMIN = { email: 'admin@example.org', password: 'correct horse battery' }

export interface RunningBlog {
  readonly address: string
  readonly process: ChildProcess
  /** Its log so far. */
  readonly log: () => string
}

const BUILT = fileURLToPath(new URL('../../dist/examples/blog', import.meta.url))

/**
 * It runs until the test is over, or is stopped. Its database is a file in `folder`, unless `env` names
 * another. `built` has the blog itself.
 */
export async function startBlog (
  t: Pick<Test, 'teardown'>,
  folder: string,
  env: Readonly<Record<string, string>> = {},
  built = BUILT
): Promise<RunningBlog> {
  const child = spawn(process.execPath, [`${built}/server.js`], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_FILE: `${folder}/blog.db`,
      ADMIN_PASSWORD: ADMIN.password,
      ...env
    }
  })
  const end = once(child, 'exit')
  // Also if it never listens.
  t.teardown(async () => {
    child.kill('SIGKILL')
    await end
  })
  let log = ''
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: unknown): void => {
      log += String(chunk)
      const found = /The blog listens at (\S+)[^]*\n\n/.exec(log)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => {
      reject(new Error(`the blog ended with ${String(code)}: ${log}`))
    })
  })
  return { address, process: child, log: () => log }
}

interface Test {
  testdir: () => string
  teardown: (stop: () => Promise<void>) => void
}

/** With a new database. */
export async function startForTest (t: Test, env?: Record<string, string>): Promise<RunningBlog> {
  return await startBlog(t, t.testdir(), env)
}

type Database = InstanceType<typeof DatabaseSync>
type App = FastifyInstance & { readonly db: Database }

/** Runs SQL with `?` for each value, and returns the rows. */
export function run (db: Database, sql: string, ...values: Array<string | number>): unknown[] {
  return db.prepare(sql).all(...values)
}

/** By its URL, since the types of its routes are not for the tests. */
export async function importBuilt<T> (file: string): Promise<T> {
  return (await import(new URL(`../../dist/examples/blog/${file}`, import.meta.url).href)) as T
}

export async function createApp (databaseFile: string, options: object = {}): Promise<App> {
  const { createApp: create } = await importBuilt<{ createApp: (options: object) => Promise<App> }>('app.js')
  // In this process hashes cost no time, since almost each test logs in.
  const { COSTS } = await importBuilt<{ COSTS: object }>('models/passwords.js')
  Object.assign(COSTS, { N: 64, p: 1 })
  return await create({
    databaseFile,
    ...options
  })
}

/** The same without a process of its own, which starts sooner. */
export async function startInProcess (
  t: Test,
  options: object = {}
): Promise<{ readonly address: string; readonly db: Database }> {
  const file = `${t.testdir()}/blog.db`
  await copySeeded(file)
  const app = await createApp(file, {
    fastify: { forceCloseConnections: true },
    ...options
  })
  t.teardown(async () => {
    await app.close()
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return { address, db: app.db }
}

let seeded: Buffer | undefined

/** The first database of a process is the beginning of all others. */
async function copySeeded (file: string): Promise<void> {
  if (seeded !== undefined) {
    writeFileSync(file, seeded)
    return
  }
  const app = await createApp(file)
  const { seed } = await importBuilt<{ seed: (db: object, admin: object) => Promise<unknown> }>('models/seeds.js')
  await seed(app.db, { password: ADMIN.password })
  await app.close()
  seeded = readFileSync(file)
}

/** As another process sees them: `countRows(folder, "posts WHERE title = 'a'")`. */
export function countRows (folder: string, from: string): number {
  const db = new DatabaseSync(`${folder}/blog.db`, { readOnly: true })
  try {
    return Number((db.prepare(`SELECT count(*) AS count FROM ${from}`).get() as { count: number }).count)
  } finally {
    db.close()
  }
}

/** Stops it, and returns its exit code. */
export async function stopBlog ({ process }: RunningBlog): Promise<number | null> {
  if (process.exitCode !== null) return process.exitCode
  process.kill('SIGTERM')
  return (await once(process, 'exit'))[0] as number | null
}

export async function signUp (blog: { readonly address: string }, name: string): Promise<Visitor> {
  const visitor = createVisitor(blog.address)
  await visitor.submit('/account', {
    'account[name]': name,
    'account[email]': `${name}@example.org`,
    'account[password]': 'a long password'
  })
  return visitor
}
