/** The recipe of docs/forms.md: helpers in the templates of @fastify/view. */

import t from 'tap'
import fastifyView from '@fastify/view'
import { Eta } from 'eta'
import Fastify from 'fastify'
import { readFileSync } from 'node:fs'
import { transform } from 'esbuild'
import { runInThisContext } from 'node:vm'
import resourcesPlugin, { createFormHelpers, createUrlFor, draw } from '../lib/index.js'

declare module 'fastify' {
  interface FastifyReply {
    locals: object
  }
}

/** The template that the page shows. */
const page = readFileSync(new URL('../docs/forms.md', import.meta.url), 'utf8')
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

const recipes = readFileSync(new URL('../docs/page-recipes.md', import.meta.url), 'utf8')

function recipeOf (language: string): string {
  return new RegExp(`\`\`\`${language}\\n(.*?)\\n\`\`\``, 's').exec(recipes)?.[1] as string
}

/** What the action of the recipe gives its template. */
function shownForm () {
  const values: Record<string, unknown> = { id: 1, title: '<x>', text: 'a & b' }
  const { formFor } = createFormHelpers(createUrlFor(routes))
  const form = formFor('post', values, { errors: { 'post[title]': ['is taken'] } })
  const [title, text, kind] = [form.at('title'), form.at('text', { rows: 8 }), form.at('kind')]
  return { form, open: form.open, title, text, kind }
}

t.test('the fields of the recipe in Eta', async (t) => {
  t.equal(
    new Eta({ autoTrim: false }).renderString(recipeOf('eta'), shownForm()),
    [
      '<form action="/posts/1" method="post"><input type="hidden" name="_method" value="put">',
      '<label for="post-title">Title</label> ' +
        '<input name="post[title]" id="post-title" type="text" value="&lt;x&gt;" ' +
        'aria-invalid="true" aria-describedby="post-title--errors"> ' +
        '<ul class="errors" id="post-title--errors"><li>is taken</li></ul>',
      '<textarea name="post[text]" id="post-text" rows="8">',
      'a &amp; b</textarea>',
      '<select name="post[kind]" id="post-kind" type="text"></select>',
      '<button>Save</button></form>'
    ].join('\n')
  )
})

/** A JSX engine that gives texts, on one screen. */
function h (tag: string, attributes: object | null, ...children: unknown[]): { html: string } {
  const escape = (value: unknown): string => String(value).replaceAll(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const written = Object.entries(attributes ?? {}).map(([name, value]) => ` ${name}="${escape(value)}"`)
  const inner = children.flat().map((child) => (child as { html?: string }).html ?? escape(child))
  return { html: `<${tag}${written.join('')}>${inner.join('')}</${tag}>` }
}

t.test('the fields of the recipe in JSX', async (t) => {
  const { code } = await transform(recipeOf('jsx'), { loader: 'jsx', jsxFactory: 'h' })
  const render = runInThisContext(`(h, form, title) => (${code.replace(/;\s*$/, '')})`) as (...names: unknown[]) => { html: string }
  const { form, title } = shownForm()
  t.equal(render(h, form, title).html,
    '<form action="/posts/1" method="post"><input type="hidden" name="_method" value="put"></input>' +
    '<label for="post-title">Title</label>' +
    '<input name="post[title]" id="post-title" value="&#60;x>" type="text"></input><em>is taken</em>' +
    '<button>Save</button></form>')
})
