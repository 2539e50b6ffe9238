/** Three instances of the blog on one PostgreSQL, behind a balancer. Bounded to two minutes. */

import t from 'tap'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort, startBalancer, untilWell } from '../support/balancer.js'
import { ADMIN, startBlog, stopBlog } from '../support/blog.js'
import type { RunningBlog } from '../support/blog.js'
import { query, startPostgres } from '../support/postgres.js'
import { createVisitor, logIn } from '../support/visitor.js'
import type { Answer, Visitor } from '../support/visitor.js'

const BUILT = fileURLToPath(new URL('../../dist/examples/blog', import.meta.url))

t.test(
  'one is killed, one gets another tree, and PostgreSQL crashes: nothing acknowledged is lost, and the only errors are a 503 and an answer that the killed one had begun',
  { timeout: 120_000 },
  async (t) => {
    const postgres = await startPostgres(t)
    const url = await postgres.createDatabase()
    const ports = [await freePort(), await freePort(), await freePort()]
    const start = async (index: number, folder?: string): Promise<RunningBlog> => {
      return await startBlog(
        t,
        t.testdirName,
        {
          PORT: String(ports[index]),
          DATABASE_URL: url,
          COOKIE_SECRET: 'one secret for all of the instances',
          TRUST_PROXY: 'loopback',
          LOG_LEVEL: 'warn'
        },
        folder
      )
    }
    const [first, second, third] = (await Promise.all(
      ports.map(async (_port, index) => await start(index))
    )) as [RunningBlog, RunningBlog, RunningBlog]
    t.equal(
      [first, second, third].filter((blog) => blog.log().includes('The database had no admin')).length,
      1,
      'all migrate at once, and one makes the first admin'
    )
    const balancer = await startBalancer(t, ports)
    const admin = await logIn(balancer, ADMIN.email, ADMIN.password)
    const at = (
      { address }: RunningBlog,
      ...[path, fields]: Parameters<Visitor['submit']>
    ): Promise<Answer> => createVisitor(address).submit(path, fields, { cookie: admin.cookie() })

    t.equal((await createVisitor(first.address).get('/posts/new', { cookie: admin.cookie() })).status, 200)
    const draft = { 'post[title]': 'Begun on one', 'post[text]': 'Text' }
    t.match(await at(second, '/posts', { ...draft, 'post[title]': '' }), {
      status: 422,
      text: /Title must not be empty/
    })
    const saved = await at(third, '/posts', draft)
    t.match(
      [
        saved.status,
        (await at(first, `${String(saved.headers.get('location'))}/publish`, { _method: 'put' })).status
      ],
      [303, 303],
      'another instance takes a form'
    )

    const tries: number[] = []
    for (let count = 0; count < 11; count++) {
      tries.push(
        (
          await createVisitor(balancer).send('POST', '/session', {
            session: { email: ADMIN.email, password: 'guessed' }
          })
        ).status
      )
    }
    t.strictSame(
      tries,
      [...Array<number>(10).fill(422), 429],
      'three instances allow ten tries, and not thirty'
    )

    const load = startLoad(balancer, admin.cookie())
    await load.progress()
    await load.kill(first.process)
    await start(0)
    await load.progress()

    const folder = newTree(t.testdir())
    t.equal(await stopBlog(second), 0)
    const rolled = await start(1, folder)
    await load.progress()
    const latest = await Promise.all(
      [rolled, third].map(
        async ({ address }) => (await createVisitor(address).get('/posts/latest.json')).status
      )
    )
    t.strictSame(latest, [200, 404], 'one has the new row, the others not yet')

    postgres.stop('immediate')
    await load.refusal()
    const down = await createVisitor(third.address).submit('/posts', draft, { cookie: admin.cookie() })
    t.match(
      [down.status, down.headers.get('retry-after'), down.text],
      [503, '5', /The database cannot be reached at the moment/]
    )
    postgres.start()
    await load.progress()
    await untilWell(third.address)
    const { acknowledged, refused, reads, faults } = await load.stop()

    t.strictSame(faults, [], 'no other error')
    const kept = (await query<{ text: string }>(url, 'SELECT text FROM comments')).map(({ text }) => text)
    t.strictSame(
      acknowledged.filter((text) => kept.filter((other) => other === text).length !== 1),
      [],
      'each acknowledged comment is there once'
    )
    t.comment(
      `${acknowledged.length} comments and ${reads} reads answered, ${refused} refused with 503 and Retry-After`
    )
    t.ok(
      [third, rolled].every(({ process }) => process.exitCode === null),
      'no instance has ended by itself'
    )
  }
)

