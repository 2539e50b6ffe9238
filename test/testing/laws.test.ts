/** `walkApp` finds each planted defect of pages, and nothing else. */

import t from 'tap'
import type { FastifyRequest } from 'fastify'
import { walkApp } from '../../lib/testing.js'
import type { WalkFinding, WalkOptions } from '../../lib/testing.js'
import {
  editor, form, httpError, input, never, page, PAGES, pages, requireUser
} from '../support/walked-apps.js'
import type { Parts, Post } from '../support/walked-apps.js'

type Planted = readonly [
  law: WalkFinding['law'],
  defect: string,
  message: RegExp,
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
    /\w+ .*\/posts\/(\d) → \/posts\/\1\?again → \/posts\/\1, which redirects for ever/,
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
    /start names \/old → \/gone, which answers 404/,
    () => ({ setUp: (app) => app.get('/old', async (_, reply) => reply.redirect('/gone')) }),
    { start: ['/old'] }
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
    /sends POST \/posts → \/thanks, which answers 404/,
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
    /sends POST \/leave → \/hop → \/gone, which answers 404/,
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
    /sends POST \/enter → \/hidden, which answers 403/,
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
    'crash',
    'an answer that never comes',
    /POST \/posts gives editor 0: no answer within 1000 ms/,
    () => ({ actions: { create: never } }),
    { timeout: 1000 }
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
    'link',
    'a redirect of a page without a row to nowhere',
    /GET \/moved answers 302 without Location/,
    () => ({
      footer: '<a href="/moved">Moved</a>',
      setUp: (app) => app.get('/moved', async (_, reply) => await reply.code(302).send())
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
    'form',
    'a row that writes and leads to a page that is gone',
    /\/posts\/\d shows editor sends DELETE \/posts\/\d → \/gone\/now, which answers 404/,
    () => ({ actions: { destroy: (_, reply) => reply.redirect('/gone/now', 303) } })
  ],
  [
    'stranger',
    'a row without its guard that leads to the log-in page',
    /DELETE \/posts\/:id \(posts#destroy\) is open: a stranger gets 303 to \/session\/new/,
    () => ({ guard: {}, actions: { destroy: (_, reply) => reply.redirect('/session/new', 303) } })
  ],
  [
    'form',
    'a redirect to nowhere',
    /POST \/posts answers 303 without Location/,
    () => ({ actions: { create: async (_, reply) => reply.code(303).send() } })
  ]
]

/** Those that only add to pages are in one app. */
const added = PLANTED.flatMap(([, , , plant, options]) => {
  const { footer = '', setUp = () => {}, ...others } = plant(new Map())
  return options !== undefined || Object.keys(others).length > 0 ? [] : [{ plant, footer, setUp }]
})
const addedAtOnce = await walkApp(
  pages(() => ({
    footer: added.map(({ footer }) => footer).join(''),
    setUp: async (app, posts) => { for (const { setUp } of added) await setUp(app, posts) }
  })),
  PAGES
)

for (const [law, defect, message, plant, options] of PLANTED) {
  t.test(`${law}: ${defect}`, async (t) => {
    const isAdded = added.some((one) => one.plant === plant)
    const { findings, text } = isAdded ? addedAtOnce : await walkApp(pages(plant), { ...PAGES, ...options })
    t.ok(findings.some((finding) => finding.law === law && message.test(finding.message)), text)
  })
}
