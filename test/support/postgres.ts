/** A PostgreSQL of the machine's packages, with a new cluster until the test is over. */

import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './balancer.js'

export interface Postgres {
  /** A new database, by its address. */
  readonly createDatabase: () => Promise<string>
  readonly start: () => void
  /** `immediate` is a crash: the server recovers from its log when it starts. */
  readonly stop: (mode?: 'fast' | 'immediate') => void
}

const FOLDER = '/usr/lib/postgresql'

/** The programs of the newest version, or undefined. */
const PROGRAMS = existsSync(FOLDER)
  ? readdirSync(FOLDER)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(FOLDER, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined

export async function startPostgres (t: { teardown: (stop: () => void) => void }): Promise<Postgres> {
  if (PROGRAMS === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql')
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  // The server refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const run = (program: string, ...words: string[]): void => {
    execFileSync(join(PROGRAMS as string, program), words, { ...user, cwd: folder, stdio: 'ignore' })
  }
  const data = join(folder, 'data')
  const start = (): void => {
    run(
      'pg_ctl',
      'start',
      '--wait',
      '--pgdata',
      data,
      '--log',
      join(folder, 'log'),
      '--options',
      `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
    )
  }
  const stop: Postgres['stop'] = (mode = 'fast') => {
    run('pg_ctl', 'stop', '--wait', '--pgdata', data, '--mode', mode)
  }
  run(
    'initdb',
    '--pgdata',
    data,
    '--username',
    'blog',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--locale',
    'C',
    '--no-sync'
  )
  start()
  t.teardown(() => {
    try {
      stop('immediate')
    } catch {}
    rmSync(folder, { recursive: true, force: true })
  })
  let count = 0
  return {
    start,
    stop,
    async createDatabase () {
      const name = `blog${++count}`
      await query(addressOf('postgres'), `CREATE DATABASE ${name}`)
      return addressOf(name)
    }
  }

  function addressOf (name: string): string {
    return `postgres://blog@127.0.0.1:${port}/${name}`
  }
}

/** As another program sees it. */
export async function query<T extends object> (url: string, sql: string): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

function idOf (option: string): number {
  return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
}
