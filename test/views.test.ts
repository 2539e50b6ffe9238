/** The recipe of README: helpers in the templates of @fastify/view. */

import t from 'tap'
import fastifyView from '@fastify/view'
import { Eta } from 'eta'
import Fastify from 'fastify'
import resourcesPlugin, { createFormHelpers, draw } from '../lib/index.js'

const routes = draw((map) => map.resources('posts', (posts) => posts.resources('comments', { only: 'destroy' })))

const views = t.testdir({
  'form.eta': '<%~ it.formFor(\'post\', it.post, { fields: { _csrf: it.csrf } }) %><input name="<%= it.fieldName(\'post\', \'title\') %>" value="<%= it.post.title %>"></form>',
  'show.eta': '<a href="<%= it.urlFor.editPostPath(it.post) %>"><%= it.urlFor.postUrl(it.post) %></a><%~ it.buttonTo(\'Delete "it"\', it.urlFor.postPath(it.post), { method: \'delete\' }) %><%= it.formTag(\'/\') %>'
})

t.test('templates have urlFor and the form helpers, each of their request', async (t) => {
  const app = Fastify()
  t.teardown(async () => { await app.close() })
  await app.register(fastifyView, { engine: { eta: new Eta({ views }) }, root: views })
  app.addHook('preHandler', async function giveHelpers (request, reply) {
    const { urlFor } = request
    Object.assign(reply.locals as object, { urlFor, ...createFormHelpers(urlFor) })
  })
  const nothing = async (): Promise<null> => null
  const post = { id: 'a b', title: '<x> & "y"' }
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      posts: {
        index: nothing,
        create: nothing,
        new: async (_, reply) => reply.view('form.eta', { post: {}, csrf: 'token' }),
        show: async (_, reply) => reply.view('show.eta', { post }),
        edit: async (_, reply) => reply.view('form.eta', { post, csrf: 'token' }),
        update: nothing,
        destroy: nothing
      },
      comments: { destroy: nothing }
    }
  })
  t.equal((await app.inject('/posts/new')).body, '<form action="/posts" method="post"><input type="hidden" name="_csrf" value="token"><input name="post[title]" value="undefined"></form>')
  t.equal((await app.inject('/posts/1/edit')).body, '<form action="/posts/a%20b" method="post"><input type="hidden" name="_method" value="put"><input type="hidden" name="_csrf" value="token"><input name="post[title]" value="&lt;x&gt; &amp; &quot;y&quot;"></form>')
  t.equal(
    (await app.inject({ url: '/posts/1', headers: { host: 'example.org' } })).body,
    '<a href="/posts/a%20b/edit">http://example.org/posts/a%20b</a><form action="/posts/a%20b" method="post"><input type="hidden" name="_method" value="delete"><button>Delete &quot;it&quot;</button></form>&lt;form action=&quot;/&quot; method=&quot;post&quot;>'
  )
})
