/** The verb `routes`: what its expanded listing adds, and apps. cli.test.ts has the rest. */

import t from 'tap'
import { run } from '../support/command.js'

/** The lines of one field, each with the path of its row. */
function fieldOf (listing: string, name: string): string[] {
  return listing
    .split(/^--\[.*\n/m)
    .slice(1)
    .map((row) => {
      const field = (name: string): string => new RegExp(`^${name} *\\| (.*)$`, 'm').exec(row)?.[1] ?? 'none'
      return `${field('path')} ${field(name)}`
    })
}

t.test('expanded shows the line of each declaration', async (t) => {
  const { code, stdout } = await run(['routes', 'declared.ts', '--style', 'expanded'])
  t.equal(code, 0)
  t.ok(
    stdout.startsWith(`--[ Route 1 ]-----------------------------------------------
name       | root
method     | GET
path       | /
target     | { controller: 'posts', action: 'index' }
source     | declared.ts:6
--[ Route 2 ]`)
  )
  t.strictSame(
    fieldOf(stdout, 'source').filter((text) => !/(?:comments|votes).*declared\.ts:7$/.test(text)),
    [
      '/ declared.ts:6',
      '/posts/:id declared.ts:7',
      '/posts/:post_id/photo declared.ts:8',
      '/users/:id declared.ts:7',
      '/users/:user_id/photo declared.ts:8',
      '/admin/pages declared.ts:10',
      '/old declared.ts:12',
      '/tags declared.ts:3'
    ]
  )
})

t.test('the line is in no other style, nor in what draw gives', async (t) => {
  for (const style of ['table', 'json']) {
    t.notMatch((await run(['routes', 'declared.ts', '--style', style])).stdout, 'declared.ts', style)
  }
  const { routes } = await import('../fixtures/trees/declared.js')
  t.notMatch(JSON.stringify(routes), 'declared.ts')
  t.notMatch(
    (await run(['routes', 'untraced.ts', '--style', 'expanded'])).stdout,
    'source',
    'where the app has no stack traces'
  )
})

t.test('expanded shows the hooks that run for each row of an app, as Fastify names them, and its line', async (t) => {
  const { stdout } = await run(['routes', 'hooked.ts', '--style', 'expanded'])
  t.strictSame(
    fieldOf(stdout, 'hooks').map((text) =>
      text.replaceAll(/\b(?:checkIds|takeFormat|refuseForeign|acceptForm|refuseUnanswered|nestForm)\b/g, '-')
    ),
    [
      '/blog/posts/:id(.:format) onRequest: -, -; preParsing: -',
      '/blog/posts/:id(.:format) onRequest: -, -, -, -, requireUser; preParsing: -; preValidation: -; preHandler: loadPost, anonymous',
      '/blog/admin/log(.:format) onRequest: requireAdmin, -; preParsing: -',
      '/blog/admin/log(.:format) onRequest: requireAdmin, -, -; preParsing: -; preValidation: -',
      '/api/tags preParsing: -'
    ]
  )
  t.strictSame(
    fieldOf(stdout, 'source').map((text) => text.split(' ')[1]),
    ['hooked.ts:9', 'hooked.ts:9', 'hooked.ts:10', 'hooked.ts:10', 'hooked.ts:27']
  )
})

t.test('a file may export an app: all its trees, with their prefixes', async (t) => {
  t.strictSame(await run(['routes', 'hooked.ts']), {
    code: 0,
    stdout: `post GET  /blog/posts/:id(.:format) { controller: 'posts', action: 'show' }
     PUT  /blog/posts/:id(.:format) { controller: 'posts', action: 'update' }
     GET  /blog/admin/log(.:format) { controller: 'admin/logs', action: 'show' }
     POST /blog/admin/log(.:format) { controller: 'admin/logs', action: 'show' }
tags GET  /api/tags                 { controller: 'tags', action: 'index' }
`,
    stderr: ''
  })
  t.match(await run(['routes', 'hooked.ts', '--controller', 'tags', '--grep', 'index']), {
    code: 0,
    stdout: /^tags GET [^\n]*\n$/
  })
})

t.test('where a URL is searched for, it says how to ask which row answers it', async (t) => {
  const hint = 'No routes. --grep searches paths such as /posts/:id. Which row answers a URL: '
  for (const [file, grep, text] of [
    ['shop.ts', '/posts/1', `${hint}fastify-resources why shop.ts GET /posts/1`],
    ['shop.ts', 'put /posts/1?a=b', `${hint}fastify-resources why shop.ts PUT /posts/1?a=b`],
    ['shop.ts', 'https://example.org/posts/1', `${hint}fastify-resources why shop.ts GET https://example.org/posts/1`],
    ['hooked.ts', '/api/tags/1', `${hint}app.recognize('/api/tags/1', 'GET')`],
    ['shop.ts', 'cats', 'No routes.'],
    ['shop.ts', 'a b/c', 'No routes.']
  ] as const) {
    for (const style of ['table', 'expanded']) {
      const result = await run(['routes', file, '--grep', grep, '--style', style])
      t.strictSame(result, { code: 0, stdout: `${text}\n`, stderr: '' }, `${file} ${grep} ${style}`)
    }
    t.equal((await run(['routes', file, '--grep', grep, '--style', 'json'])).stdout, '[]\n')
  }
  t.match(await run(['routes', 'shop.ts', '--grep', '/posts/:id']), { stdout: /^ *post GET/m })
  t.match(await run(['routes', 'shop.ts', '--controller', 'cats']), { stdout: 'No routes.\n' })
})

t.test('a module with neither is told, and exit code 2', async (t) => {
  t.match(await run(['why', 'none.js', 'GET', '/']), {
    code: 2,
    stderr:
      "fastify-resources: none.js exports no routes; expected the result of draw(), as 'routes' or by default\n"
  })
  t.strictSame(await run(['routes', 'none.js']), {
    code: 2,
    stdout: '',
    stderr:
      "fastify-resources: none.js exports no routes and no app; expected the result of draw(), as 'routes' or by default, or a Fastify app, as 'app', 'createApp' or by default\n"
  })
})
