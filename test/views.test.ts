/** The recipe of docs/forms-and-security.md: helpers in the templates of @fastify/view. */

import t from 'tap'
import fastifyView from '@fastify/view'
import { Eta } from 'eta'
import Fastify from 'fastify'
import { readFileSync } from 'node:fs'
import resourcesPlugin, { createFormHelpers, draw } from '../lib/index.js'

declare module 'fastify' {
  interface FastifyReply {
    locals: object
  }
}

/** The template that the page shows. */
const page = readFileSync(new URL('../docs/forms-and-security.md', import.meta.url), 'utf8')
const form = /```eta\n(.*?)\n```/s.exec(page)?.[1] as string

const routes = draw((map) =>
  map.resources('posts', { only: ['new', 'create', 'show', 'edit', 'update', 'destroy'] })
)
const posts = { new: { id: undefined, title: '' }, 'a b': { id: 'a b', title: '<x> & "y"' } }

t.test('templates have urlFor and the form helpers of their request', async (t) => {
  const views = t.testdir({
    'form.eta': form,
    'show.eta': '<%= it.urlFor.postUrl(it.post) %> <%= it.formTag("/") %>'
  })
  const app = Fastify()
  t.teardown(async () => {
    await app.close()
  })
  await app.register(fastifyView, { engine: { eta: new Eta({ views }) }, root: views })
  app.addHook('preHandler', async function giveHelpers (request, reply) {
    const { urlFor } = request
    reply.locals = { ...reply.locals, urlFor, ...createFormHelpers(urlFor) }
  })
  await app.register(resourcesPlugin, {
    routes,
    controllers: {
      posts: {
        new: async (_, reply) => reply.viewAsync('form.eta', { post: posts.new }),
        create () {},
        show: async (_, reply) => reply.viewAsync('show.eta', { post: posts['a b'] }),
        edit: async (_, reply) => reply.viewAsync('form.eta', { post: posts['a b'] }),
        update () {},
        destroy () {}
      }
    }
  })

  t.equal(
    (await app.inject('/posts/new')).body,
    [
      '<form action="/posts" method="post">',
      '  <input name="post[title]" value="">',
      '  <button>Save</button>',
      '</form>',
      ''
    ].join('\n')
  )
  t.equal(
    (await app.inject('/posts/a%20b/edit')).body,
    [
      '<form action="/posts/a%20b" method="post"><input type="hidden" name="_method" value="put">',
      '  <input name="post[title]" value="&lt;x&gt; &amp; &quot;y&quot;">',
      '  <button>Save</button>',
      '</form>',
      '<form action="/posts/a%20b" method="post"><input type="hidden" name="_method" value="delete"><button>Delete</button></form>'
    ].join('\n')
  )
  t.equal(
    (await app.inject({ url: '/posts/a%20b', headers: { host: 'example.org' } })).body,
    'http://example.org/posts/a%20b &lt;form action=&quot;/&quot; method=&quot;post&quot;&gt;',
    'a tag where escaped output is asked for is escaped'
  )
})
