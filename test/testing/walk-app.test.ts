/** `walkApp` finds each planted defect by the law that should, and nothing in apps that work. */

import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import t from 'tap'
import { z } from 'zod'
import resourcesPlugin, { draw, openapiOptions } from '../../lib/index.js'
import { readPage } from '../../lib/testing/page.js'
import type { Page } from '../../lib/testing/page.js'
import { walkApp } from '../../lib/testing.js'
import type { WalkLaw, WalkOptions } from '../../lib/testing.js'

const httpError = (statusCode: number, message: string): Error =>
  Object.assign(new Error(message), { statusCode })

interface Post {
  id: number
  title: string
  stars: number | null
}
type Handler = (request: any, reply: FastifyReply) => any

/** What a plant may change. */
interface Parts {
  /** The guard of the rows that write. */
  guard: object
  load: ((id: string) => unknown) | null
  /** At the end of each page. */
  footer: string
  body: object
  actions: Record<string, Handler>
  setUp: (app: FastifyInstance, posts: Map<number, Post>) => unknown
}

const requireUser = async (request: FastifyRequest): Promise<void> => {
  const { authorization } = request.headers
  const name = authorization ?? (request as { cookies?: Record<string, string> }).cookies?.session
  if (name === undefined) throw httpError(401, 'Log in first')
  if (name === 'reader' && request.method !== 'GET') throw httpError(403, 'Readers only read')
}

const title = { type: 'string', minLength: 1, maxLength: 40 }
const stars = { type: 'integer', minimum: 0, maximum: 5 }
const bodyOf = (post: object, required: string[]): object => ({
  type: 'object',
  required: ['post'],
  properties: { post: { type: 'object', required, properties: post } }
})

const routes = draw((map) =>
  map.resources('posts').resource('session', { only: ['new', 'create', 'destroy'] })
)

const form = (action: string, fields: string, method = ''): string =>
  `<form action="${action}" method="post">${method === '' ? '' : `<input type="hidden" name="_method" value="${method}">`}${fields}<button>Send</button></form>`
const input = (name: string, value: string | number = ''): string => `<input name="${name}" value="${value}">`

/** Pages with a session, whose posts have a title and stars. */
function pages (
  change: (posts: Map<number, Post>) => Partial<Parts> = () => ({})
): () => Promise<FastifyInstance> {
  return async () => {
    const posts = new Map<number, Post>([
      [1, { id: 1, title: 'One', stars: 1 }],
      [2, { id: 2, title: 'Two', stars: null }]
    ])
    const given = change(posts)
    const { guard, load, footer, body, setUp }: Parts = {
      guard: { onRequest: requireUser },
      load: null,
      footer: '',
      body: bodyOf({ title, stars }, ['title']),
      actions: {},
      setUp: () => {},
      ...given
    }
    const app = Fastify()
    await app.register(cookie)
    await setUp(app, posts)
    const page = (reply: FastifyReply, html: string): FastifyReply =>
      reply.type('text/html').send(`<a href="/posts">All</a>${html}${footer}`)
    const find = ({ params: { id } }: { params: { id: string } }): Post => {
      const post = posts.get(Number(id))
      if (post === undefined) throw httpError(404, `There is no post ${id}`)
      return post
    }
    const fields = ({ title, stars }: Partial<Post>): string =>
      input('post[title]', title) + input('post[stars]', stars ?? 0)
    const actions: Record<string, Handler> = {
      index: (_, reply) =>
        page(
          reply,
          [...posts.values()].map(({ id }) => `<a href="/posts/${id}">${id}</a>`).join('') +
            '<a href="/posts/new">New</a><a href="/session/new">Log in</a>'
        ),
      new: (_, reply) => page(reply, form('/posts', fields({}))),
      create: async ({ body }, reply) => {
        const id = posts.size + 1
        posts.set(id, { id, stars: null, ...body.post })
        return reply.redirect(`/posts/${id}`, 303)
      },
      show: (request, reply) =>
        page(
          reply,
          `${find(request).title.length}<a href="/posts/${request.params.id}/edit">Edit</a>${form(`/posts/${request.params.id}`, '', 'delete')}`
        ),
      edit: (request, reply) =>
        page(reply, form(`/posts/${request.params.id}`, fields(find(request)), 'put')),
      update: async (request, reply) => {
        Object.assign(find(request), request.body.post)
        return reply.redirect(`/posts/${request.params.id}`, 303)
      },
      destroy: async (request, reply) => {
        posts.delete(find(request).id)
        return reply.redirect('/posts', 303)
      },
      ...given.actions
    }
    const open = ['index']
    const withGuard = Object.entries(actions).map(([name, handler]) => [
      name,
      {
        ...(!open.includes(name) && guard),
        ...(['create', 'update'].includes(name) && { schema: { body } }),
        handler
      }
    ])
    await app.register(resourcesPlugin, {
      routes,
      controllers: {
        posts: { ...Object.fromEntries(withGuard), ...(load !== null && { load }) },
        sessions: {
          new: (_: unknown, reply: FastifyReply) =>
            page(reply, form('/session', input('name') + input('password'))),
          create: async ({ body }: any, reply: FastifyReply) => {
            if (body?.password !== 'secret') throw httpError(422, 'Wrong password')
            return reply.setCookie('session', 'editor', { path: '/' }).redirect('/posts', 303)
          },
          destroy: {
            onRequest: requireUser,
            handler: async (_: unknown, reply: FastifyReply) =>
              reply.clearCookie('session', { path: '/' }).redirect('/posts', 303)
          }
        }
      }
    })
    return app
  }
}

const editor = { page: '/session/new', fields: { name: 'editor', password: 'secret' } }
const PAGES: WalkOptions = { visitors: { editor }, open: ['POST /session'] }

t.test('an app of pages that works has no findings, and a table of who may do what', async (t) => {
  const { findings, access, unproved, text } = await walkApp(pages(), PAGES)
  t.strictSame(findings, [], text)
  t.strictSame(access, {
    'DELETE /posts/:id': ['editor'],
    'DELETE /session': ['editor'],
    'POST /posts': ['editor'],
    'POST /session': ['editor', 'stranger'],
    'PUT /posts/:id': ['editor']
  })
  t.strictSame(unproved, ['answer: no row documents its answers'])
})

t.test('a link tells an id to a stranger who may not follow it', async (t) => {
  const { findings, access, text } = await walkApp(pages(), { open: ['POST /session'] })
  t.strictSame(findings, [], text)
  t.strictSame(access, {
    'DELETE /posts/:id': [],
    'DELETE /session': [],
    'POST /posts': [],
    'POST /session': ['stranger'],
    'PUT /posts/:id': []
  })
})

t.test('a rate limit is unproved, and no finding', async (t) => {
  const limited = pages(() => ({
    footer: '<a href="/limited">',
    setUp: (app) =>
      app.get('/limited', async () => {
        throw httpError(429, 'Later')
      })
  }))
  const { findings, unproved, text } = await walkApp(limited, { open: ['POST /session'] })
  t.strictSame(findings, [], text)
  t.ok(unproved.includes('GET /limited: a rate limit refused some requests (429)'), text)
})

t.test('an answer that breaks off is a crash, and one without an end costs one timeout and is unproved', async (t) => {
  const asked: string[] = []
  const breaking = pages(() => ({
    footer: '<a href="/torn">Torn</a><a href="/dropped">Dropped</a><a href="/events">Events</a>',
    setUp: (app) => {
      app.get('/torn', async (_, reply) => await reply.type('text/html').send(Readable.from((function * () {
        yield '<a href="/posts">'
        throw new Error('The database is gone')
      })())))
      app.get('/dropped', (_, reply) => {
        reply.hijack()
        reply.raw.destroy()
      })
      app.get('/events', (_, reply) => {
        reply.hijack()
        reply.raw.on('close', () => asked.push('closed'))
        reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
      })
    }
  }))
  const { findings, unproved, text } = await walkApp(breaking, { open: ['POST /session'], timeout: 1000 })
  t.strictSame(
    findings.filter(({ law }) => law === 'crash').map(({ row, message }) => `${row}: ${message}`),
    ['GET /torn', 'GET /dropped'].map((row) => `${row}: ${row} gives stranger 0: its answer breaks off`),
    text
  )
  t.strictSame(
    unproved.filter((line) => line.includes('/events')),
    ['GET /events: its answer does not end, so only its head was looked at']
  )
  t.ok(asked.length > 1)
})

t.test('no finding: redirects that end, those to other sites, places in a page that answers a form, and an asset, which only the first app is asked for', async (t) => {
  const asked: number[] = []
  const createApp = pages(() => ({
    footer:
      '<link rel="stylesheet" href="/style.css"><a href="/old">Old</a><a href="/hop?n=5">Hop</a><a href="/away">Away</a><a href="/welcome">Welcome</a><a href="/private">Private</a><form method="post" action="/preview"></form>',
    setUp: async (app) => {
      const number = asked.push(0) - 1
      app.get('/style.css', async (_, reply) => {
        asked[number] = (asked[number] ?? 0) + 1
        return reply.type('text/css').send('a {}')
      })
      app.get('/old', async (_, reply) => reply.redirect('/older', 301))
      app.get('/older', async (_, reply) => reply.redirect('http://localhost/posts', 308))
      app.get('/hop', async ({ query }, reply) => {
        const left = Number((query as { n: string }).n)
        return left === 0 ? reply.redirect('/posts') : reply.redirect(`?n=${left - 1}`, 307)
      })
      app.post('/preview', async (_, reply) => page(reply, '<a href="#top">Top</a><a href="/posts">All</a>'))
      app.get('/away', async (_, reply) => reply.redirect('https://example.org/nowhere'))
      app.get('/private', async (request, reply) =>
        request.cookies.session === undefined ? reply.redirect('/session/new', 303) : 'private'
      )
      await app.register(async (scope) => {
        await scope.register(resourcesPlugin, {
          routes: draw((map) => map.route('home', '/home', 'homes#show').redirect('/welcome', 'home')),
          controllers: { homes: { show: async () => 'home' } }
        })
      })
    }
  }))
  const { findings, text } = await walkApp(createApp, PAGES)
  t.strictSame(findings, [], text)
  t.strictSame(
    [asked.length > 1, asked.map((count) => count > 0)],
    [true, asked.map((_, place) => place === 0)]
  )
})

const page = (reply: FastifyReply, html: string): FastifyReply => reply.type('text/html').send(html)
const never = (): Promise<never> => new Promise(() => {})

type Planted = readonly [
  law: WalkLaw,
  defect: string,
  told: RegExp,
  plant: (posts: Map<number, Post>) => Partial<Parts>,
  options?: WalkOptions
]

