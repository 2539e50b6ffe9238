/** Pages as a browser reads them: links, forms and redirects that a walk follows. */

import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import t from 'tap'
import resourcesPlugin, { draw, openapiOptions } from '../../lib/index.js'
import { readPage } from '../../lib/testing/page.js'
import type { Page } from '../../lib/testing/page.js'
import { walkApp } from '../../lib/testing.js'
import {
  appOf, form, httpError, input, keyed, page, pages, PAGES, requireUser
} from '../support/walked-apps.js'

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
  t.ok(unproved.includes("GET /info: stranger gets 400 before the action: headers must have required property 'x-key'"), text)
})

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
          index: async (_: unknown, reply: FastifyReply) =>
            page(reply, '<a href="/posts/1">1</a><a href="/posts/2">2</a>'),
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
    ignore: /posts\/1\b|leave|welcome/
  })
  t.strictSame([...asked].filter((url) => /posts\/1\b|leave|welcome/.test(url)), [])
  t.ok(asked.has('/posts/2'))
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
  ['for ever', 'here/0', ['a form that / shows stranger sends POST /posts → /here/0 → /here/1, which redirects for ever']],
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
          new: async (_: unknown, reply: FastifyReply) => page(reply, form('/old', '<input name="title" required>')),
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

t.test('a page is read as a browser reads it', async (t) => {
  const show = ({ links, forms }: Page): unknown => [
    links,
    forms.map(({ written, method, url, isMultipart, fields }) => [
      `${written} ${method} ${url}${isMultipart ? ' multipart' : ''}`,
      ...fields.map(({ name, value, type }) => `${name}=${value} ${type}`)
    ])
  ]
  for (const [html, links, forms] of [
    [
      '<a href="/a">A</a><a>B</a><area href="b"><link rel="stylesheet" href="/c.css"><script src="/e.js"></script><img src="f.png">',
      ['/a', 'b', '/c.css', '/e.js', 'f.png'],
      []
    ],
    ['<video src="j" poster="k"></video><svg><use xlink:href="m#a"/><image href="n"/></svg>', ['j', 'k', 'm#a', 'n'], []],
    [
      '<form><input type="HIDDEN" name="a" value="1"><button type="Button" name="b">B</button><button type="" name="c">C</button></form><form method="Post" enctype="Multipart/Form-Data"></form>',
      [],
      [['GET GET /page', 'a=1 hidden', 'c= submit'], ['POST POST /page multipart']]
    ],
    ['<base target="_blank"><form><input name="q"></form>', [], [['GET GET /page', 'q= text']]],
    ['<form method="dialog"></form><input type="hidden"><template><form></form></template>', [], []],
    [
      '<form method="post" action="/a" enctype="multipart/form-data"><input type="hidden" name="_method" value="put"><textarea name="t" required>\nx <b>y</b></textarea><input type="file" name="f"></form>',
      [],
      [['POST PUT /a multipart', '_method=put hidden', 't=x <b>y</b> textarea', 'f= file']]
    ],
    [
      '<form><input type="checkbox" name="a"><input type="checkbox" name="b" checked><input type="radio" name="c" value="1" checked><input name="d" disabled><input value="e"><output name="o"></output></form>',
      [],
      [['GET GET /page', 'b=on checkbox', 'c=1 radio']]
    ],
    [
      '<form><select name="a"><option value="1">One<option selected>Two <b>three</b></select><select name="b"><optgroup><option>First</optgroup></select><select name="c" multiple><option>x</select></form>',
      [],
      [['GET GET /page', 'a=Two three select', 'b=First select']]
    ],
    [
      '<form><input type="checkbox" name="a" required><input type="radio" name="b" value="0" disabled><input type="radio" name="b" value="1"><input type="radio" name="b" value="2" required><input type="radio" name="c" value="1" required><input type="radio" name="c" value="2" checked><input type="radio" name="d"></form>',
      [],
      [['GET GET /page', 'a=on checkbox', 'b=1 radio', 'c=2 radio']]
    ],
    [
      '<form><select name="a" required><option value="">Choose<option>red<option>blue</select><select name="b"><option value="" disabled selected>Choose<option>red</select><select name="c" required><option disabled selected>Choose<option>red</select><select name="d" required><option value="">None</select><select name="e" required><option>red<option selected>blue</select></form>',
      [],
      [['GET GET /page', 'a=red select', 'b=red select', 'c=red select', 'e=blue select']]
    ],
    ['<form><button formmethod="dialog">Close</button></form>', [], []],
    ['<form method="put" action="/a"></form>', [], [['PUT GET /a']]],
    [
      '<form method="post" action="/a"><input type="hidden" name="_method" value="put"><button name="_method" value="delete">Delete</button><button name="_method" value="">Copy</button></form>',
      [],
      [['POST DELETE /a', '_method=put hidden', '_method=delete submit']]
    ],
    [
      '<form method="post" action="/a"><button type="button">No</button><button name="go" disabled>Off</button><button name="go" value="1" formaction="/b" formmethod="get">Go</button><input type="image" name="x"></form>',
      [],
      [['GET GET /b', 'go=1 submit']]
    ]
  ] as Array<[string, string[], string[][]]>) { t.strictSame(show(await readPage(html, '/page', (link) => link || '/')), [links, forms], html) }
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
      const page = ++asked > 1 ? '' : form('/nowhere', input('text'))
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
  t.ok(unproved.includes('POST /nowhere: no request has reached it; name a path of it in start'), text)
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
