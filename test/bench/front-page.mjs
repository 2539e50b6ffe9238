/** The blog's front page, against a bare Fastify that shows the same page by the same templates and SQL. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyView from '@fastify/view'
import { DatabaseSync } from '@photostructure/sqlite'
import { Eta } from 'eta'
import Fastify from 'fastify'
import { createApp } from '../../dist/examples/blog/app.js'
import { createPost, setPublished } from '../../dist/examples/blog/models/posts.js'
import { seed } from '../../dist/examples/blog/models/seeds.js'
import { asset } from '../../dist/examples/blog/web/assets.js'
import { excerpt } from '../../dist/examples/blog/web/markdown.js'
import { alternate, compare, measureInChild, median } from './harness.mjs'

const VIEWS = fileURLToPath(new URL('../../examples/blog/assets/views', import.meta.url))
const POSTS = 30
const REQUESTS = 400
const TEXT = 'There is *more* to say, and so it goes on. '.repeat(20)

const SQL = `SELECT posts.id, posts.userId, title, text, published, version, position, createdAt, publishedAt,
  updatedAt, users.name AS author, users.role FROM posts INNER JOIN users ON users.id = posts.userId
  WHERE published = 1 AND posts.position < ? ORDER BY posts.position DESC LIMIT ?`

async function createBlog (file) {
  const app = await createApp({ databaseFile: file, fastify: { logger: false } })
  await seed(app.db, { password: 'a password for tests' })
  for (let number = 1; number <= POSTS; number++) {
    const post = await createPost(app.db, { id: 1 }, { title: `Post ${number}`, text: TEXT })
    await setPublished(app.db, post, true)
  }
  return app
}

/** The same page without the plugin: one route, its SQL, and what the templates need. */
async function createByHand (file) {
  const blog = await createBlog(file)
  await blog.close()
  const statement = new DatabaseSync(file).prepare(SQL)
  const app = Fastify()
  await app.register(fastifyView, {
    engine: { eta: new Eta({ views: VIEWS }) },
    production: true,
    root: VIEWS,
    viewExt: 'eta',
    layout: 'layout.eta'
  })
  const site = { name: 'Blog', description: '', language: 'en' }
  const urlFor = {
    rootPath: () => '/',
    postPath: ({ id }) => `/posts/${encodeURIComponent(id)}`,
    postsPath: ({ format, query } = {}) =>
      `/posts${format === undefined ? '' : `.${format}`}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`,
    searchPostsPath: () => '/posts/search',
    newSessionPath: ({ query }) => `/session/new?${new URLSearchParams(query)}`
  }
  const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  const links = {
    stylesheet: asset('blog.css'),
    script: asset('forms.js'),
    icon: asset('icon.svg'),
    docs: '/docs'
  }
  app.decorateRequest('user', null)
  app.get('/', async (request, reply) => {
    const rows = statement.all(Number.MAX_SAFE_INTEGER, 11)
    const items = rows.slice(0, 10)
    let title = site.name
    return await reply.viewAsync('posts/index', {
      ...links,
      request,
      site,
      urlFor,
      title: (text = title) => (title = text),
      takeFlash: () => null,
      here: () => request.url,
      formatDate: (time) => dates.format(new Date(time)),
      excerpt,
      isWriter: () => false,
      list: { items, newer: undefined, older: { before: String(items.at(-1).position) } }
    })
  })
  return app
}

const SIDES = { ours: createBlog, byHand: createByHand }

async function withApp (side, use) {
  const folder = mkdtempSync(join(tmpdir(), 'front-page-'))
  const app = await SIDES[side](join(folder, 'blog.db'))
  try {
    return await use(app)
  } finally {
    await app.close()
    rmSync(folder, { recursive: true })
  }
}

/** Microseconds of CPU for a page. */
export async function measure (side) {
  return await withApp(side, async (app) => {
    const rounds = []
    for (let round = 0; round < 12; round++) {
      const before = process.cpuUsage()
      for (let count = 0; count < REQUESTS; count++) await app.inject('/')
      const { user, system } = process.cpuUsage(before)
      rounds.push((user + system) / REQUESTS)
    }
    return median(rounds.slice(4))
  })
}

export async function compareSides () {
  const [ours, byHand] = await Promise.all(
    ['ours', 'byHand'].map(
      async (side) => await withApp(side, async (app) => (await app.inject('/')).body)
    )
  )
  const withoutTimes = (page) => page.replaceAll(/datetime="[^"]+"/g, '')
  assert.ok(withoutTimes(ours) === withoutTimes(byHand))
  const run = (side) => async () => await measureInChild('front-page', side)
  return [
    compare('front page of the blog', await alternate(5, run('ours'), run('byHand')), {
      unit: 'us',
      atMost: 1.15
    })
  ]
}