const PLANTED: readonly Planted[] = [
  [
    'link',
    'a link to a page that is gone',
    /shows stranger a link to \/about, which answers 404/,
    () => ({ footer: '<a href="/about">About</a>' })
  ],
  [
    'link',
    'a picture that is missing',
    /a link to \/logo.png, which answers 404/,
    () => ({ footer: '<img src="/logo.png">' })
  ],
  [
    'link',
    'a relative link, resolved from its page',
    /a link to \/posts\/help\/me, which answers 404/,
    () => ({ actions: { show: (_, reply) => page(reply, '<a href="help/me">Help</a>') } })
  ],
  [
    'link',
    'a link that its reader may not follow',
    /a link to \/secret, which answers 403/,
    () => ({
      footer: '<a href="/secret">',
      setUp: (app) =>
        app.get('/secret', async () => {
          throw httpError(403, 'No')
        })
    })
  ],
  [
    'link',
    'an invalid link',
    /shows stranger the invalid link http:\/\/\[/,
    () => ({ footer: '<a href="http://[">' })
  ],
  [
    'link',
    'redirects for ever',
    /redirects editor for ever: \/posts\/1 → \/posts\/1\?again → \/posts\/1/,
    () => ({
      actions: {
        show: ({ params, query }, reply) =>
          reply.redirect(`/posts/${params.id as string}${'again' in query ? '' : '?again'}`)
      }
    })
  ],
  [
    'link',
    'a redirect to a page that is gone',
    /\/old shows stranger a link to \/gone, which answers 404/,
    () => ({ setUp: (app) => app.get('/old', async (_, reply) => reply.redirect('/gone')) }),
    { start: ['/old'] }
  ],
  [
    'link',
    'HEAD that answers otherwise',
    /HEAD \/.* answers 400 .*, and GET 200/,
    () => ({
      setUp: (app) =>
        app.addHook('onRequest', async ({ method }) => {
          if (method === 'HEAD') throw httpError(400, 'No')
        })
    })
  ],
  [
    'form',
    'a form with the wrong method',
    /a form that \/posts\/\d\/edit shows \w+ sends POST \/posts\/1, which answers 404/,
    () => ({ actions: { edit: (_, reply) => page(reply, form('/posts/1', input('post[title]', 'A'))) } })
  ],
  [
    'form',
    'a form to a path that is gone',
    /sends POST \/post, which answers 404/,
    () => ({ actions: { new: (_, reply) => page(reply, form('/post', input('post[title]'))) } })
  ],
  [
    'form',
    'a form on a page without a row',
    /a form that \/poll shows \w+ sends POST \/vote, which answers 404/,
    () => ({
      footer: '<a href="/poll">Poll</a>',
      setUp: (app) => app.get('/poll', (_, reply) => page(reply, form('/vote', '')))
    })
  ],
  [
    'form',
    'a form without a required field',
    /sends POST \/posts, which answers 400: body\/post must have required property 'title'/,
    () => ({ actions: { new: (_, reply) => page(reply, form('/posts', input('post[stars]'))) } })
  ],
  [
    'form',
    'a form for files without its enctype',
    /has a file, but no enctype/,
    () => ({
      actions: {
        new: (_, reply) =>
          page(reply, form('/posts', `${input('post[title]')}<input type="file" name="photo">`))
      }
    })
  ],
  [
    'form',
    'a button that sends elsewhere',
    /sends POST \/nowhere, which answers 404/,
    () => ({ footer: '<form method="post"><button formaction="/nowhere">Vote</button></form>' })
  ],
  [
    'link',
    'a link of a page that answers a form',
    /\/greet shows stranger a link to \/gone\/by, which answers 404/,
    () => ({
      footer: form('/greet', ''),
      setUp: (app) => app.post('/greet', (_, reply) => page(reply, '<a href="/gone/by">Gone</a>'))
    })
  ],
  [
    'form',
    'a form that leads to a page that is gone',
    /leads to \/thanks, which answers 404/,
    () => ({
      actions: {
        new: (_, reply) => page(reply, form('/posts', input('post[title]'))),
        create: (_, reply) => reply.redirect('/thanks', 303)
      }
    })
  ],
  [
    'form',
    'a form that leads to a page that is gone, by two redirects',
    /leads to \/gone, which answers 404/,
    () => ({
      footer: form('/leave', ''),
      setUp: (app) => {
        app.post('/leave', async (_, reply) => reply.redirect('/hop', 303))
        app.get('/hop', async (_, reply) => reply.redirect('/gone', 302))
      }
    })
  ],
  [
    'form',
    'a form that leads to a page which its reader may not see',
    /leads to \/hidden, which answers 403/,
    () => ({
      footer: form('/enter', ''),
      setUp: (app) => {
        app.post('/enter', async (_, reply) => reply.redirect('/hidden', 303))
        app.get('/hidden', async () => await Promise.reject(httpError(403, 'Not you')))
      }
    })
  ],
  [
    'form',
    'a form that its reader may not send',
    /shows reader sends DELETE \/posts\/2, which answers 403/,
    () => ({ footer: form('/posts/2', '', 'delete') }),
    { visitors: { editor, reader: { headers: { authorization: 'reader' } } } }
  ],
  [
    'form',
    'a dead form that is gone once another one is sent',
    /shows editor sends DELETE \/votes, which answers 404/,
    (posts) => ({
      actions: {
        show: ({ params: { id } }, reply) => {
          const dead = posts.has(1) && posts.has(2) ? form('/votes', '', 'delete') : ''
          return page(reply, form(`/posts/${id as string}`, '', 'delete') + dead)
        }
      }
    })
  ],
  [
    'form',
    'a search that finds no page',
    /sends GET \/search\?q=, which answers 404/,
    () => ({ footer: '<form action="/search"><input name="q"></form>' })
  ],
  [
    'form',
    'a form with a method that browsers do not send',
    /has the method PUT, which a browser sends as GET; name it in a field _method/,
    () => ({ footer: '<form method="put" action="/posts/1"><input name="post[title]"></form>' })
  ],
  [
    'stranger',
    'a row without its guard',
    /PUT \/posts\/:id \(posts#update\) is open: a stranger gets 303/,
    () => ({ guard: {} })
  ],
  [
    'stranger',
    'a guard that only some methods have',
    /DELETE \/posts\/:id \(posts#destroy\) is open/,
    () => ({
      guard: {
        onRequest: async (request: FastifyRequest) => {
          if (request.method !== 'DELETE') await requireUser(request)
        }
      }
    })
  ],
  [
    'stranger',
    'an entry of open that is refused',
    /POST \/posts is in open, but it refuses strangers/,
    () => ({}),
    { open: ['POST /posts'] }
  ],
  [
    'stranger',
    'an entry of open that is gone',
    /POST \/votes is in open, but no row that writes has this label/,
    () => ({}),
    { open: ['POST /votes'] }
  ],
  [
    'late',
    'a guard after validation',
    /POST \/posts \(posts#create\) validates before it refuses: an empty body gives a stranger 400/,
    () => ({ guard: { preHandler: requireUser } })
  ],
  [
    'late',
    'a guard after the validation of ids',
    /PUT \/posts\/:id .* validates its id before it refuses: an unknown id gives a stranger 400/,
    () => ({
      guard: { preHandler: requireUser },
      setUp: (app) =>
        app.addHook('onRoute', (route) => {
          const id = { type: 'integer', maximum: 1000 }
          if (route.url === '/posts/:id') route.schema = { ...route.schema, params: { properties: { id } } }
        })
    })
  ],
  [
    'late',
    'a guard after the record is loaded',
    /PUT \/posts\/:id .* loads its record before it refuses: an unknown id gives a stranger 404/,
    (posts) => ({
      guard: {},
      load: (id) => posts.get(Number(id)),
      actions: {
        update: async (request, reply) => {
          await requireUser(request)
          return reply.redirect('/posts', 303)
        }
      }
    })
  ],
  [
    'crash',
    'an id that the database refuses',
    /GET \/posts\/1e3 gives editor 500: Cannot convert 1e3 to a BigInt, at .*walk-app.test.ts/,
    () => ({ actions: { show: ({ params: { id } }, reply) => page(reply, String(BigInt(id as string))) } })
  ],
  [
    'crash',
    'a title as a pattern',
    /POST \/posts with .*"title":"\(\[".* gives editor 500: Invalid regular expression/,
    () => ({
      actions: {
        create: async ({ body }, reply) =>
          reply.redirect(`/posts?${String(new RegExp(body.post.title as string))}`, 303)
      }
    })
  ],
  [
    'crash',
    'an optional value that is missing',
    /gives editor 500: Cannot read properties of undefined/,
    () => ({
      actions: {
        create: async ({ body }, reply) =>
          reply.redirect(`/posts/1?${(body.post.stars as number).toFixed()}`, 303)
      }
    })
  ],
  [
    'crash',
    'a query that no page expects',
    /GET \/posts\?page=0 gives .* 500/,
    () => ({
      setUp: (app) => {
        app.addHook('onRoute', (route) => {
          if (route.url === '/posts' && route.method === 'GET') {
            route.schema = { querystring: { type: 'object', properties: { page: { type: 'integer' } } } }
          }
        })
      },
      actions: {
        index: ({ query }, reply) => {
          if (query.page < 1) throw new Error('OFFSET must not be negative')
          return page(reply, '<a href="/posts/1">One</a><a href="/posts/new">New</a>')
        }
      }
    })
  ],
  [
    'crash',
    'a query of a link that is odd',
    /GET \/session\/new\?page=x gives .* 500/,
    () => ({
      footer: '<a href="/session/new?page=2">Next</a>',
      setUp: (app) =>
        app.addHook('preHandler', async ({ routeOptions, query }) => {
          const { page: number } = query as { page?: string }
          if (routeOptions.url === '/session/new') BigInt(number ?? 1)
        })
    })
  ],
  [
    'crash',
    'an answer that never comes',
    /POST \/posts with .* gives editor 0: no answer within 2000 ms/,
    () => ({
      actions: {
        create: async ({ body }, reply) =>
          body.post.title === '%' ? await never() : reply.redirect('/posts', 303)
      }
    }),
    { timeout: 2000 }
  ],
  [
    'crash',
    'a 5xx that the app sends itself',
    /GET \/busy gives stranger 503: Not now/,
    () => ({
      footer: '<a href="/busy">',
      setUp: (app) => app.get('/busy', async (_, reply) => await reply.code(503).send('Not now'))
    })
  ],
  [
    'answer',
    'data for programs that its schema forbids',
    /GET \/posts\/\d answers what does not fit its schema: \/title must NOT have fewer/,
    () => ({
      setUp: (app) =>
        app.addHook('onRoute', (route) => {
          if (route.url === '/posts/:id' && route.method === 'GET') {
            route.schema = { response: { 200: { type: 'object', properties: { title } } } }
          }
        }),
      actions: {
        show: ({ headers }, reply) =>
          headers.accept === 'application/json' ? reply.send({ title: '' }) : page(reply, 'A post')
      }
    })
  ],
  [
    'answer',
    'an unknown id that is found',
    /GET \/posts\/2147483648 answers 200, though no record has this id/,
    () => ({ actions: { show: (_, reply) => page(reply, 'Nothing') } })
  ],
  [
    'answer',
    'a redirect of a page without a row to nowhere',
    /GET \/moved answers 302 without Location/,
    () => ({
      footer: '<a href="/moved">Moved</a>',
      setUp: (app) => app.get('/moved', async (_, reply) => await reply.code(302).send())
    })
  ],
  [
    'crash',
    'a value that only those crash who see the record',
    /PUT \/posts\/1 with .* gives editor 500: Cannot read/,
    () => ({
      guard: {},
      actions: {
        update: async ({ cookies, body }, reply) => {
          if (cookies.session === undefined) throw httpError(404, 'Hidden')
          return reply.redirect(`/posts/1?${(body.post.stars as number).toFixed()}`, 303)
        }
      }
    })
  ],
  [
    'form',
    'a form that comes back as that of another row',
    /a form of editor to PUT \/posts\/:id, which answers 422, comes back as one to POST \/posts/,
    () => ({
      body: bodyOf({ title: { type: 'string', maxLength: 40 } }, ['title']),
      actions: {
        edit: ({ params }, reply) =>
          page(reply, form(`/posts/${params.id as string}`, input('post[title]', 'One'), 'put')),
        update: async ({ body }, reply) => body.post.title === ''
          ? page(reply.code(422), form('/posts', input('post[title]')))
          : reply.redirect('/posts', 303)
      }
    })
  ],
  [
    'link',
    'a link on a page that is an error',
    /\/closed shows \w+ a link to \/gone\/login, which answers 404/,
    () => ({
      footer: '<a href="/closed">Closed</a>',
      setUp: (app) => app.get('/closed', (_, reply) => page(reply.code(401), '<a href="/gone/login">'))
    })
  ],
  [
    'link',
    'a link on the page of a form that comes back',
    /\/rate shows stranger a link to \/gone\/rules, which answers 404/,
    () => ({
      footer: form('/rate', ''),
      setUp: (app) => app.post('/rate', (_, reply) => page(reply.code(422), '<a href="/gone/rules">'))
    })
  ],
  [
    'link',
    'a row that writes and leads to a page that is gone',
    /DELETE \/posts\/:id shows editor a link to \/gone\/now, which answers 404/,
    () => ({ actions: { destroy: (_, reply) => reply.redirect('/gone/now', 303) } })
  ],
  [
    'stranger',
    'a row without its guard that leads to the log-in page',
    /DELETE \/posts\/:id \(posts#destroy\) is open: a stranger gets 303 to \/session\/new/,
    () => ({ guard: {}, actions: { destroy: (_, reply) => reply.redirect('/session/new', 303) } })
  ],
  [
    'late',
    'a guard after the validation of a query',
    /DELETE \/posts\/:id .* validates before it refuses: an invalid query gives a stranger 400/,
    () => ({
      guard: { preHandler: requireUser },
      setUp: (app) =>
        app.addHook('onRoute', (route) => {
          const querystring = { type: 'object', properties: { soft: { type: 'boolean' } } }
          if (route.method === 'DELETE') route.schema = { ...route.schema, querystring }
        })
    })
  ],
  [
    'crash',
    'a name twice in a query',
    /GET \/session\/new\?tag=x&tag=y gives .* 500/,
    () => ({
      footer: '<a href="/session/new?tag=a">Tag</a>',
      setUp: (app) =>
        app.addHook('preHandler', async ({ routeOptions, query }) => {
          if (routeOptions.url === '/session/new') (query as { tag?: string }).tag?.trim()
        })
    })
  ],
  [
    'answer',
    'a redirect to nowhere',
    /POST \/posts with .* answers 303 without Location/,
    () => ({ actions: { create: async (_, reply) => reply.code(303).send() } })
  ]
]

/**
 * What a plant takes for itself: those that take different things grow in one app, except guards, which
 * change all rows.
 */
function takenBy ([, , , plant, options]: Planted): string[] {
  const { actions = {}, footer: _, setUp: __, ...parts } = plant(new Map())
  return [...Object.keys(actions), ...Object.keys(parts), ...Object.keys(options ?? {})]
}

function groupPlants (plants: readonly Planted[]): Planted[][] {
  const groups: Array<{ taken: Set<string>; plants: Planted[] }> = []
  for (const planted of plants) {
    const keys = takenBy(planted)
    const group = groups.find(
      ({ taken }) => !taken.has('guard') && !keys.includes('guard') && !keys.some((key) => taken.has(key))
    ) ?? { taken: new Set(), plants: [] }
    if (group.plants.length === 0) groups.push(group)
    for (const key of keys) group.taken.add(key)
    group.plants.push(planted)
  }
  return groups.map(({ plants }) => plants)
}

function mergeParts (all: ReadonlyArray<Partial<Parts>>): Partial<Parts> {
  return {
    ...(Object.assign({}, ...all) as Partial<Parts>),
    footer: all.map(({ footer = '' }) => footer).join(''),
    actions: Object.assign({}, ...all.map(({ actions }) => actions)) as Parts['actions'],
    setUp: async (app, posts) => {
      for (const { setUp } of all) await setUp?.(app, posts)
    }
  }
}

for (const [number, group] of groupPlants(PLANTED).entries()) {
  t.test(`each planted defect of pages is found by the law that should: group ${number + 1}`, async (t) => {
    const options: WalkOptions = Object.assign({}, PAGES, ...group.map(([, , , , options]) => options))
    const { findings, text } = await walkApp(
      pages((posts) => mergeParts(group.map(([, , , plant]) => plant(posts)))),
      { ...options, open: [...new Set(['POST /session', ...(options.open ?? [])])] }
    )
    for (const [law, defect, told] of group) {
      t.ok(
        findings.some((finding) => finding.law === law && told.test(finding.message)),
        `${law}: ${defect}`,
        { told: String(told), text }
      )
    }
  })
}

const Price = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    cents: { type: 'integer', minimum: 0 },
    version: { type: 'integer' },
    day: { type: 'string', format: 'date' }
  }
}
interface PriceRow {
  id: string
  name: string
  cents: number
  version: number
  day?: Date
}
type Prices = Map<string, PriceRow>

interface DataParts {
  create: Handler
  show: Handler
  update: object
  cents: object
  setUp: (app: FastifyInstance, prices: Prices) => unknown
}

const pricesRoutes = draw({ api: true }, (map) =>
  map.resources('prices', { only: ['index', 'show', 'create', 'update', 'destroy'] })
)

/** JSON alone, with ids that differ in each app. */
function data (change: (prices: Prices) => Partial<DataParts> = () => ({})): () => Promise<FastifyInstance> {
  return async () => {
    const prices: Prices = new Map()
    const find = (request: any): PriceRow => {
      const price = prices.get(request.params.id as string)
      if (price === undefined) throw httpError(404, 'There is no such price')
      return price
    }
    const { create, show, update, cents, setUp }: DataParts = {
      create: async ({ body: { price } }, reply) => {
        const created = { id: crypto.randomUUID(), version: 1, cents: 0, day: new Date(0), ...price }
        prices.set(created.id, created)
        return await reply
          .code(201)
          .header('location', `/prices/${created.id as string}`)
          .send(created)
      },
      show: async (request) => find(request),
      update: { handler: async (request: any) => Object.assign(find(request), request.body.price) },
      cents: { type: 'integer', minimum: 0 },
      setUp: () => {},
      ...change(prices)
    }
    const body = {
      type: 'object',
      required: ['price'],
      properties: {
        price: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string', minLength: 1 }, cents }
        }
      }
    }
    const app = Fastify()
    await setUp(app, prices)
    const guard = { onRequest: requireUser }
    await app.register(resourcesPlugin, {
      routes: pricesRoutes,
      controllers: {
        prices: {
          index: {
            schema: { response: { 200: { type: 'array', items: Price } } },
            handler: async () => [...prices.values()]
          },
          show: { schema: { response: { 200: Price } }, handler: show },
          create: { ...guard, schema: { body, response: { 201: Price } }, handler: create },
          update: { ...guard, schema: { body, response: { 200: Price } }, ...update },
          destroy: {
            ...guard,
            schema: { response: { 204: { type: 'null' } } },
            handler: async (request: any, reply: FastifyReply) => {
              prices.delete(find(request).id)
              return await reply.code(204).send()
            }
          }
        }
      }
    })
    return app
  }
}

const DATA: WalkOptions = { visitors: { clerk: { headers: { authorization: 'clerk' } } } }
const made = { id: '1', name: 'A', cents: 1, version: 1 }

for (const [defect, told, plant] of [
  [
    'another status than the documented one',
    /POST \/prices .* answers 200, and its schema documents 201/,
    () => ({ create: async () => made })
  ],
  [
    'no body where its schema has one',
    /PUT \/prices\/.* answers 204, and its schema documents 200/,
    () => ({ update: { handler: async (_: unknown, reply: FastifyReply) => await reply.code(204).send() } })
  ],
  [
    'a record in an envelope that its schema lacks',
    /does not fit its schema|loses what the action returned: all of \/price/,
    () => ({
      update: {
        schema: { response: { 200: { type: 'object', properties: Price.properties } } },
        handler: async () => ({ price: made })
      }
    })
  ],
  [
    'a null that becomes 0',
    /loses what the action returned: \/cents is 0, and was null/,
    () => ({ show: async ({ params }: any) => ({ ...made, id: params.id, cents: null }) })
  ],
  [
    'a fraction that the serializer cuts',
    /loses what the action returned: \/cents is 1, and was 1.5/,
    () => ({ show: async ({ params }: any) => ({ ...made, id: params.id, cents: 1.5 }) })
  ],
  [
    'a value that the schema forbids',
    /GET \/prices\/.* answers what does not fit its schema: \/cents must be >= 0/,
    () => ({ show: async ({ params }: any) => ({ ...made, id: params.id, cents: -1 }) })
  ],
  [
    'an unknown id that is changed',
    /PUT \/prices\/.* answers 200, though no record has this id/,
    () => ({ update: { handler: async () => made } })
  ]
] as Array<[string, RegExp, (prices: Prices) => Partial<DataParts>]>) {
  t.test(`answer: ${defect}`, async (t) => {
    const { findings, text } = await walkApp(data(plant), DATA)
    t.ok(
      findings.some(({ law, message }) => law === 'answer' && told.test(message)),
      text
    )
  })
}

t.test('crash: an odd value in a record that the walk must create first', async (t) => {
  const { findings, text } = await walkApp(data((prices) => ({
    update: {
      handler: async ({ params: { id }, body: { price } }: any) => {
        if (!prices.has(id as string)) throw httpError(404, 'There is no such price')
        return { ...made, id, cents: Number(price.cents.toFixed()) }
      }
    }
  })), DATA)
  t.match(findings, [{ law: 'crash', row: 'PUT /prices/:id', message: /reading 'toFixed'/ }], text)
})

for (const [what, schema, bodies, wanted, told] of [
  [
    'inside a choice',
    {
      body: {
        type: 'object',
        required: ['by'],
        properties: {
          by: {
            oneOf: [
              { type: 'integer' },
              { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
            ]
          }
        }
      }
    },
    {},
    ({ body }) => body.by.name === '([',
    /POST \/posts with \{"by":\{"name":"\(\["\}\} gives stranger 500/
  ],
  [
    'in a body without a schema',
    {},
    { 'POST /posts': { post: { title: 'One', tags: ['a'], stars: 1 } } },
    ({ body }) => body.post.tags[0] === '([',
    /POST \/posts with \{"post":\{"title":"One","tags":\["\(\["\],"stars":1\}\} gives stranger 500/
  ],
  [
    'in the query of a row that writes',
    { querystring: { type: 'object', properties: { page: { type: 'integer' } } } },
    {},
    ({ query }) => query.page < 0,
    /POST \/posts\?page=-1 gives stranger 500/
  ],
  [
    'in a list that a query may have',
    { querystring: { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } } },
    {},
    ({ query }) => query.tags?.[0] === '([',
    /POST \/posts\?tags.* gives stranger 500/
  ],
  [
    'in an object and a list that a given body lacks',
    {
      body: bodyOf({
        size: { type: 'object', properties: { unit: { type: 'string' } } },
        tags: { type: 'array', items: { type: 'string' } }
      }, [])
    },
    { 'POST /posts': { post: { tags: [] } } },
    ({ body: { post } }) => post.size?.unit === '([' || post.tags?.[0] === '([',
    /POST \/posts with \{"post":\{"tags":\[\],"size":\{"unit":"\(\["\}\}\} gives stranger 500/
  ],
  [
    'in the query that a row requires',
    {
      querystring: {
        type: 'object', required: ['by'], properties: { by: { enum: ['day', 'year'] }, q: { type: 'string' } }
      }
    },
    {},
    ({ query }) => query.by === 'year',
    /POST \/posts\?by=year&q=.* gives stranger 500/
  ]
] as Array<[string, object, Record<string, unknown>, (request: any) => boolean, RegExp]>) {
  t.test(`crash: an odd value ${what}`, async (t) => {
    const { findings, access, text } = await walkApp(async () => {
      const app = Fastify()
      const create = async (request: unknown): Promise<string> => {
        if (wanted(request)) throw new Error('An odd value')
        return 'done'
      }
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only: 'create' })),
        controllers: { posts: { create: { schema, handler: create } } }
      })
      return app
    }, { bodies, open: ['POST /posts'] })
    t.match(findings.map(({ message }) => message), [told], text)
    t.strictSame(access, { 'POST /posts': ['stranger'] })
  })
}

