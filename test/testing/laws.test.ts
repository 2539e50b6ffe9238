/** `walkApp` finds each planted defect of pages by the law that should. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import t from 'tap'
import { draw } from '../../lib/index.js'
import { walkApp } from '../../lib/testing.js'
import type { WalkLaw, WalkOptions } from '../../lib/testing.js'
import {
  appOf, bodyOf, DATA, editor, form, httpError, input, never, page, PAGES, pages, requireUser, title
} from '../support/walked-apps.js'
import type { Parts, Post } from '../support/walked-apps.js'

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
    /GET \/posts\/1e3 gives editor 500: Cannot convert 1e3 to a BigInt, at .*laws.test.ts/,
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
