/** What Fastify prints of its routes, and what is read of that. */

import t from 'tap'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { readPrinted } from '../../lib/check/hooks.js'

type Read = ReturnType<typeof readPrinted>

const answer = async (): Promise<string> => ''
async function requireUser (): Promise<void> {}
async function load (): Promise<void> {}

const CASES: ReadonlyArray<readonly [
  title: string, declare: (app: FastifyInstance) => unknown, printed: readonly string[], read: Read
]> = [
  [
    'paths that begin alike are a tree, whose nodes need be no routes',
    (app) => app.get('/posts', answer).get('/pages/:id/edit', answer),
    [
      '└── /',
      '    └── p',
      '        ├── osts (GET)',
      '        └── ages/',
      '            └── :id',
      '                └── /edit (GET)'
    ],
    [
      { path: '/posts', conditions: '', hooks: {} },
      { path: '/pages/:id/edit', conditions: '', hooks: {} }
    ]
  ],
  [
    'hooks by kind, those of the app first',
    (app) => {
      app.addHook('onRequest', requireUser)
      app.get('/a', { onRequest: load, preHandler: [requireUser.bind(null), async () => {}] }, answer)
    },
    [
      '└── /',
      '    └── a (GET)',
      '        • (onRequest) ["requireUser()","load()"]',
      '        • (preHandler) ["bound requireUser()","anonymous()"]'
    ],
    [{
      path: '/a',
      conditions: '',
      hooks: { onRequest: ['requireUser', 'load'], preHandler: ['requireUser', 'anonymous'] }
    }]
  ],
  [
    'one variable with two names, and variables with patterns and texts',
    (app) => app.get('/:id', answer).get('/:post_id/tags', answer).get('/:id(\\d+).json', answer),
    [
      '└── /',
      '    ├── :id(\\d+).json (GET)',
      '    └── :id|:post_id (GET)',
      '        └── /tags (GET)'
    ],
    [
      { path: '/:id(\\d+).json', conditions: '', hooks: {} },
      { path: '/:id|:post_id', conditions: '', hooks: {} },
      { path: '/:id|:post_id/tags', conditions: '', hooks: {} }
    ]
  ],
  [
    'routes of one path by their conditions',
    (app) => {
      app.get('/a', { constraints: { host: 'a.org' }, onRequest: load }, answer)
      app.get('/a', { constraints: { host: /b|c/ }, onSend: load }, answer)
    },
    [
      '└── /',
      '    └── a (GET) {"host":"a.org"}',
      '        • (onRequest) ["load()"]',
      '        a (GET) {"host":"/b|c/"}',
      '        • (onSend) ["load()"]'
    ],
    [
      { path: '/a', conditions: '{"host":"a.org"}', hooks: { onRequest: ['load'] } },
      { path: '/a', conditions: '{"host":"/b|c/"}', hooks: { onSend: ['load'] } }
    ]
  ],
  [
    'globs, of which one is a whole path',
    (app) => app.get('*', answer).get('/a/*', answer).get('/ab/*', answer),
    [
      '└── (empty root node)',
      '    ├── /',
      '    │   └── a',
      '    │       ├── /',
      '    │       │   └── * (GET)',
      '    │       └── b/',
      '    │           └── * (GET)',
      '    └── * (GET)'
    ],
    [
      { path: '/a/*', conditions: '', hooks: {} },
      { path: '/ab/*', conditions: '', hooks: {} },
      { path: '*', conditions: '', hooks: {} }
    ]
  ]
]

for (const [title, declare, printed, read] of CASES) {
  t.test(`read: ${title}`, async (t) => {
    const app = Fastify()
    declare(app)
    await app.ready()
    t.equal(app.printRoutes({ includeHooks: true, method: 'GET' }), `${printed.join('\n')}\n`)
    t.strictSame(readPrinted(app, 'GET'), read)
  })
}

t.test('read: nothing of a method without routes', async (t) => {
  const app = Fastify()
  await app.ready()
  t.strictSame(readPrinted(app, 'GET'), [])
})