t.test('no finding: a stranger who signs up at an open row is a stranger to the next one', async (t) => {
  const { findings, access, text } = await walkApp(async () => {
    const app = Fastify()
    await app.register(cookie)
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resource('account', { only: 'create' }).resources('posts', { only: 'create' })),
      controllers: {
        accounts: {
          create: async (_: unknown, reply: FastifyReply) => reply.setCookie('session', 'new').send('welcome')
        },
        posts: { create: { onRequest: requireUser, handler: async () => 'done' } }
      }
    })
    return app
  }, { open: ['POST /account'] })
  t.strictSame(findings, [], text)
  t.strictSame(access, { 'POST /account': ['stranger'], 'POST /posts': [] })
})

t.test('the ids of a list are those of shallow rows too', async (t) => {
  const { access, text } = await walkApp(async () => {
    const app = Fastify()
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('posts', { only: 'index' }, (posts) =>
        posts
          .resources('comments', { only: ['index', 'update'], shallow: true })
          .resources('notes', { only: ['index', 'update'] })
      )),
      controllers: {
        posts: { index: async () => [] },
        comments: { index: async () => [{ id: 7 }], update: async () => 'done' },
        notes: { index: async () => [{ id: 8 }], update: async () => 'done' }
      }
    })
    return app
  }, { start: ['/posts/1/comments'] })
  t.strictSame(access, {
    'PUT /comments/:id': ['stranger'],
    'PUT /posts/:post_id/notes/:id': ['stranger']
  }, text)
})

/** An app of one tree. */
function appOf (
  routes: object, controllers: object,
  setUp: (app: FastifyInstance) => unknown = () => {}, more: { server?: object, baseUrl?: string } = {}
): () => Promise<FastifyInstance> {
  return async () => {
    const app = Fastify(more.server ?? {})
    await setUp(app)
    const { baseUrl } = more
    const options = { routes, controllers, ...(baseUrl !== undefined && { baseUrl }) }
    await app.register(resourcesPlugin, options as Parameters<typeof resourcesPlugin>[1])
    return app
  }
}

/** Of the record 1. */
const known = (answer: unknown) => async ({ params }: any): Promise<unknown> =>
  params.id === '1' ? answer : await Promise.reject(httpError(404, 'No such record'))

t.test('late: a parent that is loaded before the guard, while the record itself is not', async (t) => {
  const load = async ({ params }: any): Promise<void> => {
    if (params.post_id !== '1') throw httpError(404, 'No such post')
  }
  const destroy = { preHandler: [load, requireUser], handler: async () => 'gone' }
  const { findings, text } = await walkApp(appOf(
    draw((map) => map.resources('posts', { only: 'none' }, (posts) => posts.resources('comments', { only: 'destroy' }))),
    { comments: { destroy } }
  ), { start: ['/posts/1/comments/2'], ...DATA })
  const told = /DELETE \/posts\/:post_id\/comments\/:id .* loads its record before it refuses/
  t.match(findings, [{ law: 'late', message: told }], text)
})

t.test('crash: a format of a row that no page links to', async (t) => {
  const index = async (request: any, reply: FastifyReply): Promise<unknown> => {
    if (request.format === 'csv') throw new Error('No columns')
    return request.format === null ? page(reply, 'Posts') : '{}'
  }
  const createApp = appOf(draw((map) => map.resources('posts', { only: 'index', formats: ['json', 'csv'] })), {
    posts: { index }
  })
  const { findings, text } = await walkApp(createApp)
  t.match(findings, [{ law: 'crash', message: /GET \/posts\.csv gives stranger 500: No columns/ }], text)
  const ignoring = await walkApp(createApp, { ignore: /csv/ })
  t.strictSame(ignoring.findings, [], ignoring.text)
})

/** Sessions on the server, of which an app may delete one and leave its cookie. */
function sessionApp (
  more: (sessions: Set<string>) => object, footer = ''
): () => Promise<FastifyInstance> {
  const sessions = new Set<string>()
  const byUser = {
    onRequest: async ({ cookies }: FastifyRequest, reply: FastifyReply) => {
      if (!sessions.has(String(cookies.id))) return reply.redirect('/session/new')
    }
  }
  return appOf(
    draw((map) => map.resources('posts', { only: ['new', 'create'] })
      .resource('session', { only: ['new', 'create', 'destroy'] }).resource('account', { only: 'create' })),
    {
      posts: {
        new: { ...byUser, handler: (_: unknown, reply: FastifyReply) => page(reply, form('/posts', '')) },
        create: { ...byUser, handler: async (_: unknown, reply: FastifyReply) => reply.redirect('/posts/new', 303) }
      },
      sessions: {
        new: (_: unknown, reply: FastifyReply) =>
          page(reply, `<a href="/posts/new">New</a>${footer}${form('/session', input('name'))}`),
        create: async (_: unknown, reply: FastifyReply) => {
          const id = crypto.randomUUID()
          sessions.add(id)
          return reply.setCookie('id', id, { path: '/' }).redirect('/posts/new', 303)
        },
        ...more(sessions)
      },
      accounts: { create: async (_: unknown, reply: FastifyReply) => reply.redirect('/session/new', 303) }
    },
    async (app) => {
      await app.register(cookie)
      app.get('/logout', async ({ cookies }, reply) => {
        sessions.delete(String(cookies.id))
        return reply.redirect('/session/new')
      })
    }
  )
}

const SESSIONS: WalkOptions = {
  visitors: { ann: { page: '/session/new', fields: { name: 'ann' } } },
  open: ['POST /session', 'DELETE /session', 'POST /account']
}

t.test('who has signed up or logged out goes to the log-in page, and is not refused', async (t) => {
  const destroy = async (_: unknown, reply: FastifyReply): Promise<unknown> => reply.redirect('/session/new', 303)
  const { findings, access, text } = await walkApp(sessionApp(() => ({ destroy })), SESSIONS)
  t.strictSame(findings, [], text)
  t.strictSame(access, {
    'DELETE /session': ['ann', 'stranger'],
    'POST /account': ['ann', 'stranger'],
    'POST /posts': ['ann'],
    'POST /session': ['ann', 'stranger']
  })
})

t.test('a link or a row may end a session and leave its cookie: the visitor logs in again', async (t) => {
  const { findings, access, text } = await walkApp(sessionApp((sessions) => ({
    destroy: async ({ cookies }: FastifyRequest, reply: FastifyReply) => {
      sessions.delete(String(cookies.id))
      return reply.redirect('/posts/new', 303)
    }
  }), '<a href="/logout">Log out</a>'), SESSIONS)
  t.strictSame(findings, [], text)
  t.strictSame(access['POST /posts'], ['ann'], text)
})

t.test('a token that an app reads from bodies alone is in the body', async (t) => {
  const hidden = '<input type="hidden" name="_csrf" value="right">'
  const createApp = appOf(draw((map) => map.resources('posts', { only: ['new', 'create'] })), {
    posts: {
      new: (_: unknown, reply: FastifyReply) => page(reply, form('/posts', hidden)),
      create: {
        preHandler: async ({ body }: FastifyRequest) => {
          const isMissing = (body as { _csrf?: string } | null)?._csrf !== 'right'
          if (isMissing) throw Object.assign(httpError(403, 'No token'), { code: 'FST_CSRF_INVALID_TOKEN' })
        },
        onRequest: requireUser,
        handler: async () => 'done'
      }
    }
  })
  const { findings, access, text } = await walkApp(createApp, { ...DATA, open: [] })
  t.strictSame(findings, [], text)
  t.strictSame(access, { 'POST /posts': ['clerk'] }, text)
})

const json200 = (properties: object): object => ({ response: { 200: { type: 'object', properties } } })
const signature = async ({ headers }: FastifyRequest): Promise<void> => {
  if (headers.authorization === undefined) throw httpError(400, 'No signature')
}

for (const [what, createApp, options] of [
  [
    'an app that wants https behind a proxy, as its baseUrl says',
    appOf(draw((map) => map.root('posts#index')), { posts: { index: async () => 'a page' } }, (app) =>
      app.addHook('onRequest', async ({ protocol, host, url }, reply) => {
        if (protocol !== 'https') return reply.redirect(`https://${host}${url}`)
      }), { server: { trustProxy: true }, baseUrl: 'https://example.org' })
  ],
  [
    'a hook that hides a part of a value, and a number that is a flag',
    appOf(draw((map) => map.root('posts#index')), {
      posts: {
        index: {
          schema: json200({ email: { type: 'string' }, done: { type: 'boolean' } }),
          handler: async () => ({ email: 'ann@example.org', done: 1 })
        }
      }
    }, (app) => app.addHook('preSerialization', async (_request, _reply, payload: object) =>
      ({ ...payload, email: '***@example.org' })
    ))
  ],
  [
    'a guard that answers 400 before validation, by a hook of the same kind',
    appOf(draw((map) => map.resources('hooks', { only: 'create' })), {
      hooks: {
        create: {
          preValidation: signature,
          schema: { body: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } },
          handler: async () => 'done'
        }
      }
    })
  ],
  [
    'fields whose values have limits that no schema tells',
    appOf(draw((map) => map.resources('people', { only: ['index', 'create'] })), {
      people: {
        index: (_: unknown, reply: FastifyReply) => page(reply, form('/people', [
          '<input name="age" type="number" min="18">', '<input name="half" type="number" max="0.5">',
          '<input name="day" type="date" min="2030-05-05">', '<input name="zip" pattern="[0-9]{5}">',
          '<input name="odd" pattern="[">', '<input name="name" pattern="[A-Z]{9}">', '<textarea name="about" minlength="30"></textarea>'
        ].join(''))),
        create: {
          preHandler: async ({ body, headers }: any) => {
            const { age = 0, half = '1', day = '', zip = '', about = '' } = body ?? {}
            const isValid = age >= 18 && half <= 0.5 && day >= '2030-05-05' && /^\d{5}$/.test(zip) && about.length >= 30
            if (headers['content-type'] !== 'application/json' && !isValid) throw httpError(422, 'Out of limits')
          },
          onRequest: requireUser,
          handler: async (_: unknown, reply: FastifyReply) => reply.redirect('/people', 303)
        }
      }
    })
  ],
  [
    'a row for an internal network',
    appOf(draw((map) => map.resources('caches', { only: 'destroy' })), {
      caches: {
        destroy: {
          onRequest: async ({ ip, headers }: FastifyRequest) => {
            const isInside = /^(?:10|127|192\.168)\./.test(ip) || headers.authorization !== undefined
            if (!isInside) throw httpError(403, 'Internal')
          },
          handler: async () => 'done'
        }
      }
    }),
    { start: ['/caches/1'] }
  ]
] as Array<[string, () => Promise<FastifyInstance>, WalkOptions?]>) {
  t.test(`no finding: ${what}`, async (t) => {
    const { findings, text } = await walkApp(createApp, { ...DATA, ...options })
    t.strictSame(findings, [], text)
  })
}

