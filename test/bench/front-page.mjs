/**
 * The blog's front page, against a Fastify that shows the same page by hand: with the same plugins, hooks,
 * queries and templates. What differs is the part of fastify-resources.
 */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastifyView from '@fastify/view'
import { Eta } from 'eta'
import Fastify from 'fastify'
import { createApp } from '../../dist/examples/blog/app.js'
import { database } from '../../dist/examples/blog/models/database.js'
import { Page } from '../../dist/examples/blog/models/lists.js'
import { createPost, listPosts, setPublished } from '../../dist/examples/blog/models/posts.js'
import { seed } from '../../dist/examples/blog/models/seeds.js'
import { isWriter, mayChange, mayHost } from '../../dist/examples/blog/models/users.js'
import { excerpt, renderMarkdown } from '../../dist/examples/blog/web/markdown.js'
import { isRead, visitors } from '../../dist/examples/blog/web/visitors.js'
import { compare, measureInChild, median } from './harness.mjs'

const VIEWS = fileURLToPath(new URL('../../examples/blog/assets/views', import.meta.url))
const SECRET = 'a secret of thirty-two characters'
const POSTS = 30
const TEXT = 'There is *more* to say, and so it goes on. '.repeat(20)

async function createBlog (file) {
  const app = await createApp({ databaseFile: file, fastify: { logger: false } })
  await fill(app.db)
  return app
}

async function fill (db) {
  await seed(db, { password: 'a password for tests' })
  for (let number = 1; number <= POSTS; number++) {
    const post = createPost(db, { id: 1 }, { title: `Post ${number}`, text: TEXT })
    setPublished(db, post, true)
  }
}

const POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'https:'],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"]
}

const links = {
  stylesheet: '/assets/blog.css',
  script: '/assets/forms.js',
  icon: '/assets/icon.svg',
  docs: '/docs'
}

const site = { name: 'Blog', signUps: true }

const withQuery = (path, query) => query === undefined ? path : `${path}?${new URLSearchParams(query)}`

const urlFor = {
  rootPath: () => '/',
  postPath: ({ id }) => `/posts/${encodeURIComponent(id)}`,
  postsPath: ({ format, query } = {}) => withQuery(`/posts${format === undefined ? '' : `.${format}`}`, query),
  searchPostsPath: ({ query } = {}) => withQuery('/posts/search', query),
  newSessionPath: ({ query } = {}) => withQuery('/session/new', query)
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const formatDate = (time) => dates.format(new Date(time))

/** The same page without fastify-resources: one route, and URLs by hand. It answers in HTML only. */
async function createByHand (file) {
  const app = Fastify({
    requestTimeout: 30_000,
    bodyLimit: 128 * 1024,
    ajv: { customOptions: { allErrors: true } },
    logger: false
  })
  await app.register(database, { file })
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: POLICY },
    strictTransportSecurity: { includeSubDomains: false },
    referrerPolicy: { policy: 'same-origin' }
  })
  await app.register(cookie, {
    secret: SECRET,
    parseOptions: { path: '/', httpOnly: true, sameSite: 'lax', secure: 'auto' }
  })
  await app.register(rateLimit, { global: false })
  await app.register(fastifyView, {
    engine: { eta: new Eta({ views: VIEWS }) },
    production: true,
    root: VIEWS,
    viewExt: 'eta',
    layout: 'layout.eta'
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.locals = { ...links, ...helpersFor(request, reply) }
  })
  await app.register(visitors)
  app.get('/', { schema: { querystring: Page } }, async (request, reply) => {
    const list = listPosts(app.db, request.query, request.user)
    const next = list.older && `<?${new URLSearchParams(list.older)}>; rel="next"`
    if (next !== undefined) reply.header('link', next)
    return await reply.viewAsync('posts/index', { list })
  })
  await fill(app.db)
  return app
}

function helpersFor (request, reply) {
  let title = site.name
  return {
    request,
    site,
    urlFor,
    title: (text = title) => (title = text),
    takeFlash () {
      if (request.cookies.flash === undefined || reply.statusCode >= 400) return undefined
      reply.clearCookie('flash')
      return request.unsignCookie(request.cookies.flash).value ?? undefined
    },
    here: () => isRead(request) && reply.statusCode !== 404 ? request.url : '/',
    formatDate,
    renderMarkdown,
    excerpt,
    isWriter,
    mayChange,
    mayHost
  }
}

async function withApps (use) {
  const folder = mkdtempSync(join(tmpdir(), 'front-page-'))
  const apps = {
    ours: await createBlog(join(folder, 'ours.db')),
    byHand: await createByHand(join(folder, 'by-hand.db'))
  }
  try {
    return await use(apps)
  } finally {
    await Promise.all(Object.values(apps).map(async (app) => { await app.close() }))
    rmSync(folder, { recursive: true })
  }
}

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const REQUEST = { url: '/', headers: { accept: ACCEPT } }
const REQUESTS = 100
const SLICES = { warmUp: 80, measured: 60 }
const PROCESSES = 7

/** Microseconds of CPU for a page: both apps in one process, in short slices, as in `request.mjs`. */
export async function measure () {
  return await withApps(async (apps) => {
    const times = { ours: [], byHand: [] }
    for (let slice = 0; slice < SLICES.warmUp + SLICES.measured; slice++) {
      for (const side of slice % 2 === 0 ? ['ours', 'byHand'] : ['byHand', 'ours']) {
        times[side].push(await runSlice(apps[side]))
      }
    }
    const [ours, byHand] = [times.ours, times.byHand].map((all) => median(all.slice(SLICES.warmUp)))
    return { ours, byHand }
  })
}

async function runSlice (app) {
  const before = process.cpuUsage()
  for (let count = 0; count < REQUESTS; count++) await app.inject(REQUEST)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / REQUESTS
}

export const LINES = ['front page of the blog, CPU']

export async function compareSides () {
  await withApps(async ({ ours, byHand }) => {
    const [page, expected] = [await ours.inject(REQUEST), await byHand.inject(REQUEST)]
    assert.equal(withoutTimes(page.body), withoutTimes(expected.body))
    assert.deepEqual(comparable(page), comparable(expected))
  })
  const pairs = []
  for (let count = 0; count < PROCESSES; count++) pairs.push(await measureInChild('front-page'))
  return [compare(LINES[0], pairs, { unit: 'us', atMost: 1.15 })]
}

function withoutTimes (page) {
  return page.replaceAll(/datetime="[^"]+"/g, '')
}

/** Only the blog has other formats, so only its answer depends on what the client accepts. */
function comparable ({ headers, statusCode }) {
  const { date, etag, vary, ...others } = headers
  return { statusCode, vary: vary.replace(/, Accept$/i, ''), isTagged: etag !== undefined, ...others }
}
