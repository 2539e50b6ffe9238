/** Visitors of a walk: sessions, and rows that end an account. */

import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import t from 'tap'
import resourcesPlugin, { draw } from '../../lib/index.js'
import { walkApp } from '../../lib/testing.js'
import type { WalkOptions } from '../../lib/testing.js'
import { appOf, bodyOf, form, httpError, input, page, requireUser } from '../support/walked-apps.js'
import type { Handler } from '../support/walked-apps.js'

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
  t.strictSame(access, {
    'POST /logout': [], 'POST /posts': ['ann'], 'POST /session': ['ann', 'stranger']
  })
  t.ok(unproved.includes('POST /logout: no request has reached it; name a path of it in start'), text)
})

const secret = (name: string): string => `<input type="password" name="${name}">`

/**
 * An account whose forms end sessions: what one request does must not become a
 * finding of the next.
 */
async function accountApp (): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(cookie)
  const account = { name: 'ann', password: 'secret' }
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
              `${form('', input('account[hint]'), 'put')}${form('/account', '', 'delete')}`
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
                  required: ['hint'],
                  properties: { hint: { type: 'string', minLength: 3, maxLength: 20 } }
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
          html(reply, form('/session', input('name') + secret('password') + input('device'))),
        create: async ({ body }: any, reply: FastifyReply) =>
          isThere && body?.name === account.name && body.password === account.password
            ? enter(reply)
            : await Promise.reject(httpError(422, 'Wrong password'))
      }
    }
  })
  return app
}

t.test('a form that starts a new session is no finding, and what ends the account comes last', async (t) => {
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

t.test('a visitor who may change only a record of its own tries several', async (t) => {
  const { access, text } = await walkApp(async () => {
    const app = Fastify()
    const update = async ({ params, headers: { authorization } }: any): Promise<string> => {
      if (authorization === undefined) throw httpError(401, 'Log in first')
      return params.id === authorization ? 'done' : await Promise.reject(httpError(403, 'Not yours'))
    }
    await app.register(resourcesPlugin, {
      routes: draw((map) => map.resources('users', { only: ['index', 'update'] })),
      controllers: { users: { index: async () => 'all', update: { onRequest: update, handler: async () => 'done' } } }
    })
    return app
  }, { visitors: { bob: { headers: { authorization: 'bob' } } }, start: ['/users/bob', '/users/ann'] })
  t.strictSame(access, { 'PUT /users/:id': ['bob'] }, text)
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

t.test('a visitor whose account a link ends is unproved, and the walk ends', async (t) => {
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
  t.strictSame(access, { 'POST /posts': [], 'POST /session': ['bob', 'stranger'] }, text)
  t.ok(unproved.includes('visitors.bob cannot log in: /session/new answers 422 (cookies: 0): ' +
    'Wrong password; so not all was asked'), text)
})