for (const [what, plant] of [
  ['an API alone, for a program with a token', () => ({})],
  ['CORS', () => ({ setUp: async (app) => await app.register(cors, { origin: 'https://example.org' }) })],
  [
    'rate limits by address',
    () => ({ setUp: async (app) => await app.register(rateLimit, { max: 3, timeWindow: '1 minute' }) })
  ],
  [
    'a stream',
    () => ({
      show: async (request, reply) =>
        reply
          .type('application/json')
          .send(Readable.from([JSON.stringify({ ...made, id: request.params.id })])),
      setUp: (app) =>
        app.addHook('preHandler', async ({ params }) => {
          if (/^(?:\d|.{99}|0{8})/.test(String((params as { id?: string }).id))) throw httpError(404, 'No')
        })
    })
  ],
  [
    'an optimistic lock',
    (prices) => ({
      update: {
        handler: async (request: any) => {
          const price = prices.get(request.params.id as string)
          if (price === undefined) throw httpError(404, 'No such price')
          if (request.headers['if-match'] !== String(price.version)) {
            throw httpError(412, 'Somebody else has changed it')
          }
          return price
        }
      }
    })
  ],
  [
    'prices that the app rounds',
    (prices) => ({
      cents: { type: 'number', minimum: 0 },
      update: {
        handler: async (request: any) => {
          const price = prices.get(request.params.id as string)
          if (price === undefined) throw httpError(404, 'No such price')
          return Object.assign(price, request.body.price, {
            cents: Math.round((request.body.price.cents ?? 0) as number)
          })
        }
      },
      create: async ({ body: { price } }, reply) => {
        const created = {
          ...made,
          id: crypto.randomUUID(),
          ...price,
          cents: Math.round((price.cents ?? 0) as number)
        }
        prices.set(created.id as string, created)
        return await reply.code(201).send(created)
      }
    })
  ]
] as Array<[string, (prices: Prices) => Partial<DataParts>]>) {
  t.test(`no finding: ${what}`, async (t) => {
    const { findings, access, text } = await walkApp(data(plant), DATA)
    t.strictSame(findings, [], text)
    t.strictSame(Object.keys(access), ['DELETE /prices/:id', 'POST /prices', 'PUT /prices/:id'])
  })
}

/** What a row without request schemas answers, with its `response` schema. */
const record = { type: 'object', required: ['id'], properties: { id: { $ref: 'id#' } } }
const closed = { ...record, additionalProperties: false, 'x-word': 'of a document' }
for (const [what, response, status, type, body, told] of [
  ['an integer as a text', { 200: record }, 200, 'application/json', '{"id":"1"}', /: \/id must be integer/],
  ['a missing name', { 200: record }, 200, 'application/json', '{}', /: must have required property 'id'/],
  ['a name too many', { 200: closed }, 200, 'application/json', '{"id":1,"a":1}', /: must NOT have additional/],
  ['a failure', { 404: record }, 404, 'application/json', '{"oops":1}', /: must have required property 'id'/],
  ['any failure', { '4xx': record }, 409, 'application/json', '{"oops":1}', /: must have required/],
  [
    'a media type of its own',
    { 200: { content: { 'application/hal+json': { schema: record } } } },
    200,
    'application/hal+json',
    '{"id":"1"}',
    /: \/id must be integer/
  ],
  ['what fits', { 200: closed }, 200, 'application/json', '{"id":1}', null],
  ['a failure without a schema', { 200: record, default: record }, 409, 'application/json', '{}', null],
  [
    'a media type without a schema',
    { 200: { content: { 'application/json': { schema: record } } } },
    200,
    'application/feed+json',
    '{"id":"1"}',
    null
  ],
  ['a feed where a record is documented', { 200: record }, 200, 'application/feed+json', '{"id":"1"}', null],
  ['another media type', { 200: record }, 200, 'text/plain', 'one', null]
] as Array<[string, object, number, string, string, RegExp | null]>) {
  t.test(`answer, sent as a text: ${what}`, async (t) => {
    const { findings, text } = await walkApp(async () => {
      const app = Fastify()
      app.addSchema({ $id: 'id', type: 'integer' })
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('things', { only: 'index' })),
        controllers: {
          things: {
            index: {
              schema: { response },
              handler: async (_: unknown, reply: FastifyReply) =>
                await reply.code(status).type(type).send(body)
            }
          }
        }
      })
      return app
    })
    t.match(findings.map(({ law, message }) => [law, message]), told === null ? [] : [['answer', told]], text)
    t.equal(findings.length, told === null ? 0 : 1)
  })
}

t.test('a response schema that no validator reads is unproved', async (t) => {
  const { findings, unproved } = await walkApp(async () => {
    const app = Fastify()
    app.addSchema({ $id: 'new', $schema: 'https://json-schema.org/draft/2020-12/schema' })
    app.setSerializerCompiler(() => (value) => JSON.stringify(value))
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('things', { only: 'index' })),
      controllers: {
        things: {
          index: { schema: { response: { 200: { $ref: 'gone#' } } }, handler: async () => ({ id: 1 }) }
        }
      }
    })
    return app
  })
  t.strictSame(findings, [])
  t.ok(unproved.includes('GET /things: no validator reads its response schema for 200'), unproved.join('\n'))
})

for (const [id, told] of [
  [/[a-z-]+/, /GET \/posts\/no-such-record answers 200/],
  [/\d{1,6}/, /GET \/posts\/987654 answers 200/],
  [/[a-z]{2}/, null]
] as Array<[RegExp, RegExp | null]>) {
  t.test(`an unknown id that fits ${String(id)}`, async (t) => {
    const { findings, unproved, text } = await walkApp(async () => {
      const app = Fastify()
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only: 'show', requirements: { id } })),
        controllers: { posts: { show: async () => 'a post' } }
      })
      return app
    })
    t.match(findings.map(({ message }) => message), told === null ? [] : [told], text)
    t.equal(unproved.includes('GET /posts/:id: no unknown id fits the pattern of id'), told === null, text)
  })
}

t.test('laws that nothing asks for say so', async (t) => {
  const { findings, unproved, text } = await walkApp(data(), {})
  t.strictSame(findings, [], text)
  t.strictSame(
    unproved,
    [
      'DELETE /prices/:id: no id is known; name a path with one in start',
      'GET /prices/:id: no id is known; name a path with one in start',
      'PUT /prices/:id: no id is known; name a path with one in start',
      'link: no page has a link',
      'form: no page has a form',
      'access: no visitors are given, so only a stranger asked'
    ].sort((one, other) => unproved.indexOf(one) - unproved.indexOf(other))
  )
})

t.test('what the options name and nobody finds is told', async (t) => {
  const { findings, unproved, text } = await walkApp(pages(), {
    open: ['POST /session'],
    start: ['/helth', '/session/77', '/posts/1'],
    ignore: /logoot/,
    visitors: { editor, nobody: { headers: { 'x-token': 'worth nothing' } } }
  })
  t.strictSame(findings.filter(({ message }) => message.startsWith('start')).map((one) => [one.row, one.message]), [
    ['GET /helth', 'start names /helth, which answers 404 to everybody'],
    ['GET /session/77', 'start names /session/77, which answers 404 to everybody']
  ], text)
  for (const line of [
    'ignore: no path that the walk saw matches it',
    'visitors.nobody: it gets past no guard that refuses a stranger'
  ]) { t.ok(unproved.includes(line), text) }
})

t.test('a row of open that no request reached is unproved, and not told to refuse strangers', async (t) => {
  const open = ['PUT /posts/:id', 'POST /notes', 'POST /gone']
  const createApp = appOf(draw((map) => map.resources('posts', { only: 'update' }).resources('notes', { only: 'create' })), {
    posts: { update: known('done') },
    notes: { create: async () => 'done' }
  })
  const { findings, unproved, text } = await walkApp(createApp, { open, ignore: /notes/ })
  t.strictSame(findings.map(({ row, message }) => [row, message]), [
    ['POST /gone', 'POST /gone is in open, but no row that writes has this label; remove it']
  ], text)
  t.match(unproved, [
    'POST /notes: its path matches ignore',
    'PUT /posts/:id: no id is known; name a path with one in start'
  ], text)
})

t.test('rows of other methods are asked too, and need no entry in open', async (t) => {
  const words = (pattern: string): object =>
    ({ type: 'object', required: ['q'], properties: { q: { type: 'string', pattern } } })
  const createApp = appOf(
    draw((map) => map
      .route('search', '/search', 'posts#search', { method: 'query' })
      .route('find', '/find', 'posts#find', { method: 'query' })
      .route('narrow', '/narrow', 'posts#narrow', { method: 'query' })
      .route('sift', '/sift', 'posts#sift', { method: 'query' })
      .route('sort', '/sort', 'posts#sort', { method: 'query' })
      .route('found', '/posts/:id', 'posts#found', { method: 'query' })
      .route('ask', '/ask', 'posts#ask', { method: 'options' })),
    {
      posts: {
        search: { schema: { body: words('^text') }, handler: async ({ body }: any) => body.q.length },
        sift: { schema: { body: words('^z+$') }, handler: async () => 'done' },
        sort: { schema: { body: words('^z+$') }, handler: async () => 'done' },
        find: async () => await Promise.reject(new Error('No index')),
        narrow: { onRequest: requireUser, handler: async () => 'done' },
        found: known('done'),
        ask: async () => 'asked'
      }
    }
  )
  const { findings, access, unproved, text } = await walkApp(createApp, {
    ...DATA, bodies: { 'QUERY /sort': { q: 'zz' } }, open: ['QUERY /search']
  })
  t.strictSame(findings.map(({ law, row }) => `${law} ${row}`), ['crash QUERY /find', 'stranger QUERY /search'], text)
  t.strictSame(access, {})
  t.strictSame(unproved.filter((line) => !line.includes(' has ')), [
    'QUERY /sift: no valid body was found from its schema; give one in bodies',
    'QUERY /posts/:id: no id is known; name a path with one in start',
    'stranger: no row writes',
    'late: no row writes',
    'answer: no row documents its answers'
  ], text)
})

const needs = (...names: string[]): object => ({ type: 'object', required: names })
const zs = { type: 'object', required: ['z'], properties: { z: { type: 'string', pattern: '^z+$' } } }
const keyed = { headers: needs('X-Key') }

for (const [what, action, laws, past, told] of [
  ['a required header, and no guard', { schema: keyed }, ['stranger'], ['clerk', 'stranger'], []],
  ['a required header, and a guard', { schema: keyed, onRequest: requireUser }, [], ['clerk'], []],
  ['a guard after a required header', { schema: keyed, preHandler: requireUser }, [], ['clerk'], []],
  [
    'a schema that requires who asks',
    { schema: { headers: needs('authorization', 'x-key') } },
    ['late'],
    ['clerk'],
    []
  ],
  ['a header without a valid value', { schema: { headers: zs } }, ['late'], [], ['headers; give them in visitors']],
  ['a query without a valid value', { schema: { querystring: zs } }, ['late', 'late'], [], ['query that the walk found']],
  [
    'ids without a valid value',
    { schema: { params: { type: 'object', properties: { id: { type: 'string', pattern: '^z+$' } } } } },
    ['late'],
    [],
    ['ids that the walk found; name a path with others in start']
  ]
] as Array<[string, object, WalkLaw[], string[], string[]]>) {
  t.test(`a row with ${what}`, async (t) => {
    const { findings, access, unproved, text } = await walkApp(
      appOf(draw((map) => map.resources('posts', { only: 'update' })), {
        posts: { update: { ...action, handler: known('done') } }
      }), { ...DATA, start: ['/posts/1'] }
    )
    t.strictSame(findings.map(({ law }) => law), laws, text)
    t.strictSame(access['PUT /posts/:id'], past, text)
    t.strictSame(unproved.filter((line) => line.includes('refuses the')), told.map((part) =>
      `PUT /posts/:id: its validation refuses the ${part}`
    ), text)
  })
}

t.test('a page that requires a header is unproved, since a browser sends none', async (t) => {
  const createApp = appOf(draw((map) => map.root('pages#home').route('info', '/info', 'pages#info')), {
    pages: {
      home: async (_: unknown, reply: FastifyReply) => page(reply, '<a href="/info">Info</a>'),
      info: { schema: keyed, handler: async () => 'done' }
    }
  })
  const { findings, unproved, text } = await walkApp(createApp)
  t.match(findings, [
    { law: 'link', message: '/ shows stranger a link to /info, which answers 400' }
  ], text)
  t.ok(unproved.includes('GET /info: its validation refuses the headers; give them in visitors'), text)
})

t.test('each redirect of a tree is followed, though no page links to it', async (t) => {
  const createApp = appOf(
    draw((map) => map
      .resources('posts', { only: 'show' })
      .redirect('/loop', '/loop')
      .redirect('/dead', '/nope')
      .redirect('/news', '/posts/1')
      .redirect('/articles/:id', 'post')
      .redirect('/days/:day', '/posts/1')
      .redirect('/left', '/nope/too')),
    { posts: { show: known('a post') } }
  )
  const { findings, unproved, text } = await walkApp(createApp, { start: ['/articles/2'], ignore: /left/ })
  t.strictSame(findings.filter(({ law }) => law === 'link').map(({ message }) => message), [
    '/articles/2 shows stranger a link to /posts/2, which answers 404',
    '/dead shows stranger a link to /nope, which answers 404',
    '/loop redirects stranger for ever: /loop → /loop → /loop'
  ], text)
  t.strictSame(unproved.filter((line) => line.startsWith('GET')), [
    'GET /left: its path matches ignore',
    'GET /days/:day: no id is known; name a path with one in start'
  ], text)
})