/** The built blog with one more row, which answers as the list of posts does. */
function newTree (folder: string): string {
  cpSync(BUILT, join(folder, 'blog'), { recursive: true })
  for (const [file, from, to] of [
    ['routes.js', "collection: { search: 'get',", "collection: { search: 'get', latest: 'get',"],
    ['controllers/posts.js', 'index: {', "latest: (_request, reply) => reply.send('[]'),\n    index: {"]
  ] as const) {
    const source = readFileSync(join(folder, 'blog', file), 'utf8')
    if (!source.includes(from)) throw new Error(`${file} has no ${from}`)
    writeFileSync(join(folder, 'blog', file), source.replace(from, to))
  }
  return join(folder, 'blog')
}

interface Load {
  /** Resolves after twenty more acknowledged writes. */
  readonly progress: () => Promise<void>
  /** Kills an instance. What it had begun to answer breaks off, which is no fault until the others go on. */
  readonly kill: (instance: RunningBlog['process']) => Promise<void>
  /** Resolves after one more 503. */
  readonly refusal: () => Promise<void>
  readonly stop: () => Promise<{ acknowledged: string[]; refused: number; reads: number; faults: unknown[] }>
}

/** Four write, and four read, until they are told to stop. Who gets a 503 sends the same again. */
function startLoad (address: string, cookie: string): Load {
  const acknowledged: string[] = []
  const faults: unknown[] = []
  const state = { refused: 0, reads: 0, count: 0, isKilling: false, isOver: false }
  const visitor = createVisitor(address)
  async function isDone (expected: number, send: () => Promise<Answer>): Promise<boolean> {
    const { status, headers, text } = await send().catch((error: Error) => ({
      status: 0,
      headers: new Headers(),
      text: String(error.cause)
    }))
    if (status === expected) return true
    if (status === 503 && headers.has('retry-after')) state.refused++
    else if (status !== 0 || !state.isKilling) faults.push([status, text.slice(0, 200)])
    await setTimeout(100)
    return false
  }
  const write = async (): Promise<void> => {
    while (!state.isOver) {
      const text = `Number ${++state.count}`
      const send = async (): Promise<Answer> =>
        await visitor.send('POST', '/posts/1/comments', { comment: { text } }, { cookie })
      while (!(await isDone(201, send))) if (state.isOver) return
      acknowledged.push(text)
    }
  }
  const read = async (): Promise<void> => {
    for (let index = 0; !state.isOver; index++) {
      const path = ['/', '/posts/1', '/posts.json', '/posts/search.json?q=hello', '/account'][
        index % 5
      ] as string
      const headers = { cookie, 'x-forwarded-for': `10.0.${index % 250}.${state.reads % 250}` }
      if (await isDone(200, async () => await visitor.get(path, headers))) state.reads++
    }
  }
  const workers = [write, write, write, write, read, read, read, read].map(async (work) => {
    await work()
  })
  async function progress (): Promise<void> {
    const goal = acknowledged.length + 20
    while (acknowledged.length < goal) await setTimeout(20)
  }
  return {
    progress,
    async kill (instance) {
      state.isKilling = true
      instance.kill('SIGKILL')
      await progress()
      state.isKilling = false
    },
    async refusal () {
      const goal = state.refused + 1
      while (state.refused < goal) await setTimeout(20)
    },
    async stop () {
      state.isOver = true
      await Promise.all(workers)
      return { ...state, acknowledged, faults }
    }
  }
}