t.test('a path of start gives its ids to rows that write, and a row that reads needs one too', async (t) => {
  const walk = async (only: any, start: string[]): Promise<any> =>
    await walkApp(async () => {
      const app = Fastify()
      const guard = { onRequest: requireUser }
      const find = async ({ params }: any): Promise<string> =>
        params.id === '1' ? 'done' : await Promise.reject(httpError(404, 'No such post'))
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only })),
        controllers: {
          posts: {
            ...(only.includes('show')
              ? { show: find, edit: find }
              : {
                  update: { ...guard, handler: find },
                  destroy: { ...guard, handler: find }
                })
          }
        }
      })
      return app
    }, { start, visitors: {} })
  const writes = await walk(['update', 'destroy'], ['/posts/1'])
  t.strictSame(writes.findings, [], writes.text)
  t.strictSame(writes.unproved, [
    'link: no page has a link',
    'form: no page has a form',
    'answer: no row documents its answers',
    'access: no visitors are given, so only a stranger asked'
  ])
  const reads = await walk(['show', 'edit'], [])
  t.strictSame(reads.unproved.filter((line: string) => line.startsWith('GET')), [
    'GET /posts/:id/edit: no id is known; name a path with one in start',
    'GET /posts/:id: no id is known; name a path with one in start'
  ], reads.text)
})

for (const name of ['posts', 'news']) {
  t.test(`a walk reads the records that strangers may add: ${name}`, async (t) => {
    const { findings, unproved, text } = await walkApp(async () => {
      const app = Fastify()
      const ids: string[] = []
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources(name, { only: ['create', 'show'] })),
        controllers: {
          [name]: {
            create: async (_: unknown, reply: FastifyReply) => {
              ids.push(crypto.randomUUID())
              return await reply.code(201).send({ id: ids.at(-1) })
            },
            show: async ({ params }: any) => await Promise.reject(
              ids.includes(params.id as string) ? new Error('Not as a text') : httpError(404, 'No such post')
            )
          }
        }
      })
      return app
    }, { open: [`POST /${name}`] })
    t.match(findings, [{ law: 'crash', row: `GET /${name}/:id`, message: /gives stranger 500: Not as a text/ }], text)
    t.strictSame(unproved.filter((line) => line.startsWith('GET')), [], text)
  })
}

t.test('the id of a record is known to the rows below it, where no row asks for the record itself', async (t) => {
  const { access, text } = await walkApp(async () => {
    const app = Fastify()
    const create = (id: number) => async (_: unknown, reply: FastifyReply) =>
      await reply.code(201).send({ id })
    await app.register(resourcesPlugin, {
      routes: draw((map) =>
        map.resources('users', { only: 'create' }, (users) =>
          users.resources('posts', { only: 'create' }, (posts) => posts.resources('notes', { only: 'create' }))
        )
      ),
      controllers: {
        users: { create: create(5) },
        posts: {
          create: {
            onRequest: async ({ params }: any) => {
              if (params.user_id !== '5') throw httpError(404, 'No such user')
            },
            handler: create(6)
          }
        },
        notes: {
          create: {
            onRequest: async ({ params }: any) => {
              if (params.user_id !== '5' || params.post_id !== '6') throw httpError(404, 'No such post')
            },
            handler: create(7)
          }
        }
      }
    })
    return app
  }, { open: ['POST /users'] })
  t.strictSame(access, {
    'POST /users': ['stranger'],
    'POST /users/:user_id/posts': ['stranger'],
    'POST /users/:user_id/posts/:post_id/notes': ['stranger']
  }, text)
})

for (const [what, answer] of [
  ['in an envelope', (id) => ({ post: { id } })],
  ['with lists inside', (id) => ({ id, tags: [{ id: 7 }] })],
  ['in a media type of its own', (id) => ({ id, _links: {} })]
] as Array<[string, (id: string) => object]>) {
  t.test(`the id of a record is known from JSON ${what}`, async (t) => {
    const { access, text } = await walkApp(async () => {
      const app = Fastify()
      const ids: string[] = []
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only: ['create', 'update'] })),
        controllers: {
          posts: {
            create: async (_: unknown, reply: FastifyReply) => {
              ids.push(crypto.randomUUID())
              reply.code(201).type(what.endsWith('own') ? 'application/hal+json' : 'application/json')
              return JSON.stringify(answer(ids.at(-1) as string))
            },
            update: {
              onRequest: async ({ params }: any) => {
                if (!ids.includes(params.id as string)) throw httpError(404, 'No such post')
              },
              handler: async () => 'done'
            }
          }
        }
      })
      return app
    }, { open: ['POST /posts', 'PUT /posts/:id'] })
    t.strictSame(access['PUT /posts/:id'], ['stranger'], text)
  })
}

t.test('a log-in form on the root takes no redirect to another page for a refusal', async (t) => {
  const { findings, access, text } = await walkApp(async () => {
    const app = Fastify()
    await app.register(cookie)
    await app.register(resourcesPlugin, {
      routes: draw((map) =>
        map.root('sessions#new').resource('session', { only: 'create' }).resources('posts', { only: ['index', 'create'] })
      ),
      controllers: {
        sessions: {
          new: async (_: unknown, reply: FastifyReply) => page(reply, form('/session', input('name'))),
          create: async (_: unknown, reply: FastifyReply) =>
            reply.setCookie('session', 'ann', { path: '/' }).redirect('/posts', 303)
        },
        posts: {
          index: async () => 'all',
          create: async (_: unknown, reply: FastifyReply) => reply.redirect('/posts', 303)
        }
      }
    })
    return app
  }, { visitors: { ann: { page: '/', fields: { name: 'ann' } } }, open: ['POST /session'] })
  t.match(findings, [{ law: 'stranger', message: /POST \/posts .* is open: a stranger gets 303/ }], text)
  t.strictSame(access, { 'POST /posts': ['ann', 'stranger'], 'POST /session': ['ann', 'stranger'] })
})

t.test('no request goes to a path that matches ignore: that of an id, or where a form or a log-in leads', async (t) => {
  const asked = new Set<string>()
  const { access, text } = await walkApp(async () => {
    const app = Fastify()
    await app.register(cookie)
    app.addHook('onRequest', async ({ url }) => { asked.add(url) })
    const to = (url: string) => async (_: unknown, reply: FastifyReply) =>
      reply.setCookie('session', 'ann', { path: '/' }).redirect(url, 303)
    await app.register(resourcesPlugin, {
      routes: draw((map) =>
        map
          .resource('session', { only: ['new', 'create'] })
          .resources('posts', { only: ['index', 'show', 'update', 'destroy'] })
      ),
      controllers: {
        sessions: {
          new: async (_: unknown, reply: FastifyReply) => page(reply, form('/session', input('name'))),
          create: to('/welcome')
        },
        posts: {
          index: {
            schema: { querystring: { type: 'object', properties: { page: { type: 'integer' } } } },
            handler: async (_: unknown, reply: FastifyReply) =>
              page(reply, '<a href="/posts/1">1</a><a href="/posts/2">2</a>')
          },
          show: async (request: FastifyRequest, reply: FastifyReply) => page(reply, form(request.url, '', 'put')),
          update: to('/leave'),
          destroy: async () => 'gone'
        }
      }
    })
    return app
  }, {
    visitors: { ann: { page: '/session/new', fields: { name: 'ann' } } },
    open: ['POST /session', 'PUT /posts/:id', 'DELETE /posts/:id'],
    ignore: /posts\/1\b|leave|welcome|posts\/0|page=-1/
  })
  t.strictSame([...asked].filter((url) => /posts\/1\b|leave|welcome|posts\/0|page=-1/.test(url)), [])
  t.ok(asked.has('/posts/2') && asked.has('/posts?page=0'))
  t.strictSame(access['PUT /posts/:id'], ['ann', 'stranger'], text)
})

t.test('a page that redirects to itself with a cookie is read like any other', async (t) => {
  const { findings, text } = await walkApp(pages(() => ({
    footer: '<a href="/check">Check</a>',
    setUp: (app) => {
      app.get('/check', async ({ cookies }, reply) => cookies.checked === undefined
        ? reply.setCookie('checked', 'yes', { path: '/' }).redirect('/check')
        : page(reply, '<a href="/gone">Gone</a>'))
    }
  })), PAGES)
  t.strictSame(
    [...new Set(findings.map(({ message }) => message))],
    ['/check shows stranger a link to /gone, which answers 404'],
    text
  )
})

for (const [what, last, expected] of [
  ['for ever', 'here/0', ['a form that / shows stranger leads to /here/0, which redirects for ever']],
  ['nine times', 'end', []]
] as const) {
  t.test(`a form that a place redirects ${what} leads ${expected.length === 0 ? 'to its page' : 'nowhere'}`, async (t) => {
    const { findings, text } = await walkApp(async () => {
      const app = Fastify()
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.root('posts#new').resources('posts', { only: 'create' })),
        controllers: {
          posts: {
            new: async (_: unknown, reply: FastifyReply) => page(reply, form('/posts', input('title'))),
            create: async (_: unknown, reply: FastifyReply) => reply.redirect('/here/0', 303)
          }
        }
      })
      app.get('/here/:hops', async ({ params }: any, reply) =>
        reply.redirect(params.hops === '8' ? `/${last}` : `/here/${Number(params.hops) + 1}`))
      app.get('/end', async (_, reply) => page(reply, 'The end'))
      return app
    })
    t.strictSame(findings.filter(({ law }) => law === 'form').map(({ message }) => message), expected, text)
  })
}

t.test('a redirect that keeps the method sends the form again, as a browser does', async (t) => {
  const titles = new Set<unknown>()
  const { findings, text } = await walkApp(async () => {
    const app = Fastify()
    await app.register(resourcesPlugin, {
      routes: draw((map) =>
        map
          .root('posts#new')
          .route('old', '/old', 'posts#move', { method: 'post' })
          .resources('posts', { only: 'create' })
      ),
      controllers: {
        posts: {
          new: async (_: unknown, reply: FastifyReply) => page(reply, form('/old', input('title'))),
          move: async (_: unknown, reply: FastifyReply) => reply.redirect('/posts', 308),
          create: async ({ body }: any) => {
            if (body?.title === undefined) throw httpError(422, 'A title is missing')
            titles.add(body.title)
            throw httpError(422, 'It is taken')
          }
        }
      }
    })
    return app
  }, { open: ['POST /old', 'POST /posts'] })
  t.strictSame(findings, [], text)
  t.ok(titles.has('Text of title'))
})

t.test('what is given for a log-in replaces what the page has chosen', async (t) => {
  const { access, text } = await walkApp(async () => {
    const app = Fastify()
    await app.register(cookie)
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resource('session', { only: ['new', 'create'] }).resources('posts', { only: 'create' })),
      controllers: {
        sessions: {
          new: async (_: unknown, reply: FastifyReply) =>
            page(reply, form('/session', '<select name="role"><option>reader<option>editor</select>')),
          create: async ({ body }: any, reply: FastifyReply) =>
            reply.setCookie('session', body?.role ?? 'reader', { path: '/' }).redirect('/session/new', 303)
        },
        posts: { create: { onRequest: requireUser, handler: async () => 'done' } }
      }
    })
    return app
  }, {
    visitors: { ann: { page: '/session/new', fields: { role: 'editor' } } },
    open: ['POST /session']
  })
  t.strictSame(access['POST /posts'], ['ann'], text)
})

t.test('what cannot be walked is an error that says why', async (t) => {
  const app = Fastify()
  for (const [createApp, options, code, message] of [
    [1, {}, 'FST_RESOURCES_OPTIONS', /createApp: expected a function that gives a new app, got 1/],
    [pages(), { visitor: {} }, 'FST_RESOURCES_OPTIONS', /unknown option 'visitor'.*did you mean 'visitors'/],
    [
      pages(),
      { visitors: { stranger: {} } },
      'FST_RESOURCES_OPTIONS',
      /visitors: expected visitors by name, other than 'stranger'/
    ],
    [pages(), null, 'FST_RESOURCES_OPTIONS', /options: expected an object, got null/],
    [
      pages(),
      { visitors: { a: { header: {} }, b: {}, c: { fields: { d: '1' } }, e: { headers: 'x: y' }, f: { page: 3 } } },
      'FST_RESOURCES_OPTIONS',
      new RegExp([
        "visitors.a: unknown option 'header'; did you mean 'headers'\\?",
        'visitors.a: expected headers or page',
        'visitors.b: expected headers or page',
        'visitors.c: expected headers or page',
        "visitors.e: headers: expected headers such as .*, got 'x: y'",
        "visitors.f: page: expected a path such as '/session/new', got 3"
      ].join('.*'), 's')
    ],
    [pages(), { start: ['health'] }, 'FST_RESOURCES_OPTIONS', /start: expected a list of paths such as/],
    [
      pages(),
      { start: ['https://example.org/x'] },
      'FST_RESOURCES_OPTIONS',
      /start: expected paths of this app, got 'https:\/\/example.org\/x'/
    ],
    [pages(), { open: 'POST /session' }, 'FST_RESOURCES_OPTIONS', /open: expected a list of rows/],
    [pages(), { ignore: '/logout' }, 'FST_RESOURCES_OPTIONS', /ignore: expected a regular expression/],
    [
      pages(),
      { bodies: { 'POST /post': {}, 'GET /posts': {} } },
      'FST_RESOURCES_OPTIONS',
      /bodies: no row with a body is 'POST \/post'; did you mean 'POST \/posts'\?.*'GET \/posts'/s
    ],
    [pages(), { timeout: 0 }, 'FST_RESOURCES_OPTIONS', /timeout: expected a number of milliseconds, got 0/],
    [pages(), { timeout: true }, 'FST_RESOURCES_OPTIONS', /timeout: expected a number of .*, got true/],
    [pages(), { timeout: 1e10 }, 'FST_RESOURCES_OPTIONS', /timeout: expected a number of .*, got 10000000000/],
    [
      () => app,
      {},
      'FST_RESOURCES_WALK',
      /createApp: expected a function that gives a new Fastify app for each call/
    ],
    [async () => Fastify(), {}, 'FST_RESOURCES_OPTIONS', /walkApp\(\): expected an app with trees/],
    [
      pages(),
      { visitors: { editor: { ...editor, page: '/posts' } } },
      'FST_RESOURCES_WALK',
      /visitors.editor cannot log in: the page \/posts answers 200, without a form with name, password for this site/
    ],
    [
      pages(),
      { visitors: { editor: { page: '/session/new' } } },
      'FST_RESOURCES_WALK',
      /visitors.editor cannot log in: \/session\/new answers 422/
    ],
    [
      pages(() => ({
        footer: '<form method="post" action="https://elsewhere.org"><input name="pin"></form>'
      })),
      { visitors: { editor: { page: '/posts', fields: { pin: '1' } } } },
      'FST_RESOURCES_WALK',
      /without a form with pin for this site/
    ],
    [
      pages(),
      { visitors: { editor: { ...editor, fields: { name: 'a', password: 'b' } } } },
      'FST_RESOURCES_WALK',
      /visitors.editor cannot log in: \/session\/new answers 422/
    ]
  ] as Array<[never, never, string, RegExp]>) {
    await t.rejects(walkApp(createApp, options), { code, message }, String(message))
  }
})

t.test('each app is closed, also where it cannot be walked', async (t) => {
  let open = 0
  async function createApp (): Promise<FastifyInstance> {
    const app = await pages()()
    open++
    app.addHook('onClose', async () => { open-- })
    return app
  }
  const wrong = { ...editor, fields: { name: 'a', password: 'b' } }
  for (const options of [{ bodies: { 'POST /post': {} } }, { visitors: { editor: wrong } }]) {
    await t.rejects(walkApp(createApp, options))
    t.equal(open, 0)
  }
})

t.test('a page is read as a browser reads it', async (t) => {
  const show = ({ links, forms }: Page): unknown => [
    links,
    forms.map(({ written, method, action, isMultipart, fields }) => [
      `${written} ${method} ${action}${isMultipart ? ' multipart' : ''}`,
      ...fields.map(
        ({ name, value, type, isFixed, isRequired }) =>
          `${name}=${value} ${type}${isFixed ? ' fixed' : ''}${isRequired ? ' required' : ''}`
      )
    ])
  ]
  for (const [html, links, forms] of [
    [
      '<a href="/a">A</a><a>B</a><area href="b"><link rel="stylesheet" href="/c.css"><link rel="canonical" href="/d"><script src="/e.js"></script><img src="f.png">',
      ['/a', 'b', '/c.css', '/e.js', 'f.png'],
      []
    ],
    [
      '<meta http-equiv="refresh"><meta http-equiv="refresh" content="5; URL=/g"><img srcset="h.png, data:image/png;base64,AA 2x,i.png 3x"><video src="j" poster="k"></video><object data="l"></object><svg><use xlink:href="m#a"/><image href="n"/></svg>',
      ['/g', 'h.png', 'data:image/png;base64,AA', 'i.png', 'j', 'k', 'l', 'm#a', 'n'],
      []
    ],
    [
      '<META HTTP-EQUIV="Refresh" CONTENT="0; url = \'/g\'"><link rel="Canonical" href="/d"><form><input type="HIDDEN" name="a" value="1"><button type="Button" name="b">B</button><button type="" name="c">C</button></form><form method="Post" enctype="Multipart/Form-Data"></form>',
      ['/g'],
      [['GET GET ', 'a=1 hidden fixed', 'c= submit fixed'], ['POST POST  multipart']]
    ],
    ['<a href="a" data-method="delete">A</a><a href="b" data-turbo-method="delete">B</a>', [], []],
    ['<form><input name="q"></form>', [], [['GET GET ', 'q= text']]],
    ['<form method="dialog"></form><input type="hidden"><template><form></form></template>', [], []],
    [
      '<form method="post" action="/a" enctype="multipart/form-data"><input type="hidden" name="_method" value="put"><textarea name="t" required>\nx <b>y</b></textarea><input type="file" name="f"></form>',
      [],
      [['POST PUT /a multipart', '_method=put hidden fixed', 't=x <b>y</b> textarea required', 'f= file']]
    ],
    [
      '<form><input type="checkbox" name="a"><input type="checkbox" name="b" checked><input type="radio" name="c" value="1" checked><input name="d" disabled><input value="e"><output name="o"></output></form>',
      [],
      [['GET GET ', 'b=on checkbox fixed', 'c=1 radio fixed']]
    ],
    [
      '<form><select name="a"><option value="1">One<option selected>Two <b>three</b></select><select name="b"><optgroup><option>First</optgroup></select><select name="c" multiple><option>x</select></form>',
      [],
      [['GET GET ', 'a=Two three select fixed', 'b=First select fixed']]
    ],
    [
      '<form><input type="checkbox" name="a" required><input type="radio" name="b" value="0" disabled><input type="radio" name="b" value="1"><input type="radio" name="b" value="2" required><input type="radio" name="c" value="1" required><input type="radio" name="c" value="2" checked><input type="radio" name="d"></form>',
      [],
      [['GET GET ', 'a=on checkbox fixed', 'b=1 radio fixed', 'c=2 radio fixed']]
    ],
    [
      '<form><select name="a" required><option value="">Choose<option>red<option>blue</select><select name="b"><option value="" disabled selected>Choose<option>red</select><select name="c" required><option disabled selected>Choose<option>red</select><select name="d" required><option value="">None</select><select name="e" required><option>red<option selected>blue</select></form>',
      [],
      [['GET GET ', 'a=red select fixed', 'c=red select fixed', 'e=blue select fixed']]
    ],
    [
      '<form><fieldset disabled><input name="a"><fieldset><input name="b"></fieldset></fieldset><fieldset><input name="c"></fieldset></form><form><button disabled>Not now</button></form><form><button formmethod="dialog">Close</button></form>',
      [],
      [['GET GET ', 'c= text']]
    ],
    ['<form method="put" action="/a"></form>', [], [['PUT GET /a']]],
    [
      '<form method="post" action="/a"><input type="hidden" name="_method" value="put"><button name="_method" value="delete">Delete</button><button name="_method" value="">Copy</button></form>',
      [],
      [
        ['POST DELETE /a', '_method=put hidden fixed', '_method=delete submit fixed'],
        ['POST POST /a', '_method=put hidden fixed', '_method= submit fixed']
      ]
    ],
    [
      '<form id="f" method="post" action="/a"><button name="go" value="1">Go</button><button type="button">No</button><button formaction="/b" formmethod="get" formenctype="multipart/form-data">Other</button></form><input form="f" name="out"><input type="image" form="f" name="x">',
      [],
      [
        ['POST POST /a', 'out= text', 'go=1 submit fixed'],
        ['GET GET /b multipart', 'out= text'],
        ['POST POST /a', 'out= text', 'x= submit fixed']
      ]
    ]
  ] as Array<[string, string[], string[][]]>) { t.strictSame(show(await readPage(html, '/', (link) => link || '/')), [links, forms], html) }
})

t.test('the page of swagger-ui in a scope, or behind a base path, finds its assets by indexPrefix', async (t) => {
  const createApp = (indexPrefix?: string, baseUrl?: string) => async (): Promise<FastifyInstance> => {
    const app = Fastify()
    await app.register(
      async (scope) => {
        await scope.register(
          swagger,
          openapiOptions({ openapi: { openapi: '3.1.0', info: { title: 'Tags', version: '1' } } })
        )
        await scope.register(swaggerUi, {
          routePrefix: '/docs',
          ...(indexPrefix !== undefined && { indexPrefix })
        })
        await scope.register(resourcesPlugin, {
          ...(baseUrl !== undefined && { baseUrl }),
          routes: draw((map) => map.resources('tags', { only: 'index' })),
          controllers: { tags: { index: async () => [] } }
        })
      },
      { prefix: '/v1' }
    )
    return app
  }
  const walk = async (...given: Parameters<typeof createApp>): Promise<string[]> =>
    (await walkApp(createApp(...given), { start: ['/v1/docs'] })).findings.map(
      ({ law, message }) => `${law}: ${message}`
    )
  t.ok(
    (await walk()).includes(
      'link: /v1/docs shows stranger a link to /docs/static/swagger-ui.css, which answers 404'
    )
  )
  t.strictSame(await walk('/v1'), [])
  t.strictSame(await walk('/app/v1', 'https://example.org/app'), [])
})

t.test('with an OpenAPI document, bodies fit what the validator reads, and answers what the document says', async (t) => {
  const createApp = async (shown: object): Promise<FastifyInstance> => {
    const app = Fastify()
    await app.register(swagger, openapiOptions({ openapi: { openapi: '3.1.0' } }))
    const text = { type: 'string', minLength: 1 }
    await app.register(resourcesPlugin, {
      routes: draw({ api: true }, (map) => map.resources('tags', { only: ['create', 'update'] })),
      controllers: {
        tags: {
          record: {
            type: 'object',
            required: ['id', 'name', 'pin'],
            properties: {
              id: { type: 'integer', readOnly: true },
              name: { anyOf: [text, { type: 'null' }] },
              pin: { ...text, writeOnly: true }
            }
          },
          create: async ({ body }: FastifyRequest<{ Body: { tag: object } }>) => ({ id: 1, ...body.tag }),
          update: {
            serializerCompiler: () => JSON.stringify,
            handler: async () => ({ id: 1, name: 'a', ...shown })
          },
          responses: true
        }
      }
    })
    return app
  }
  const walk = async (shown: object): Promise<string[][]> => {
    const { findings, unproved } = await walkApp(async () => await createApp(shown), {
      open: ['POST /tags', 'PUT /tags/:id']
    })
    const unfit = findings.map(({ message }) => message).filter((message) => message.includes('does not fit'))
    return [unfit, unproved.filter((text) => text.includes('/tags'))]
  }
  t.strictSame(await walk({}), [[], []])
  t.match(await walk({ name: 1 }), [[/^PUT .* answers what does not fit its schema: \/name must be string$/], []])
})

t.test('a visitor with a cookie of its own keeps those of the app beside it', async (t) => {
  const { access } = await walkApp(
    async () => {
      const app = Fastify()
      await app.register(cookie)
      const posts = {
        index: async (_: unknown, reply: FastifyReply) => await reply.setCookie('seen', 'yes').send([]),
        create: {
          onRequest: async ({ cookies }: FastifyRequest) => {
            if (cookies.user !== 'ann' || cookies.seen !== 'yes') throw httpError(401, 'Nobody')
          },
          handler: async () => 'done'
        }
      }
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only: ['index', 'create'] })),
        controllers: { posts }
      })
      return app
    },
    { visitors: { ann: { headers: { Cookie: 'user=ann' } } } }
  )
  t.strictSame(access, { 'POST /posts': ['ann'] })
})

/** Hosts, a base path, references, tokens, and forms of several kinds. */
async function richApp (): Promise<FastifyInstance> {
  const app = Fastify()
  const photos = new Map<string, { id: number }>()
  const token = 'c2VjcmV0'
  app.addSchema({
    $id: 'size',
    type: 'object',
    required: ['width'],
    properties: { width: { type: 'integer', minimum: 1, maximum: 9 } }
  })
  app.addSchema({ $id: 'units', definitions: { unit: { enum: ['cm', 'in'] } } })
  await app.register(cookie)
  await app.register(multipart, { attachFieldsToBody: true })
  const body = {
    type: 'object',
    required: ['photo'],
    definitions: { name: { type: 'string', minLength: 12 } },
    properties: {
      photo: {
        allOf: [
          {
            type: 'object',
            required: ['size'],
            properties: { size: { $ref: 'size#' }, unit: { $ref: 'units#/definitions/unit' } }
          },
          {
            type: 'object',
            required: ['tags'],
            properties: {
              tags: { type: 'array', minItems: 2, items: { type: 'string' } },
              sides: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } }
            }
          }
        ],
        properties: {
          kind: { const: 'print' },
          at: { anyOf: [{ type: 'null' }, { type: 'string', format: 'date' }] },
          id: { type: 'string', readOnly: true },
          gone: { enum: [null] }
        }
      },
      note: { $ref: '#/definitions/name' }
    }
  }
  const html = (reply: FastifyReply, text: string): FastifyReply =>
    reply.type('text/html').setCookie('message', '', { maxAge: 0 }).send(text)
  const checkToken =
    (wanted: string) =>
      async (request: FastifyRequest): Promise<void> => {
        if (request.headers['csrf-token'] !== wanted) {
          throw Object.assign(httpError(403, 'No token'), { code: 'FST_CSRF_MISSING_SECRET' })
        }
      }
  await app.register(resourcesPlugin, {
    baseUrl: 'https://example.org/app',
    routes: draw((map) =>
      map
        .root('uploads#admin')
        .resources('photos', { only: ['index', 'create', 'show'], param: 'id' })
        .resources('albums', { only: 'none' }, (albums) => albums.resources('pages', { only: ['index', 'create'] }))
        .route('mark', '/marks/:shelf/:spot', { controller: 'uploads', action: 'admin' })
        .route('archive', '/archive/:year/:month', {
          controller: 'uploads',
          action: 'admin',
          defaults: { month: null }
        })
        .route('upload', '/upload', { controller: 'uploads', action: 'create', method: 'post' })
        .route('uploading', '/upload/new', { controller: 'uploads', action: 'new' })
        .route('files', '/files/*path', { controller: 'uploads', action: 'show' })
        .route('admin', '/admin', {
          controller: 'uploads',
          action: 'admin',
          conditions: { host: 'admin.example.org' }
        })
        .route('old', '/old', { controller: 'uploads', action: 'admin', conditions: { host: /^old/ } })
        .route('v2', '/v2', { controller: 'uploads', action: 'admin', conditions: { version: '2.0.0' } })
        .route('report', '/report', {
          controller: 'uploads',
          action: 'admin',
          formats: { required: ['csv'] }
        })
        .route('reset', '/reset', { controller: 'uploads', action: 'reset', method: 'post' })
        .route('again', '/again', { controller: 'uploads', action: 'again', method: 'post' })
        .route('lost', '/lost/:lost_id', { controller: 'uploads', action: 'admin', method: 'delete' })
    ),
    controllers: {
      photos: {
        index: async () => ({ photos: [...photos.values()] }),
        show: async ({ params }: any) =>
          photos.get(params.id as string) ?? (await Promise.reject(httpError(404, 'No photo'))),
        create: {
          onRequest: requireUser,
          schema: {
            body,
            response: {
              '2xx': {
                content: {
                  'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' } } } }
                }
              }
            }
          },
          handler: async (_: unknown, reply: FastifyReply) => {
            const id = photos.size + 1
            photos.set(String(id), { id })
            return await reply.code(201).send({ id })
          }
        }
      },
      pages: {
        index: { onRequest: requireUser, handler: async () => await Promise.reject(httpError(404, 'No album')) },
        create: {
          onRequest: requireUser,
          handler: async () => await Promise.reject(httpError(404, 'No album'))
        }
      },
      uploads: {
        new: async (_: unknown, reply: FastifyReply) =>
          html(
            reply,
            `<base href="/app/upload/"><a href="/other/page">Of the proxy</a><a href="https://elsewhere.org">Elsewhere</a><a href="mailto:a@example.org">Mail</a><a href="https://admin.example.org/app/admin">Admin</a><a href="/app/files/a/b.txt">File</a><a href="new#top">Here</a><form action="https://elsewhere.org" method="post"></form><form method="post" action="/app/upload" enctype="multipart/form-data"><input name="caption"><input name="when" type="date"><input type="file" name="file"></form><a href="/app">Home</a><a href="/app/archive/2026">Year</a><a href="/app/archive/2026/5">May</a><a href="/app/marks/7/a%20b">Mark</a><form action="/app/files/a"><input name="q" required><input name="r" value="as it is" required></form><form method="post" action="https://elsewhere.org"><input type="hidden" name="csrf_token" value="${token}"></form>`
          ),
        create: {
          onRequest: requireUser,
          handler: async (_: unknown, reply: FastifyReply) =>
            reply.redirect('https://example.org/app/upload/new', 303)
        },
        show: async (_: unknown, reply: FastifyReply) =>
          html(reply, '<base href="https://cdn.example.org/"><a href="nowhere">Not of this site</a>'),
        admin: async () => 'admin',
        again: { onRequest: checkToken(token), handler: async () => 'done' },
        reset: { onRequest: checkToken('never shown'), handler: async () => 'done' }
      }
    }
  })
  return app
}

for (const [what, status, schema] of [
  ['hides its rows from strangers', 404, { body: bodyOf({ title }, ['title']) }],
  ['answers 400 where there is no schema', 400, {}],
  ['answers 400 before validation', 400, { body: bodyOf({ title }, ['title']) }]
] as Array<[string, number, object]>) {
  t.test(`no finding: a guard that ${what}`, async (t) => {
    const guard = {
      onRequest: async ({ headers }: FastifyRequest) => {
        if (headers.authorization === undefined) throw httpError(status, 'Not for strangers')
      }
    }
    const { findings, text } = await walkApp(async () => {
      const app = Fastify()
      await app.register(resourcesPlugin, {
        routes: draw((map) => map.resources('posts', { only: ['index', 'create', 'update'] })),
        controllers: {
          posts: {
            index: async () => [{ id: 1 }],
            create: { ...guard, schema, handler: async () => ({ id: 1 }) },
            update: {
              ...guard,
              schema,
              handler: async ({ params }: any) =>
                params.id === '1' ? 'done' : await Promise.reject(httpError(404, 'No such post'))
            }
          }
        }
      })
      return app
    }, { visitors: { ann: { headers: { authorization: 'ann' } } } })
    t.strictSame(findings, [], text)
  })
}

t.test('a row is told of which each known path matches ignore; one that has another is asked', async (t) => {
  const { unproved, text } = await walkApp(async () => {
    const app = Fastify()
    const answer = async (): Promise<string> => 'done'
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('posts', 'tags', 'notes', { only: 'show' })),
      controllers: { posts: { show: answer }, tags: { show: answer }, notes: { show: answer } }
    })
    return app
  }, { start: ['/posts/1', '/posts/2', '/tags/1', '/tags/3'], ignore: /posts\/\d|tags\/1/ })
  t.strictSame(unproved.filter((line) => line.startsWith('GET')), [
    'GET /posts/:id: each known path matches ignore',
    'GET /notes/:id: no id is known; name a path with one in start'
  ], text)
})

t.test('a log-in may keep the cookie of the session, and paths that match ignore are never asked for', async (t) => {
  const createApp = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    await app.register(cookie)
    const users = new Set<string>()
    let count = 0
    const requireSession = async ({ cookies }: FastifyRequest): Promise<void> => {
      if (!users.has(String(cookies.sid))) throw httpError(401, 'Log in first')
    }
    const logIn: Handler = async ({ cookies, body }, reply) => {
      if (body?.password !== 'secret') throw httpError(422, 'Wrong password')
      users.add(String(cookies.sid))
      return reply.redirect('/session/new', 303)
    }
    await app.register(resourcesPlugin, {
      routes: draw((map) =>
        map
          .resource('session', { only: ['new', 'create'] })
          .resources('posts', { only: 'create' })
          .route('/logout', 'sessions#leave', { method: 'post' })
      ),
      controllers: {
        posts: { create: { onRequest: requireSession, handler: async () => 'done' } },
        sessions: {
          new: async ({ cookies }: FastifyRequest, reply: FastifyReply) =>
            page(
              cookies.sid === undefined ? reply.setCookie('sid', String(++count), { path: '/' }) : reply,
              form('/session', input('password'))
            ),
          create: logIn,
          leave: async () => t.fail('a path that matches ignore')
        }
      }
    })
    return app
  }
  const { findings, access, unproved, text } = await walkApp(createApp, {
    visitors: { ann: { page: '/session/new', fields: { password: 'secret' } } },
    open: ['POST /session'],
    ignore: /logout/g
  })
  t.strictSame(findings, [], text)
  t.strictSame(access, { 'POST /posts': ['ann'], 'POST /session': ['ann', 'stranger'] })
  t.ok(unproved.includes('POST /logout: its path matches ignore'), text)
})

t.test('a walk knows hosts, base paths, globs, versions, references and files, and a host by a pattern is unproved', async (t) => {
  const { findings, access, unproved, text } = await walkApp(richApp, {
    visitors: { clerk: { headers: { authorization: 'clerk', cookie: 'a=1' } } },
    open: ['POST /again'],
    start: ['/upload/new'],
    bodies: { 'POST /reset': 'all' }
  })
  t.strictSame(findings, [], text)
  t.strictSame(access, {
    'POST /again': ['clerk', 'stranger'],
    'POST /photos': ['clerk'],
    'POST /reset': [],
    'POST /upload': ['clerk']
  })
  t.match([...unproved].sort(), [
    'DELETE /lost/:lost_id: no id is known; name a path with one in start',
    'GET /albums/:album_id/pages: no id is known; name a path with one in start',
    'GET /old (host: /^old/): no header of a request meets its conditions',
    'POST /albums/:album_id/pages: no id is known; name a path with one in start',
    'POST /reset: only a missing CSRF token refused a stranger; no page showed one'
  ])
})

const versionedApp = appOf(
  draw((map) => map
    .root('pages#home')
    .resources('tags', {
      only: ['index', 'create', 'show'],
      conditions: { version: '1.0.0' },
      formats: ['csv'],
      member: { lend: 'post' }
    })
    .resources('loans', { only: 'update', conditions: { version: '1.0.0' } })
    .route('old', '/old', 'pages#old', { conditions: { version: '1.0.0' } })
    .route('moved', '/tags', 'pages#moved', { conditions: { version: '2.0.0' } })
    .route('drop', '/drops', 'pages#drop', { method: 'post', conditions: { version: '2.0.0' } })),
  {
    tags: {
      index: async ({ format }: any) => format === null
        ? [{ id: 1 }]
        : await Promise.reject(new Error('No columns')),
      create: async (_: unknown, reply: FastifyReply) =>
        await reply.code(201).header('location', '/tags/1').send({ id: 1 }),
      show: known({ id: 1 }),
      lend: known('lent')
    },
    loans: { update: known('done') },
    pages: {
      home: async (_: unknown, reply: FastifyReply) => page(reply, '<a href="/tags/1">Of a program</a>'),
      old: async (_: unknown, reply: FastifyReply) => reply.redirect('/tags?page=1'),
      moved: { onRequest: requireUser, handler: async () => await Promise.reject(new Error('Too new')) },
      drop: async (_: unknown, reply: FastifyReply) => reply.redirect('/tags', 303)
    }
  }
)

t.test('a walk asks for each version of a path, with the ids of all; a link sends no version', async (t) => {
  const start = ['/tags/1', '/loans/1']
  const { findings, access, unproved, text } = await walkApp(versionedApp, { ...DATA, start })
  t.strictSame(findings.map(({ law, row }) => `${law} ${row}`).sort(), [
    'crash GET /tags (version: 1.0.0)',
    'crash GET /tags (version: 2.0.0)',
    'link GET /tags (version: 2.0.0)',
    'link GET /tags/1',
    'stranger POST /drops (version: 2.0.0)',
    'stranger POST /tags (version: 1.0.0)',
    'stranger POST /tags/:id/lend (version: 1.0.0)',
    'stranger PUT /loans/:id (version: 1.0.0)'
  ], text)
  t.strictSame(Object.values(access), Array(4).fill(['clerk', 'stranger']), text)
  t.strictSame(unproved, ['form: no page has a form', 'answer: no row documents its answers'], text)
  const untold = await walkApp(versionedApp)
  t.match(untold.access, { 'POST /tags/:id/lend (version: 1.0.0)': ['stranger'] }, 'the id is known from data')
})

/**
 * An account whose forms change the password, and end sessions: what one request does must not become a
 * finding of the next.
 */
async function accountApp (): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(cookie)
  const account: { name: string; password: string } = { name: 'ann', password: 'secret' }
  let isThere = true
  let sessions = 0
  const open = new Set<string>()
  // A browser does not send a cookie that has expired.
  const isIn = (request: FastifyRequest): boolean =>
    isThere && request.cookies.past === undefined && open.has(String(request.cookies.session))
  const guard = {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isIn(request)) return await reply.redirect('/session/new', 303)
    }
  }
  const html = (reply: FastifyReply, text: string): FastifyReply =>
    reply
      .type('text/html')
      .clearCookie('flash')
      .header('set-cookie', 'seen=1; max-age=60; expires=Thu, 01 Jan 2099 00:00:00 GMT')
      .header('set-cookie', 'past=1; expires=Thu, 01 Jan 1970 00:00:00 GMT')
      .send(text)
  const enter = (reply: FastifyReply): FastifyReply => {
    open.clear()
    open.add(String(++sessions))
    return reply
      .setCookie('session', String(sessions), { path: '/' })
      .setCookie('flash', 'Welcome')
      .redirect('/account', 303)
  }
  const body = bodyOf({}, [])
  await app.register(resourcesPlugin, {
    routes: draw((map) =>
      map
        .root('accounts#home')
        .resource('account', { only: ['show', 'update', 'destroy'] })
        .resource('session', { only: ['new', 'create'] })
    ),
    controllers: {
      accounts: {
        home: async (_: unknown, reply: FastifyReply) =>
          html(reply, '<a href="/session/new">Log in</a><form method="post" action="/ignored"></form>'),
        show: {
          ...guard,
          handler: async (_: unknown, reply: FastifyReply) =>
            html(
              reply,
              `${form('', input('account[password]'), 'put')}${account.password === 'secret' ? form('', input('account[password]') + input('account[hint]'), 'put') : ''}${form('/account', '', 'delete')}`
            )
        },
        update: {
          ...guard,
          schema: {
            body: {
              ...body,
              required: ['account'],
              properties: {
                account: {
                  type: 'object',
                  required: ['password'],
                  properties: {
                    password: { type: 'string', minLength: 3, maxLength: 20 },
                    tags: { type: 'array', items: { type: 'string' } }
                  }
                }
              }
            }
          },
          handler: async ({ body }: any, reply: FastifyReply) => {
            Object.assign(account, body.account)
            return enter(reply)
          }
        },
        destroy: {
          ...guard,
          handler: async (_: unknown, reply: FastifyReply) => {
            isThere = false
            return reply.clearCookie('session', { path: '/' }).redirect('/', 303)
          }
        }
      },
      sessions: {
        new: async (_: unknown, reply: FastifyReply) =>
          html(reply, form('/session', input('name') + input('password') + input('device'))),
        create: async ({ body }: any, reply: FastifyReply) =>
          isThere && body?.name === account.name && body.password === account.password
            ? enter(reply)
            : await Promise.reject(httpError(422, 'Wrong password'))
      }
    }
  })
  return app
}

t.test('a form of a record is found in each app, though its id is another one there', async (t) => {
  const createApp = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    const [id, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const find = (request: any): void => {
      if (request.params.id !== id && request.params.id !== other) throw httpError(404, 'No such post')
    }
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('posts', { only: ['index', 'show', 'destroy'] })),
      controllers: {
        posts: {
          index: async (_: unknown, reply: FastifyReply) =>
            page(reply, `<a href="/posts/${id}">One</a><a href="/posts/${other}">Two</a>`),
          show: async (request: FastifyRequest, reply: FastifyReply) => {
            find(request)
            return page(reply, form(request.url, '', 'delete') + form(`${request.url}/votes`, ''))
          },
          destroy: async (request: FastifyRequest, reply: FastifyReply) => {
            find(request)
            return reply.redirect('/posts', 303)
          }
        }
      }
    })
    return app
  }
  const { findings, unproved, text } = await walkApp(createApp, { open: ['DELETE /posts/:id'] })
  const [found, ...more] = findings
  t.match(found?.message, /sends POST \/posts\/[\w-]{36}\/votes, which answers 404/, text)
  t.strictSame(more.map(({ law }) => law).filter((law) => law !== 'form'), [])
  t.strictSame(unproved.filter((line) => line.includes('is gone')), [])
})

t.test('a form that is gone when its page is asked again is unproved', async (t) => {
  const createApp = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    let asked = 0
    const edit = async (_: unknown, reply: FastifyReply): Promise<FastifyReply> => {
      const page = ++asked > 1 ? '' : form('/note', input('text'))
      return reply.type('text/html').send(`<!doctype html><title>Note</title>${page}`)
    }
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resource('note', { only: ['edit', 'create'] })),
      controllers: {
        notes: { edit, create: async (_: unknown, reply: FastifyReply) => reply.redirect('/note/edit', 303) }
      }
    })
    return app
  }
  const { findings, unproved, text } = await walkApp(createApp, { open: ['POST /note'] })
  t.strictSame(findings, [], text)
  t.ok(unproved.includes('POST /note: its form is gone when /note/edit is asked again'), text)
})

t.test('no finding: a form that is gone once it is sent', async (t) => {
  const createApp = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    let isVoted = false
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resource('vote', { only: ['show', 'create'] })),
      controllers: {
        votes: {
          show: (_: unknown, reply: FastifyReply) => page(reply, isVoted ? '' : form('/vote', input('text'))),
          create: async (_: unknown, reply: FastifyReply) => {
            isVoted = true
            return reply.redirect('/vote', 303)
          }
        }
      }
    })
    return app
  }
  const { findings, text } = await walkApp(createApp, { open: ['POST /vote'] })
  t.strictSame(findings, [], text)
})

t.test('a visitor whose password or account is gone gets a fresh app', async (t) => {
  const { findings, access, text } = await walkApp(accountApp, {
    visitors: { ann: { page: '/session/new', fields: { name: 'ann', password: 'secret' } } },
    open: ['POST /session'],
    ignore: /ignored/
  })
  t.strictSame(findings, [], text)
  t.strictSame(access, {
    'DELETE /account': ['ann'],
    'POST /session': ['ann', 'stranger'],
    'PUT /account': ['ann']
  })
})

/** Accounts by the text of `authorization`, and a row that harms one. */
function harming (
  harm: (name: string, accounts: Map<string, { isAdmin: boolean }>, reply: FastifyReply) => void,
  isForAdmins: boolean
): () => Promise<FastifyInstance> {
  return async () => {
    const app = Fastify()
    const accounts = new Map([['ann', { isAdmin: true }], ['bob', { isAdmin: false }]])
    const guard = (isAdmins: boolean): object => ({
      onRequest: async ({ headers: { authorization } }: FastifyRequest) => {
        const account = accounts.get(String(authorization))
        if (account === undefined) throw httpError(401, 'Log in first')
        if (isAdmins && !account.isAdmin) throw httpError(403, 'Only admins')
      }
    })
    await app.register(resourcesPlugin, {
      routes: draw((map) =>
        map.resources('harms', { only: ['create', 'update'] }).resources('posts', { only: ['index', 'create', 'update'] })
      ),
      controllers: {
        harms: {
          create: {
            ...guard(isForAdmins),
            handler: async ({ headers }: FastifyRequest, reply: FastifyReply) => {
              harm(String(headers.authorization), accounts, reply)
              return 'done'
            }
          },
          update: async () => 'never asked, since no id is known'
        },
        posts: {
          index: async () => [],
          create: {
            ...guard(false),
            handler: async (_: unknown, reply: FastifyReply) => await reply.code(201).send({ id: 1 })
          },
          update: { ...guard(true), handler: async () => 'done' }
        }
      }
    })
    return app
  }
}

for (const [what, harm, isForAdmins] of [
  ['bans another account', (_, accounts) => accounts.delete('bob'), true],
  ['ends the own account', (name, accounts) => accounts.delete(name), false],
  ['demotes an admin', (_, accounts) => { Object.assign(accounts.get('ann') ?? {}, { isAdmin: false }) }, true]
] as Array<[string, Parameters<typeof harming>[0], boolean]>) {
  t.test(`access has all who get past a guard, though a row that creates ${what}`, async (t) => {
    const visitors = { ann: { headers: { authorization: 'ann' } }, bob: { headers: { authorization: 'bob' } } }
    const { access, text } = await walkApp(harming(harm, isForAdmins), { visitors })
    t.strictSame(access, {
      'POST /harms': isForAdmins ? ['ann'] : ['ann', 'bob'],
      'POST /posts': ['ann', 'bob'],
      'PUT /posts/:id': ['ann']
    }, text)
  })
}

t.test('a visitor who may change only a record of its own tries several', async (t) => {
  const { access, text } = await walkApp(async () => {
    const app = Fastify()
    const update = async ({ params, headers: { authorization } }: any): Promise<string> => {
      if (authorization === undefined) throw httpError(401, 'Log in first')
      return params.id === authorization ? 'done' : await Promise.reject(httpError(403, 'Not yours'))
    }
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('users', { only: ['index', 'update'] })),
      controllers: { users: { index: async () => [{ id: 'ann' }, { id: 'bob' }], update: { onRequest: update, handler: async () => 'done' } } }
    })
    return app
  }, { visitors: { bob: { headers: { authorization: 'bob' } } } })
  t.strictSame(access, { 'PUT /users/:id': ['bob'] }, text)
})

t.test('no finding: links to pages from which an added record bans a visitor', async (t) => {
  const createApp = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    const banned = new Set<string>()
    const guard = {
      onRequest: async ({ method, headers: { authorization = '' } }: FastifyRequest) => {
        if (authorization === '' || banned.has(authorization)) throw httpError(401, 'Log in first')
        if (method === 'POST' && authorization !== 'ann') throw httpError(403, 'Only admins')
      }
    }
    await app.register(resourcesPlugin, {
      routes: draw((map) =>
        map.resources('bans', { only: ['index', 'create'] }).resources('posts', { only: ['index', 'show'] })
      ),
      controllers: {
        bans: {
          index: { ...guard, handler: async () => [] },
          create: { ...guard, handler: async () => { banned.add('bob') } }
        },
        posts: {
          index: async (_: unknown, reply: FastifyReply) => page(reply, '<a href="/posts/1">One</a>'),
          show: {
            ...guard,
            handler: async ({ params }: any) =>
              params.id === '1' ? 'One' : await Promise.reject(httpError(404, 'No such post'))
          }
        }
      }
    })
    return app
  }
  const { findings, unproved, text } = await walkApp(createApp, {
    visitors: { ann: { headers: { authorization: 'ann' } }, bob: { headers: { authorization: 'bob' } } }
  })
  t.strictSame(findings, [], text)
  t.ok(unproved.includes('visitors.bob: what others create takes rights from it; few pages were asked for'), text)
})

t.test('a visitor whose account a row that creates has ended is no visitor who cannot log in', async (t) => {
  const createApp = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    await app.register(cookie)
    let isThere = true
    const requireSession = async ({ cookies }: FastifyRequest): Promise<void> => {
      if (!isThere || cookies.sid === undefined) throw httpError(401, 'Log in first')
    }
    await app.register(resourcesPlugin, {
      routes: draw((map) =>
        map
          .resource('session', { only: ['new', 'create'] })
          .resources('closures', { only: ['create', 'show'] })
          .resources('posts', { only: ['index', 'create', 'update'] })
      ),
      controllers: {
        sessions: {
          new: async (_: unknown, reply: FastifyReply) => page(reply, form('/session', input('password'))),
          create: async ({ body }: any, reply: FastifyReply) => isThere && body?.password === 'secret'
            ? reply.setCookie('sid', '1', { path: '/' }).redirect('/session/new', 303)
            : await Promise.reject(httpError(422, 'Wrong password'))
        },
        closures: {
          show: { onRequest: requireSession, handler: async () => 'closed' },
          create: {
            onRequest: requireSession,
            handler: async (_: unknown, reply: FastifyReply) => {
              isThere = false
              return await reply.clearCookie('sid', { path: '/' }).code(201).send({ id: 1 })
            }
          }
        },
        posts: {
          index: async () => [],
          create: { onRequest: requireSession, handler: async () => ({ id: 1 }) },
          update: { onRequest: requireSession, handler: async () => 'done' }
        }
      }
    })
    return app
  }
  const { access, text } = await walkApp(createApp, {
    visitors: { ann: { page: '/session/new', fields: { password: 'secret' } } },
    open: ['POST /session']
  })
  t.strictSame(access, {
    'POST /closures': ['ann'],
    'POST /posts': ['ann'],
    'POST /session': ['ann', 'stranger'],
    'PUT /posts/:id': ['ann']
  }, text)
})

/** Sessions by a form, and what ends them; a guard that refuses removes the cookie. */
function ending (
  routes: ReturnType<typeof draw>,
  controllersOf: (guard: object, end: (reply: FastifyReply) => FastifyReply) => object,
  setUp: (app: FastifyInstance, end: (reply: FastifyReply) => FastifyReply) => unknown = () => {}
): () => Promise<FastifyInstance> {
  return async () => {
    const app = Fastify()
    await app.register(cookie)
    let isThere = true
    const end = (reply: FastifyReply): FastifyReply => {
      isThere = false
      return reply.clearCookie('sid', { path: '/' })
    }
    const guard = {
      onRequest: async ({ cookies, headers: { authorization } }: FastifyRequest, reply: FastifyReply) => {
        if (authorization === 'ann' || (isThere && cookies.sid !== undefined)) return
        reply.clearCookie('sid', { path: '/' })
        throw httpError(401, 'Log in first')
      }
    }
    setUp(app, end)
    await app.register(resourcesPlugin, {
      routes,
      controllers: {
        sessions: {
          new: async (_: unknown, reply: FastifyReply) => page(reply, form('/session', input('password'))),
          create: async ({ body }: any, reply: FastifyReply) => isThere && body?.password === 'secret'
            ? reply.setCookie('sid', '1', { path: '/' }).redirect('/session/new', 303)
            : await Promise.reject(httpError(422, 'Wrong password'))
        },
        ...controllersOf(guard, end)
      }
    })
    return app
  }
}

const BOB = { page: '/session/new', fields: { password: 'secret' } }

t.test('a visitor whose account the record of another one has ended gets an app without that record', async (t) => {
  const { access, text } = await walkApp(ending(
    draw((map) =>
      map.resource('session', { only: ['new', 'create'] }).resources('bans', { only: ['create', 'update'] })
    ),
    (guard, end) => ({
      bans: {
        create: {
          ...guard,
          handler: async ({ headers }: FastifyRequest, reply: FastifyReply) => {
            if (headers.authorization !== 'ann') throw httpError(403, 'Only ann')
            end(reply)
            return 'banned'
          }
        },
        update: { ...guard, handler: async () => 'done' }
      }
    })
  ), {
    visitors: { ann: { headers: { authorization: 'ann' } }, bob: BOB },
    open: ['POST /session'],
    start: ['/bans/1']
  })
  t.strictSame(access['PUT /bans/:id'], ['ann', 'bob'], text)
})

t.test('a visitor whose account a link ends in each app is unproved, and a walk with one ends', async (t) => {
  const { access, unproved, text } = await walkApp(ending(
    draw((map) =>
      map.resource('session', { only: ['new', 'create'] }).resources('posts', { only: ['index', 'create'] })
    ),
    (guard) => ({
      posts: {
        index: async (_: unknown, reply: FastifyReply) => page(reply, '<a href="/account/close">Close</a>'),
        create: { ...guard, handler: async () => 'done' }
      }
    }),
    (app, end) => app.get('/account/close', async ({ cookies }, reply) => cookies.sid === undefined
      ? await Promise.reject(httpError(401, 'Log in first'))
      : page(end(reply), 'Closed'))
  ), { visitors: { bob: BOB }, open: ['POST /session'] })
  t.strictSame(access, { 'POST /posts': [], 'POST /session': ['stranger'] }, text)
  for (const told of [
    'what others create takes rights from it; few pages were asked for',
    'its account ends in each app, and not all was asked for; name a link that ends it in ignore'
  ]) t.ok(unproved.includes(`visitors.bob: ${told}`), text)
})

t.test('bodies have the types of their schemas, which a library checks without coercion; one that it refuses is unproved', async (t) => {
  const createApp = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    const Order = z.object({
      count: z.int().min(1),
      price: z.number(),
      day: z.iso.date(),
      isGift: z.boolean()
    })
    const create = { onRequest: requireUser, handler: async () => 'done' }
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('orders', 'wishes', { only: 'create' })),
      controllers: {
        orders: { input: Order, create },
        wishes: {
          input: Order.refine(({ price }) => price === 0.01),
          create: { ...create, handler: async () => 'wished' }
        }
      }
    })
    return app
  }
  const { findings, access, unproved, text } = await walkApp(createApp, {
    visitors: { clerk: { headers: { authorization: 'clerk' } } }
  })
  t.strictSame(findings, [], text)
  t.strictSame(access, { 'POST /orders': ['clerk'], 'POST /wishes': [] })
  t.strictSame(
    unproved.filter((line) => line.startsWith('POST')),
    ['POST /wishes: its validation refuses the body that the walk found; give one in bodies']
  )
})

t.test('a schema may refer to itself, to shared schemas and to parts of both', async (t) => {
  const createApp = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    app.addSchema({ $id: 'names', definitions: { short: { type: 'string', pattern: '^text-' } } })
    const node = {
      type: 'object',
      required: ['name', 'children'],
      properties: {
        name: { $ref: 'names#/definitions/short' },
        children: { type: 'array', items: { $ref: '#/definitions/node' } },
        parent: { anyOf: [{ type: 'null' }, { $ref: '#/definitions/node' }] }
      }
    }
    const body = {
      type: 'object',
      definitions: { node },
      required: ['tree'],
      properties: { tree: { $ref: '#/definitions/node' } }
    }
    const create: Handler = async ({ body: { tree } }) => {
      if (tree.parent === undefined) throw new Error('A root')
      return tree.name
    }
    const trees = { create: { onRequest: requireUser, schema: { body }, handler: create } }
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('trees', { only: 'create' })),
      controllers: { trees }
    })
    return app
  }
  const visitors = { clerk: { headers: { authorization: 'clerk' } } }
  const { access, findings, unproved } = await walkApp(createApp, { visitors })
  t.strictSame(access, { 'POST /trees': ['clerk'] })
  t.match(findings, [
    { law: 'crash', message: /"name":"text-\d+","children":\[\].* gives clerk 500: A root/ }
  ])
  t.strictSame(
    unproved.filter((text) => text.startsWith('POST')),
    []
  )
})

t.test('a row is asked without its optional variables too, where no page shows any', async (t) => {
  const createApp = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    await app.register(resourcesPlugin, {
      routes: draw((map) =>
        map
          .resources('users', { only: ['index', 'show'] })
          .route('/activate/:code', 'users#activate', { method: 'post', defaults: { code: null } })
          .route('/people/:id', 'users#restore', { method: 'put', defaults: { id: null } })
          .route('/users/:user_id/log/:day', 'users#log', { method: 'post', defaults: { day: null } })
          .route('/bible/:book/:chapter', 'users#read', { defaults: { book: 'Genesis', chapter: null } })
      ),
      controllers: {
        users: {
          index: async () => [{ id: 7 }],
          show: async ({ params }: any) =>
            params.id === '7' ? { id: 7 } : await Promise.reject(httpError(404, 'No user')),
          activate: async () => 'active',
          restore: async ({ params }: any) =>
            params.id === undefined ? 'restored' : await Promise.reject(httpError(404, 'No user')),
          log: async ({ params }: any) => `${params.user_id} ${params.day ?? 'today'}`,
          read: async ({ params }: any) =>
            params.chapter === undefined ? await Promise.reject(httpError(500, 'No chapter')) : 'text'
        }
      }
    })
    return app
  }
  const { access, findings, unproved } = await walkApp(createApp)
  t.strictSame(access, {
    'POST /activate/:code': ['stranger'],
    'POST /users/:user_id/log/:day': ['stranger'],
    'PUT /people/:id': ['stranger']
  })
  t.match(
    findings.find(({ law }) => law === 'crash'),
    { row: 'GET /bible/:book/:chapter', message: /No chapter/ }
  )
  t.strictSame(
    unproved.filter((text) => /^(?:POST|PUT)/.test(text)),
    []
  )
})

t.test('a schema without a valid value is unproved, and so is a row that answers 404 to all', async (t) => {
  const createApp = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    const never = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string', pattern: '^z+$' }, b: { type: 'array', maxItems: 0 } }
    }
    const hide = async (): Promise<never> => {
      throw httpError(404, 'Nothing here')
    }
    await app.register(resourcesPlugin, {
      routes: draw((map) =>
        map
          .route('a', '/a', 'things#a', { method: 'post' })
          .route('b', '/b', 'things#b', { method: 'post' })
          .route('c', '/c', 'things#c', { method: 'post' })
          .route('d', '/d', 'things#d', { method: 'post' })
          .route('n', '/n', 'things#n')
      ),
      controllers: {
        things: {
          a: { schema: { body: never }, onRequest: requireUser, handler: async () => 'a' },
          b: { onRequest: hide, handler: async () => 'b' },
          c: { schema: { body: never }, preHandler: requireUser, handler: async () => 'c' },
          d: {
            schema: {
              body: {
                content: {
                  'application/json': { schema: { type: 'object', properties: { on: { type: 'boolean' } } } }
                }
              },
              response: { 404: { type: 'object' } }
            },
            validatorCompiler: () => (value: object) => {
              if ('on' in value) throw new Error('An odd validator')
            },
            handler: async () => 'd'
          },
          n: {
            schema: { response: { 200: { type: 'object', properties: { big: { type: 'integer' } } } } },
            handler: async () => ({ big: 1n })
          }
        }
      }
    })
    return app
  }
  const { findings, unproved } = await walkApp(createApp, {
    visitors: { clerk: { headers: { authorization: 'clerk' } } }
  })
  t.strictSame(
    findings.map(({ message }) => message.slice(0, 83)),
    [
      'POST /d (things#d) is open: a stranger gets 200',
      'POST /c (things#c) validates before it refuses: a valid body gives a stranger 400',
      'POST /c (things#c) validates before it refuses: an empty body gives a stranger 400'
    ]
  )
  t.strictSame(unproved.filter((text) => text.startsWith('POST')).sort(), [
    'POST /a: no valid body was found from its schema; give one in bodies',
    'POST /b: it answers 404 to everybody',
    'POST /c: no valid body was found from its schema; give one in bodies'
  ])
})
