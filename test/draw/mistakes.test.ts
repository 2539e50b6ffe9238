/** Mistakes in declarations, and their errors. */

import t from 'tap'
import { draw } from '../../lib/index.js'
import { ResourcesError } from '../../lib/errors.js'

type Anything = any

/** A pattern that a literal may not hold. */
const fromSource = (source: string): RegExp => new RegExp(source)

/** The lines of the error for a block; empty if it can be drawn. */
function mistakes (block: (map: Anything) => unknown, options: object = {}): string[] {
  try {
    draw(options, block as () => never)
    return []
  } catch (error) {
    const { code, statusCode, message } = error as ResourcesError
    t.strictSame([code, statusCode], ['FST_RESOURCES_DECLARATION', 500])
    return message.replace(/^The routes have (?:a mistake: |\d+ mistakes:\n {2}- )/, '').split('\n  - ')
  }
}

const OPTIONS =
  "'member', 'collection', 'new', 'controller', 'singular', 'param', 'slashes', 'requirements', 'conditions', 'defaults', 'formats', 'as', 'hasOne', 'hasMany', 'pathNames', 'pathPrefix', 'namePrefix', 'only', 'except', 'shallow' or 'namespace'"
const METHODS = "'get', 'post', 'put', 'patch', 'delete', 'query', 'options' or 'any'"
const TARGET = "expected a target such as 'posts#show' or { controller: 'posts', action: 'show' }"
const GROUP =
  "'controller', 'method', 'requirements', 'conditions', 'defaults', 'formats', 'pathPrefix' or 'namePrefix'"
const ACTIONS = "'index', 'create', 'new', 'edit', 'show', 'update', 'destroy'"
const NAME = "a letter, then letters and digits, in parts joined by a single '_' or '-'"

const REQUIREMENT = 'requirements: { id: /\\d+/ } says what a variable matches'
const OPTIONAL = 'defaults: { id: null } makes a variable at the end of a route optional'

type Case = readonly [title: string, block: (map: Anything) => unknown, ...expected: string[]]

const cases: readonly Case[] = [
  [
    'an unknown option',
    (map) => map.resources('posts', { membr: {} }),
    "resources('posts'): unknown option 'membr'; did you mean 'member'?"
  ],
  [
    'a word of later Rails',
    (map) => map.resources('posts', { path: 'articles', module: 'admin' }),
    "resources('posts'): unknown option 'path'; did you mean 'as'?",
    "resources('posts'): unknown option 'module'; did you mean 'namespace'?"
  ],
  [
    'an option of resources on a resource',
    (map) => map.resource('account', { singular: 'x' }),
    `resource('account'): unknown option 'singular'; expected ${OPTIONS.replace(" 'singular', 'param', 'slashes',", '')}`
  ],
  [
    'options that are none',
    (map) => map.resources('posts', 5),
    `resources('posts', 5): 5 cannot be a name: expected ${NAME}`
  ],
  [
    'an unknown action',
    (map) => map.resources('posts', { only: ['index', 'shwo'] }),
    `resources('posts'): only: unknown action 'shwo'; expected ${ACTIONS.replace(", 'destroy'", " or 'destroy'")}; did you mean 'show'?`
  ],
  [
    'index of a singleton',
    (map) => map.resource('account', { except: 'index' }),
    `resource('account'): except: unknown action 'index'; expected ${ACTIONS.replace("'index', ", '')}, 'all' or 'none'`
  ],
  [
    'only with except',
    (map) => map.resources('posts', { only: 'show', except: 'index' }),
    "resources('posts'): only and except contradict each other; keep one"
  ],
  [
    'a filter that is no action',
    (map) => map.resources('posts', { only: 5 }),
    `resources('posts'): only: unknown action 5; expected ${ACTIONS}, 'all' or 'none'`
  ],
  [
    'an action of a map that except leaves out',
    (map) => map.resources('posts', { except: 'update', member: { update: 'patch' } }),
    "resources('posts'): member: 'update' has no row, since except leaves it out; remove one of the two"
  ],
  [
    'an action of a map that only leaves out',
    (map) => map.resources('posts', { only: 'none', collection: { index: 'post' } }),
    "resources('posts'): collection: 'index' has no row, since only leaves it out; remove one of the two"
  ],
  [
    'HEAD',
    (map) => map.resources('posts', { member: { look: 'head' } }),
    `resources('posts'): member: look: unknown method 'head'; expected ${METHODS} (HEAD comes with GET)`
  ],
  [
    'a method in capitals',
    (map) => map.resources('posts', { collection: { search: 'GET' } }),
    `resources('posts'): collection: search: unknown method 'GET'; expected ${METHODS}; did you mean 'get'?`
  ],
  [
    'a word that is no method',
    (map) => map.resources('posts', { new: { preview: ['post', 'fetch'] } }),
    `resources('posts'): new: preview: unknown method 'fetch'; expected ${METHODS.replace(", 'options'", '')}; did you mean 'patch'?`
  ],
  [
    'no method',
    (map) => map.resources('posts', { member: { preview: [] } }),
    `resources('posts'): member: preview: expected ${METHODS}, or a list of them, got an empty list`
  ],
  [
    'an action map that is none',
    (map) => map.resources('posts', { member: ['a b'], collection: 'search', new: 5 }),
    `resources('posts'): member: 'a b' cannot name an action: expected ${NAME}`,
    "resources('posts'): collection: expected a map of actions to methods, such as { publish: 'put' }, got 'search'",
    "resources('posts'): new: expected a map of actions to methods, such as { publish: 'put' }, got 5"
  ],
  [
    'an action map with a gap',
    (map) => map.resources('posts', { member: Object.assign([], { 1: 'preview' }) }),
    `resources('posts'): member: undefined cannot name an action: expected ${NAME}`
  ],
  [
    'an action that no name can be made of',
    (map) => map.resources('posts', { member: { 'mark read': 'put', constructor: 'put', then: 'get' } }),
    `resources('posts'): member: 'mark read' cannot name an action: expected ${NAME}`,
    "resources('posts'): member: 'constructor' cannot name an action: every object has a property of that name",
    "resources('posts'): member: 'then' cannot name an action: every promise has a property of that name"
  ],
  [
    'a requirement with flags',
    (map) => map.resources('posts', { requirements: { id: /[a-z]+/i } }),
    "resources('posts'): requirements: id: flags ('i') have no effect in the router; leave them out, or write their meaning into the pattern ([Aa] for i)"
  ],
  [
    'a requirement with anchors',
    (map) =>
      map.resources('posts', {
        pathPrefix: ':a/:b',
        requirements: { id: /^\d+/, a: /\d+$/, b: fromSource('\\Ab') }
      }),
    "resources('posts'): requirements: id: an anchor ('^') is not allowed; leave it out, since a requirement always matches the whole segment",
    "resources('posts'): requirements: a: an anchor ('$') is not allowed; leave it out, since a requirement always matches the whole segment",
    "resources('posts'): requirements: b: an anchor ('\\A') is not allowed; leave it out, since a requirement always matches the whole segment"
  ],
  [
    'a requirement with a back-reference',
    (map) => map.resources('posts', { requirements: { id: /(a)\1/ } }),
    "resources('posts'): requirements: id: a back-reference ('\\1') needs a capturing group, but a requirement cannot have one"
  ],
  [
    'a requirement for a variable that the path lacks',
    (map) => map.resources('posts', { pathPrefix: ':locale', requirements: { local: /de/ } }),
    "resources('posts'): requirements: no path here has a variable ':local'; expected 'locale' or 'id'; did you mean 'locale'?"
  ],
  [
    'a requirement where there is no variable',
    (map) => map.resource('account', { requirements: { id: /\d+/ } }),
    "resource('account'): requirements: no path here has a variable ':id'"
  ],
  [
    'a requirement of a namespace that none of its children has',
    (map) =>
      map.namespace('admin', { requirements: { id: /\d+/, idd: /\d+/ } }, (admin: Anything) =>
        admin.resources('posts')
      ),
    "namespace('admin'): requirements: no path here has a variable ':idd'; expected 'id'; did you mean 'id'?"
  ],
  [
    'a requirement that is none',
    (map) =>
      map.resources('posts', { requirements: { id: '12' } }).resources('tags', { requirements: /\d+/ }),
    "resources('posts'): requirements: id: expected a regular expression, got '12'",
    "resources('tags'): requirements: expected a map of variables to regular expressions, such as { id: /\\d+/ }, got /\\d+/"
  ],
  [
    'conditions that are none',
    (map) => map.resources('posts', { conditions: 'a.org' }),
    "resources('posts'): conditions: expected Fastify's route constraints, such as { host: 'example.org' }, got 'a.org'"
  ],
  ...[undefined, null].map((host) => [
    `a condition that is ${host}`,
    (map: Anything) => map.resources('posts', { conditions: { host } }),
    `resources('posts'): conditions: host: expected a value, got ${host}`
  ] as const),
  [
    'a method as condition',
    (map) => map.resources('posts', { conditions: { method: 'put' } }),
    "resources('posts'): conditions: the method of a row is its action's; give it in member, collection or new"
  ],
  [
    'options of a namespace that has no resources for them',
    (map) => map
      .namespace('a', { controller: 'x', only: 'index', formats: ['json'], pathPrefix: 'x' }, (a: Anything) =>
        a.root('a#b').group({ pathPrefix: 'g' }, (g: Anything) => g.route('/c', 'a#c')))
      .namespace('b', { only: 'show', pathPrefix: 'y' }, (b: Anything) =>
        b.root('a#b').group({ pathPrefix: 'g' }, (g: Anything) => g.resource('c')))
      .namespace('c', { conditions: { host: 'a.org' }, formats: ['json'], pathPrefix: 'z', namePrefix: 'z_' }, (c: Anything) => c.root('a#b'))
      .namespace('d', { only: 'index' }, (d: Anything) => d.root('a#b'))
      .namespace('e', { only: 'index', formats: ['json'] }, (e: Anything) =>
        e.namespace('f', (f: Anything) => f.root('a#b')))
      .namespace('g', { pathNames: { mark: 'x' } }, (g: Anything) =>
        g.resources('posts', (posts: Anything) => posts.resources('tags', { member: { mark: 'put' } }))),
    "namespace('a'): controller, only: for resources in the namespace, and it has none; for plain routes write group({ controller: … }) in it",
    "namespace('d'): only: for resources in the namespace, and it has none; remove that",
    "namespace('e'): only: for resources in the namespace, and it has none; remove that",
    "namespace('g'): pathNames: no path has a word for the action 'mark' here; expected 'new' or 'edit'"
  ],
  [
    'a condition on a host that no browser sends',
    (map) => ['', 'A.org', '*.a.org', 'https://a.org', 'a.org/b', 'a.org:80', '[::1]:3000', 'a-b.org', /A/].reduce(
      (all: Anything, host, index) => all.route(`/${index}`, 'a#b', { conditions: { host } }), map
    ),
    ...['', 'A.org', '*.a.org', 'https://a.org', 'a.org/b'].map((host, index) =>
      `route('/${index}'): conditions: host: expected a host in lower case, such as 'example.org', or a regular expression, got '${host}'`)
  ],
  [
    'a name that two paths want',
    (map) =>
      map
        .resources('post_comments', { only: 'index' })
        .resources('posts', { only: [] }, (posts: Anything) =>
          posts.resources('comments', { only: 'index' })
        ),
    "resources('posts') > resources('comments'): other paths have these names already, by resources('post_comments'); give one of them a namePrefix: post_comments"
  ],
  [
    'two names of one helper',
    (map) =>
      map
        .route('a_1', 'x', { controller: 'a', action: 'b' })
        .route('a1', 'y', { controller: 'a', action: 'b' }),
    "route('a1'): other paths have these names already, by route('a_1'); give one of them another name, or none: a1"
  ],
  [
    'a name whose helpers would be the hashes of others',
    (map) =>
      map.resources('posts', { only: 'show' }).route('hash_for_post', 'x', { controller: 'a', action: 'b' }),
    "route('hash_for_post'): 'hash_for_' begins the names of hash helpers; give it another name: hash_for_post"
  ],
  [
    'a method and path twice',
    (map) =>
      map.resources('posts', { only: [], member: { comments: 'get' } }, (posts: Anything) =>
        posts.resources('comments', { only: 'index' })
      ),
    "resources('posts') > resources('comments'): declared already by resources('posts'): GET /posts/:post_id/comments"
  ],
  [
    'a declaration twice',
    (map) =>
      map.resources('posts', { only: ['index', 'create'] }).resources('posts', { only: ['index', 'create'] }),
    "resources('posts'): declared twice; put this into the first: GET /posts, POST /posts"
  ],
  [
    'a resource declared again with other options',
    (map) =>
      map
        .resources('posts', { only: ['index', 'show'] })
        .resources('posts', { only: ['index', 'edit'], requirements: { id: /\d+/ } }),
    "resources('posts'): declared twice; put this into the first: GET /posts"
  ],
  [
    'a child declared again that adds nothing, though its parent does',
    (map) =>
      map
        .resources('posts', { only: [] }, (posts: Anything) => posts.resources('tags', { only: 'index' }))
        .resources('posts', { only: ['show'] }, (posts: Anything) =>
          posts.resources('tags', { only: 'index' })
        ),
    "resources('posts') > resources('tags'): declared twice; put this into the first: GET /posts/:post_id/tags"
  ],
  [
    'a plain route that a resource has',
    (map) => map.resources('posts', { only: 'index' }).route('/posts', 'posts#index'),
    "route('/posts'): declared already by resources('posts'): GET /posts"
  ],
  [
    'a name that two of its own paths want',
    (map) =>
      map.resources('posts', {
        only: [],
        member: { mark: 'get' },
        collection: { mark: 'get' },
        singular: 'posts'
      }),
    "resources('posts'): two of its paths would have these names: mark_posts"
  ],
  [
    'values that have no text',
    (map) => map.resources('posts', { member: [[Symbol('x')]] }).route([Object.create(null)], '/x', [Symbol('x')]),
    "resources('posts'): member: [Symbol(x)] cannot name an action: expected a letter, then letters and digits, in parts joined by a single '_' or '-'",
    `route([an object without properties]): [an object without properties] cannot be a name: expected ${NAME}`,
    "route([an object without properties]): expected a target such as 'posts#show' or { controller: 'posts', action: 'show' }, got [Symbol(x)]"
  ],
  [
    'a name that two plain routes want',
    (map) => map.route('start', '/start', 'pages#start').route('start', '/begin', 'pages#begin'),
    "route('start'): other paths have these names already, by route('start'); give one of them another name, or none: start"
  ],
  [
    'a plain route of the name and the path of a resource, with other formats',
    (map) => map.resources('posts', { only: 'index' })
      .route('posts', '/posts', 'feeds#show', { formats: { required: ['rss'] } }),
    "route('posts'): resources('posts') has this path and name too, but its URLs take other ids or formats; give one of them another name, or none: posts"
  ],
  [
    'a plain route of the name and the path of a resource, with another property of records',
    (map) => map.resources('posts', { only: 'show', param: 'slug' })
      .route('post', '/posts/:slug', 'posts#remove', { method: 'delete' }),
    "route('post'): resources('posts') has this path and name too, but its URLs take other ids or formats; give one of them another name, or none: post"
  ],
  [
    'two rows of one name and path, each with a format of its own',
    (map) => map.resources('posts', { only: 'index', formats: ['json'] })
      .resources('posts', { only: 'create', formats: ['csv'] }),
    "resources('posts'): resources('posts') has this path and name too, but its URLs take other ids or formats; give both the same options: posts"
  ],
  [
    'an any whose extensions an earlier row takes in part',
    (map) =>
      map
        .route('y', '/x', 'p#y', { formats: ['json'] })
        .route('x', '/x', 'p#x', { method: 'any', formats: ['json', 'xml', 'csv'] }),
    "route('x'): its 'any' would not answer GET, which route('y') declares; list the methods in place of 'any': ['post', 'put', 'patch', 'delete']: /x"
  ],
  [
    'a method for any of a path whose methods others have',
    (map) =>
      map.resources('posts', {
        only: [],
        member: { a: ['get', 'post', 'put', 'patch', 'delete'], b: 'any' },
        pathNames: { b: 'a' }
      }),
    "resources('posts'): other actions answer all methods of 'any'; remove this one: /posts/:id/a"
  ],
  [
    'any beside another requirement on one shape',
    (map) =>
      map
        .route('item', 'items/:id', { controller: 'a', action: 'b', requirements: { id: /\d+/ } })
        .route('thing', 'items/:slug', {
          controller: 'a',
          action: 'c',
          method: 'any',
          requirements: { slug: /[a-z]+/ }
        }),
    "route('thing'): declared already by route('item') with other requirements, but the router cannot tell apart paths of one shape: ANY /items/:slug"
  ],
  [
    'a requirement of a namespace that holds nothing',
    (map) => map.namespace('admin', { requirements: { id: /\d+/ } }, () => undefined),
    "namespace('admin'): requirements: no path here has a variable ':id'"
  ],
  [
    'an any that a later row narrows',
    (map) =>
      map
        .route('open_id', '/session', { controller: 'sessions', action: 'open', method: 'any' })
        .resource('session'),
    "route('open_id'): its 'any' would not answer GET, POST, PUT, DELETE, which resource('session') declares; list the methods in place of 'any': ['patch']: /session"
  ],
  [
    'an any of another tree that a later row narrows',
    (map) =>
      map
        .include(draw((inner) => inner.route('x', '/x', 'a#all', { method: 'any' })))
        .route('y', '/x', 'a#each', { method: ['get', 'post'] }),
    "include(): its 'any' would not answer GET, POST, which route('y') declares; list the methods in place of 'any': ['put', 'patch', 'delete']: /x"
  ],
  [
    'an any with formats that a later row narrows',
    (map) =>
      map
        .route('x', '/x', 'a#all', { method: 'any', formats: ['json'] })
        .resource('x', { only: ['update'], formats: ['json'], controller: 'a' }),
    "route('x'): its 'any' would not answer PUT, which resource('x') declares; list the methods in place of 'any': ['get', 'post', 'patch', 'delete']: /x"
  ],
  [
    'an any all of whose methods a later row names',
    (map) =>
      map
        .route('x', '/x', 'a#all', { method: 'any' })
        .route('y', '/x', 'a#each', { method: ['get', 'post', 'put', 'patch', 'delete'] }),
    "route('x'): its 'any' would not answer GET, POST, PUT, PATCH, DELETE, which route('y') declares; remove 'any': /x"
  ],
  ...[
    ['/:a-:b-:c-:d', { a: /.+/, b: /.+/, c: /.+/ }, 'a, b, c', '{ a: /[^-]+/ }'],
    ['/:a-:b-:c', { a: /[\w-]+/, b: /\w+(?:-\w+)*/, c: /\d+/ }, 'a, b', '{ a: /[^-]+/ }'],
    ['/x/:a~:b.:c/y', { a: /\S+/, b: /[^/]+/ }, 'a, b', '{ a: /[^~]+/ }'],
    ['/:a-to-:b-to-:c', { a: /[a-z-]+/, b: /.*/ }, 'a, b', '{ a: /[^-]+/ }']
  ].map(([path, requirements, names, example]): Case => [
    `variables of one segment that overlap, which takes a long segment too long: ${path as string}`,
    (map) => map.route(path as string, 'a#b', { requirements: requirements as {} }),
    `route('${path as string}'): requirements: ${names as string}: each of these may hold the text after it in its segment, so a long segment takes very long; leave that text out, such as ${example as string}: ${path as string}`
  ]),
  [
    'a resource at the top level that is also shallow elsewhere',
    (map) => map
      .resources('comments', { only: ['index', 'show'] })
      .resources('posts', { only: 'none', shallow: true }, (posts: Anything) => posts
        .resources('comments', { member: { mark: 'put' } })
        .resources('tags'))
      .resources('tags', { only: 'index' })
      .namespace('admin', (admin: Anything) => admin
        .resources('tags')
        .resources('users', { only: 'none', shallow: true }, (users: Anything) => users
          .resources('tags', { only: 'destroy' }))),
    "resources('posts') > resources('comments'): declared already by resources('comments'); leave these actions out of one of the two, by only or except: GET /comments/:id",
    "namespace('admin') > resources('users') > resources('tags'): declared already by namespace('admin') > resources('tags'); leave these actions out of one of the two, by only or except: DELETE /admin/tags/:id"
  ],
  [
    'path words of its own for actions that it leaves out; inherited ones are for others too',
    (map) => map
      .resources('posts', { only: ['index', 'edit'], pathNames: { new: 'neu', edit: 'anders' } })
      .resources('tags', { except: 'edit', pathNames: { edit: 'anders' } })
      .resource('account', { only: 'show', pathNames: { new: 'neu' } }, (account: Anything) => account
        .resources('keys', { only: 'index', pathNames: { new: 'neu' } }))
      .namespace('admin', { pathNames: { new: 'neu', edit: 'anders' } }, (admin: Anything) => admin
        .resources('users', { only: 'index' })),
    "resources('posts'): pathNames: 'new' has no row, since only leaves it out; remove one of the two",
    "resources('tags'): pathNames: 'edit' has no row, since except leaves it out; remove one of the two",
    "resource('account'): pathNames: 'new' has no row, since only leaves it out; remove one of the two",
    "resource('account') > resources('keys'): pathNames: 'new' has no row, since only leaves it out; remove one of the two"
  ],
  [
    'slashes where no path has an id',
    (map) => map
      .resources('posts', { slashes: true, only: ['index', 'create', 'new'], collection: { find: 'get' } })
      .resources('tags', { slashes: true, only: 'index' }, (tags: Anything) => tags
        .resources('notes', { only: 'show', pathPrefix: '' }))
      .resources('a', { slashes: true, only: 'show' })
      .resources('b', { slashes: true, only: 'none', member: { x: 'get' } })
      .resources('c', { slashes: true, only: 'none' }, (c: Anything) => c.resources('d', { only: 'index' }))
      .resources('e', { slashes: true, only: 'none' }, (e: Anything) => e.resource('f', { only: 'show' }))
      .resources('g', { slashes: true, only: 'none' }, (g: Anything) => g.route('/x', 'x#y'))
      .resources('h', { slashes: true, only: 'none', hasMany: 'i' }),
    "resources('posts'): slashes: no path here has an id that could hold them; remove slashes",
    "resources('tags'): slashes: no path here has an id that could hold them; remove slashes"
  ],
  [
    'an any that a later action of the same resource narrows',
    (map) =>
      map.resources('posts', {
        only: [],
        member: { mark: 'any', unmark: 'delete' },
        pathNames: { unmark: 'mark' }
      }),
    "resources('posts'): its 'any' would not answer DELETE, which a later action declares; list the methods in place of 'any': ['get', 'post', 'put', 'patch']: /posts/:id/mark"
  ],
  ...[/\d+\.\d+/, /v[.]\d/, /[\w.-]+/, /\w+(?:\.\w+)?/, /\d+|v\./, /[\w?]+/, /a\?/].map((name): Case => [
    `a requirement that takes what begins an extension, where the row has formats: ${String(name)}`,
    (map) =>
      map
        .resources('users', { only: 'show', param: 'name', formats: ['json'], requirements: { name } }, (users: Anything) =>
          users.resources('posts', { only: 'show' }))
        .namespace('admin', { formats: ['json'] }, (admin: Anything) =>
          admin.route('/:name/x', 'a#b', { requirements: { name } }))
        .resources('cars', { only: 'show', param: 'name', requirements: { name } })
        .namespace('api', { formats: ['json'] }, (api: Anything) =>
          api.resources('cars', { only: 'show', param: 'name', formats: [], requirements: { name } })),
    "resources('users'): requirements: name: an id of a row with formats holds no '.' and no '?', which this names; leave them out, or write formats: [] for this row: /users/:name",
    "namespace('admin') > route('/:name/x'): requirements: name: an id of a row with formats holds no '.' and no '?', which this names; leave them out, or write formats: [] for this row: /admin/:name/x"
  ]),
  [
    'a row that no request reaches, since a requirement takes everything',
    (map) =>
      map
        .route('slug', 'p/:slug', { controller: 'a', action: 'b' })
        .route('page', 'p/:page', { controller: 'a', action: 'c', requirements: { page: /.+/ } }),
    "route('slug'): no request reaches it, since /p/:page of route('page') answers first; narrow one of the requirements: GET /p/:slug"
  ],
  [
    'a row that no request reaches, beside a longer path that none of them has',
    (map) =>
      map
        .route('slug', 'p/:slug', { controller: 'a', action: 'b' })
        .route('page', 'p/:page', { controller: 'a', action: 'c', requirements: { page: /.+/ } })
        .route('edit', 'p/:page/edit', { controller: 'a', action: 'd', requirements: { page: /[^-]+/ } }),
    "route('slug'): no request reaches it, since /p/:page of route('page') answers first; narrow one of the requirements: GET /p/:slug"
  ],
  [
    'extensions that the router cannot tell apart',
    (map) =>
      map
        .route('item', 'items/:id', {
          controller: 'a',
          action: 'b',
          requirements: { id: /\d+/ },
          formats: ['json']
        })
        .route('drop', 'items/:slug', { controller: 'a', action: 'd', method: 'put' })
        .route('thing', 'items/:slug', { controller: 'a', action: 'c', method: 'any', formats: ['xml'] }),
    "route('thing'): the router cannot tell its extension from that of route('item'), whatever their requirements; set formats: [] for one of them: ANY /items/:slug"
  ],
  [
    'a singular that is no name',
    (map) => map.resources('s', { only: 'index' }),
    "resources('s'): the singular of 's' would be ''; to change it, set the option singular"
  ],
  [
    'options that could get lost',
    (map) =>
      map.resources('posts', { member: new Map(), requirements: new Map() }).resources('tags', new Date()),
    "resources('posts'): member: expected a map of actions to methods, such as { publish: 'put' }, got an instance of Map",
    "resources('posts'): requirements: expected a map of variables to regular expressions, such as { id: /\\d+/ }, got an instance of Map",
    `resources('tags', an instance of Date): an instance of Date cannot be a name: expected ${NAME}`
  ],
  [
    'words that are no strings',
    (map) =>
      map.resources('posts', {
        member: { x: Object.create(null) },
        except: [Object.create(null)],
        hasMany: [[['a b']]]
      }),
    `resources('posts'): member: x: unknown method an object without properties; expected ${METHODS}`,
    `resources('posts'): except: unknown action an object without properties; expected ${ACTIONS.replace(", 'destroy'", " or 'destroy'")}`,
    `resources('posts'): hasMany: 'a b' cannot be a name: expected ${NAME}`
  ],
  [
    'an extension as a variable, at the end of a path and before it',
    (map) => map.route('/a/:id.:format', 'a#b').route('/search/:q.:format/page/:page', 'a#c'),
    "route('/a/:id.:format'): '/a/:id.:format' cannot be part of a path: an extension cannot be a variable; leave it out, and write formats: { required: ['json'] } with all of them",
    "route('/search/:q.:format/page/:page'): '/search/:q.:format/page/:page' cannot be part of a path: an extension ends a path; rename the variable, such as ':kind', and read it in the action"
  ],
  [
    'no path name, but for new',
    (map) => map.resources('users', { only: 'edit', pathNames: { edit: '' } }),
    "resources('users'): pathNames: edit: expected a path word, got an empty one"
  ],
  [
    'a form at the path of another page',
    (map) => map
      .resources('posts', { pathNames: { new: '' } })
      .resource('account', { pathNames: { new: '' } })
      .route('tags', '/tags', 'tags#list').resources('tags', { only: 'new', pathNames: { new: '' } })
      .resource('feed', { only: 'new' }, (feed: Anything) => feed.route('/new', 'pages#show')),
    "resources('posts'): index and new have one path; leave one out, or change pathNames: GET /posts",
    "resource('account'): new and show have one path; leave one out, or change pathNames: GET /account",
    "resources('tags'): declared already by route('tags'): GET /tags",
    "resource('feed') > route('/new'): declared already by resource('feed'): GET /feed/new"
  ],
  [
    'a variable in a path name',
    (map) => map.resources('posts', { pathNames: { edit: ':x' } }),
    "resources('posts'): pathNames: edit: a path name cannot hold a variable; put the variable into as or pathPrefix"
  ],
  [
    'the same in a tree taken in',
    (map) =>
      map
        .resources('posts', { only: 'index' })
        .include(draw((map) => map.resources('posts', { only: 'index' }))),
    "include(): declared already by resources('posts'): GET /posts"
  ],
  [
    'two requirements on one shape',
    (map) =>
      map
        .resources('posts', { only: 'show', requirements: { id: /\d+/ } })
        .resources('pages', { only: 'show', as: 'posts', requirements: { id: /[a-z]+/ } }),
    "resources('pages'): declared already by resources('posts') with other requirements, but the router cannot tell apart paths of one shape: GET /posts/:id"
  ],
  [
    'router syntax in path words',
    (map) =>
      map
        .resources('posts', { as: 'a*' })
        .resources('tags', { pathPrefix: 'x/(y)' })
        .resources('users', { pathNames: { new: 'neu?', edit: 'a::b' } })
        .route('a', '#a', { controller: 'a', action: 'b' }),
    "resources('posts'): as: 'a*' cannot be part of a path: '*' is router syntax",
    `resources('tags'): pathPrefix: 'x/(y)' cannot be part of a path: '(' is router syntax; ${REQUIREMENT}, and ${OPTIONAL}`,
    `resources('users'): pathNames: new: 'neu?' cannot be part of a path: '?' is router syntax; ${OPTIONAL}`,
    "resources('users'): pathNames: edit: 'a::b' cannot be part of a path: '::' is router syntax",
    "route('a'): '#a' cannot be part of a path: '#' is router syntax"
  ],
  [
    'optional variables, patterns and globs as a router writes them',
    (map) =>
      map
        .route('/a(/:code)', 'a#a')
        .route('/b/:code?', 'a#b')
        .route('/c/:id(\\d+)', 'a#c')
        .route('/d/*', 'a#d'),
    `route('/a(/:code)'): '/a(/:code)' cannot be part of a path: '(' is router syntax; ${REQUIREMENT}, and ${OPTIONAL}`,
    `route('/b/:code?'): '/b/:code?' cannot be part of a path: '?' is router syntax; ${OPTIONAL}`,
    `route('/c/:id(\\d+)'): '/c/:id(\\d+)' cannot be part of a path: '(' is router syntax; ${REQUIREMENT}, and ${OPTIONAL}`,
    "route('/d/*'): '/d/*' cannot be part of a path: a glob needs a name, such as '*path'"
  ],
  [
    'names with slashes',
    (map) =>
      map
        .namespace('api/v1', (v1: Anything) => v1.resources('/posts'))
        .resources('a/b/c', 'a//', '/')
        .resources('users', { hasMany: 'posts/tags' }),
    "namespace('api/v1'): 'api/v1' cannot be a name: a name holds no slash; nest 'v1' in the block of 'api'",
    "namespace('api/v1') > resources('/posts'): '/posts' cannot be a name: a name holds no slash; write 'posts'",
    "resources('a/b/c', 'a//', '/'): 'a/b/c' cannot be a name: a name holds no slash; nest 'c' in the block of 'b'",
    "resources('a/b/c', 'a//', '/'): 'a//' cannot be a name: a name holds no slash; write 'a'",
    `resources('a/b/c', 'a//', '/'): '/' cannot be a name: expected ${NAME}`,
    "resources('users'): hasMany: 'posts/tags' cannot be a name: a name holds no slash; nest 'tags' in the block of 'posts'"
  ],
  [
    'words of later Rails that the mapper lacks, and misspelt ones',
    (map) =>
      map
        .get('/export', { to: 'site#export' })
        .scope('/x', () => undefined)
        .resources('posts', (posts: Anything) => posts.member(() => undefined).resuorces('tags'))
        .devise_for('users'),
    "get(): unknown call; write route('/path', 'posts#show', { method: 'get' })",
    "scope(): unknown call; write group({ pathPrefix: '/path' }, block), or namespace",
    "resources('posts') > member(): unknown call; write the option member: { publish: 'put' }",
    "resources('posts') > resuorces(): unknown call; did you mean 'resources'?",
    "devise_for(): unknown call; expected 'resources', 'resource', 'namespace', 'root', 'route', 'redirect', 'group' or 'include'"
  ],
  [
    'path words that no request can name',
    (map) =>
      map
        .resources('posts', { as: 'a/../b' })
        .resources('tags', { as: 'a\nb' })
        .resources('users', { as: '\ud800' }),
    "resources('posts'): as: 'a/../b' cannot be part of a path: a segment '..' never reaches the server",
    "resources('tags'): as: 'a\nb' cannot be part of a path: it holds a control character or a lone surrogate",
    "resources('users'): as: '\ud800' cannot be part of a path: it holds a control character or a lone surrogate"
  ],
  [
    'no path word',
    (map) =>
      map
        .resources('posts', { as: '' })
        .resources('tags', { pathNames: { new: '/' } })
        .resources('users', { as: 5 }),
    "resources('posts'): as: expected a path word, got an empty one",
    "resources('tags'): pathNames: new: expected a path word, got an empty one",
    "resources('users'): as: expected a path as a string, got 5"
  ],
  [
    'a path word of a namespace',
    (map) => map
      .namespace('admin', { as: 'x' }, (admin: Anything) => admin.resources('users'))
      .namespace('api', { as: '/' }, (api: Anything) => api.resources('users'))
      .resources('posts', { only: 'none' }, (posts: Anything) => posts
        .namespace('inner', { as: ':locale' }, (inner: Anything) => inner.resource('menu'))),
    "namespace('admin'): unknown option 'as', which is the path word of a resource; for the path of a namespace write pathPrefix: 'x'",
    "namespace('api'): unknown option 'as', which is the path word of a resource; for the path of a namespace write pathPrefix: '/'",
    "resources('posts') > namespace('inner'): unknown option 'as', which is the path word of a resource; for the path of a namespace write pathPrefix: ':locale'"
  ],
  [
    'variables of one segment that no request tells apart',
    (map) =>
      map
        .route('a', ':y-:m', { controller: 'a', action: 'b' })
        .route('b', ':y:m', { controller: 'a', action: 'b' })
        .route('c', ':y-100%', { controller: 'a', action: 'b' }),
    "route('b'): ':y:m' cannot be part of a path: two variables of ':y:m' have no text between them, so the router cannot separate them",
    "route('c'): ':y-100%' cannot be part of a path: '-100%' holds a '%', which the router does not find after a variable",
    "route('a'): ':y' shares its segment with the next variable, so it needs a requirement that tells where it ends, such as { y: /\\d+/ }: /:y-:m"
  ],
  [
    'a glob that is not the end of a route, or has a requirement',
    (map) =>
      map
        .route('a', '*a/b', { controller: 'a', action: 'b' })
        .route('b', 'x/*args.zip', { controller: 'a', action: 'b' })
        .resources('posts', { as: '*posts' })
        .route('d', '*', { controller: 'a', action: 'b' })
        .route('c', '*c', { controller: 'a', action: 'b', requirements: { c: /x/ } }),
    "route('a'): '*a/b' cannot be part of a path: a glob ('*a') must be the last segment of a route's path",
    "route('b'): 'x/*args.zip' cannot be part of a path: a glob takes a whole segment, got '*args.zip'; write '*args', and check the end in the action",
    "resources('posts'): as: '*posts' cannot be part of a path: a glob ('*posts') must be the last segment of a route's path",
    "route('d'): '*' cannot be part of a path: a glob needs a name, such as '*path'",
    "route('c'): requirements: c: a glob cannot have a requirement, since the router does not support it: /*c"
  ],
  [
    'an extension as a variable',
    (map) => map.route('a', '/opensearch.:format', { controller: 'a', action: 'b' }),
    "route('a'): '/opensearch.:format' cannot be part of a path: an extension cannot be a variable; leave it out, and write formats: { required: ['json'] } with all of them"
  ],
  [
    'a variable that no name can be made of',
    (map) =>
      map
        .resources('posts', { as: ':a_b-:9' })
        .resources('tags', { pathPrefix: ':host' })
        .resources('users', { pathPrefix: ':__proto__' })
        .resources('a', { pathPrefix: ':toString' }),
    "resources('posts'): as: ':a_b-:9' cannot be part of a path: expected a variable's name as a letter, then letters, digits and '_', got '9'",
    "resources('tags'): pathPrefix: ':host' cannot be part of a path: a variable cannot be named 'host', which is an argument of urlFor({ … }); rename it, such as 'host_name'",
    "resources('users'): pathPrefix: ':__proto__' cannot be part of a path: expected a variable's name as a letter, then letters, digits and '_', got '__proto__'",
    "resources('a'): pathPrefix: ':toString' cannot be part of a path: a variable cannot be named 'toString', which is a property of every object"
  ],
  [
    'a variable that repeats in one path',
    (map) =>
      map.resources('nodes', { only: [] }, (nodes: Anything) =>
        nodes.resources('nodes', { only: [] }, (inner: Anything) =>
          inner.resources('nodes', { only: ['index', 'show'] })
        )
      ),
    "resources('nodes') > resources('nodes') > resources('nodes'): its path has the variable ':node_id' twice; rename one, by singular or param of a resource or in a pathPrefix: /nodes/:node_id/nodes/:node_id/nodes, /nodes/:node_id/nodes/:node_id/nodes/:id"
  ],
  [
    'a block that returns a promise',
    (map) =>
      map.resources('posts', async (posts: Anything) => {
        posts.resources('comments')
        throw new Error('later')
      }),
    "resources('posts'): the block returns a promise, but draw() is synchronous; expected a block that is not async"
  ],
  [
    'a tree that is drawn later',
    async (map) => map.resources('posts'),
    'draw(): the block returns a promise, but draw() is synchronous; expected a block that is not async'
  ],
  [
    'no name',
    (map) =>
      map
        .resources()
        .resource({ only: 'show' })
        .namespace(() => undefined),
    'resources(): expected a name',
    'resource(): expected a name',
    'namespace(): expected a name'
  ],
  [
    'an empty name or none that is a string',
    (map) =>
      map
        .resources('', 'posts')
        .resource(null)
        .namespace(5, () => undefined),
    `resources('', 'posts'): '' cannot be a name: expected ${NAME}`,
    `resource(null): null cannot be a name: expected ${NAME}`,
    `namespace(5): 5 cannot be a name: expected ${NAME}`
  ],
  [
    'names of every object',
    (map) =>
      map
        .resources('__proto__')
        .resources('constructor')
        .resource('toString')
        .namespace('hasOwnProperty', () => undefined)
        .route('valueOf', 'x', { controller: '__proto__', action: 'constructor' }),
    `resources('__proto__'): '__proto__' cannot be a name: expected ${NAME}`,
    "resources('constructor'): 'constructor' cannot be a name: every object has a property of that name",
    "resource('toString'): 'toString' cannot be a name: every object has a property of that name",
    "namespace('hasOwnProperty'): 'hasOwnProperty' cannot be a name: every object has a property of that name",
    "route('valueOf'): 'valueOf' cannot be a name: every object has a property of that name",
    "route('valueOf'): controller: expected the name of a controller, such as 'posts' or 'admin/posts', got '__proto__'",
    "route('valueOf'): action: expected the name of an action, such as 'index', got 'constructor'"
  ],
  [
    'a namespace of two names, or without a block',
    (map) => map.namespace('a', 'b', () => undefined).namespace('c'),
    "namespace('a', 'b'): expected one name",
    "namespace('c'): expected a block"
  ],
  [
    'a controller that is no name',
    (map) =>
      map
        .resources('posts', { controller: 5 })
        .resources('tags', { controller: '../tags' })
        .resources('users', { namespace: '' }),
    "resources('posts'): controller: expected the name of a controller, such as 'posts' or 'admin/posts', got 5",
    "resources('tags'): controller: expected the name of a controller, such as 'posts' or 'admin/posts', got '../tags'",
    "resources('users'): namespace: expected the module of a controller, such as 'admin', got ''"
  ],
  [
    'a singular, a name prefix or a switch that is none',
    (map) => map.resources('posts', { singular: 'a b', namePrefix: '9_', shallow: 'yes' }),
    `resources('posts'): singular: 'a b' cannot be a name: expected ${NAME}`,
    "resources('posts'): namePrefix: expected a prefix of names, such as 'admin_', or null for none, got '9_'",
    "resources('posts'): shallow: expected true or false, got 'yes'"
  ],
  [
    'path names of actions that there are not',
    (map) =>
      map
        .resources('posts', { member: { publish: 'put' }, pathNames: { publihs: 'x', 'a b': 'c' } })
        .resources('tags', { pathNames: 'x' })
        .resources('notes', { pathNames: { index: 'liste' } })
        .namespace('admin', { pathNames: { nwe: 'neu', mark: 'x', new: 'neu' } }, (admin: Anything) =>
          admin.group({ pathPrefix: 'a' }, (group: Anything) =>
            group.resources('users', { member: { mark: 'put' } }))),
    `resources('posts'): pathNames: 'a b' cannot name an action: expected ${NAME}`,
    "resources('posts'): pathNames: no path has a word for the action 'publihs' here; expected 'new', 'edit' or 'publish'; did you mean 'publish'?",
    "resources('tags'): pathNames: expected a map of actions to path words, such as { new: 'nuevo' }, got 'x'",
    "resources('notes'): pathNames: no path has a word for the action 'index' here; expected 'new' or 'edit'",
    "namespace('admin'): pathNames: no path has a word for the action 'nwe' here; expected 'new', 'edit' or 'mark'"
  ],
  [
    'associations that are no names',
    (map) => map.resources('posts', { hasMany: ['tags', { 'a b': 'votes' }, 5], hasOne: [''] }),
    `resources('posts'): hasMany: 'a b' cannot be a name: expected ${NAME}`,
    `resources('posts'): hasMany: 5 cannot be a name: expected ${NAME}`,
    `resources('posts'): hasOne: '' cannot be a name: expected ${NAME}`
  ],
  [
    'an association that is declared again',
    (map) =>
      map.resources('posts', { only: [], hasMany: 'tags' }, (posts: Anything) =>
        posts.resources('tags', { only: 'show' })
      ),
    "resources('posts') > resources('tags'): declared twice; put this into the first: GET /posts/:post_id/tags/:id"
  ],
  [
    'a target that is none',
    (map) =>
      map
        .root()
        .route('a', 'a', { controler: 'x', action: 'y', method: 'head', requirements: 1, conditions: 2 }),
    `root(): ${TARGET}, got undefined`,
    "route('a'): unknown option 'controler'; did you mean 'controller'?",
    `route('a'): method: unknown method 'head'; expected ${METHODS} (HEAD comes with GET)`,
    "route('a'): requirements: expected a map of variables to regular expressions, such as { id: /\\d+/ }, got 1",
    "route('a'): conditions: expected Fastify's route constraints, such as { host: 'example.org' }, got 2"
  ],
  [
    'a target that is misspelt',
    (map) =>
      map
        .root('posts.index')
        .route('a', 'a', 'admin/posts/show')
        .route('/b', 'b')
        .route('/c', 'posts#show#x')
        .route('/d', 'posts#a b')
        .route('/e', 'Admin::Posts#show')
        .route('/f', 'posts -> show', 5),
    `root(): ${TARGET}, got 'posts.index'; did you mean 'posts#index'?`,
    `route('a'): ${TARGET}, got 'admin/posts/show'; did you mean 'admin/posts#show'?`,
    `route('/b'): ${TARGET}, got 'b'`,
    `route('/c'): ${TARGET}, got 'posts#show#x'`,
    "route('/d'): action: expected the name of an action, such as 'index', got 'a b'",
    "route('/e'): controller: expected the name of a controller, such as 'posts' or 'admin/posts', got 'Admin::Posts'",
    `route('/f'): ${TARGET}, got 'posts -> show'; did you mean 'posts#show'?`,
    "route('/f'): expected the options as an object, got 5"
  ],
  [
    'a target without an action or a controller',
    (map) =>
      map
        .route('/a', { controller: 'posts' })
        .root('#index')
        .group({ method: 'put' }, (group: Anything) => group.route('b', '/b', { action: 'show' })),
    "route('/a'): action: expected the name of an action, such as 'index', got undefined",
    "root(): expected a controller, as in 'posts#index', since no group gives one",
    "group() > route('b'): expected a controller, as in 'posts#show', since no group gives one"
  ],
  [
    'a route without a name whose path has no slash in front',
    (map) => map.route('export', 'site#export'),
    "route('export'): without a name a path begins with '/': route('/export', …)"
  ],
  [
    'a method among the conditions or requirements of a route',
    (map) =>
      map
        .route('/a', 'a#b', { conditions: { method: 'put' } })
        .group({ conditions: { method: 'put' } }, () => undefined)
        .route('/c', 'a#c', { requirements: { method: 'put' } }),
    "route('/a'): conditions: the method is a separate option; set method: 'put'",
    "group(): conditions: the method is a separate option; set method: 'put'",
    "route('/c'): requirements: the method is a separate option; set method: 'put'"
  ],
  [
    'a method on a resource',
    (map) => map.resources('posts', { method: 'delete' }),
    `resources('posts'): unknown option 'method'; expected ${OPTIONS}; did you mean member: { … } or collection: { … }, which map actions to methods?`
  ],
  [
    'a group that is none',
    (map) =>
      map
        .group(5, () => undefined)
        .group({ pathPrefix: 'a' })
        .group({ as: 'x', namePrefix: 'a b', action: 'x' }, () => undefined)
        .group({ requirements: { id: /\d+/ } }, (group: Anything) => group.route('/a/:idd', 'a#b')),
    'group(): expected the options as an object, got 5',
    "group({ pathPrefix: 'a' }): expected a block, got undefined",
    `group({ namePrefix: 'a b' }): unknown option 'as'; expected ${GROUP}`,
    "group({ namePrefix: 'a b' }): namePrefix: expected a prefix of names, such as 'admin_', or null for none, got 'a b'",
    `group({ namePrefix: 'a b' }): unknown option 'action'; expected ${GROUP}`,
    "group() number 2: requirements: no path here has a variable ':id'; expected 'idd'; did you mean 'idd'?"
  ],
  [
    'include where it cannot stand, or of what was not drawn',
    (map) => map.namespace('a', (a: Anything) => a.include(draw((map) => map))).include({ table: [] }),
    "namespace('a') > include(): allowed only at the top level, since its rows are final",
    'include(): expected the result of draw(), got an object with table'
  ],
  [
    'a default format where an extension is required',
    (map) =>
      map
        .route('feed', 'feed', 'posts#feed', {
          formats: { required: ['atom'] },
          defaults: { format: 'atom' }
        })
        .namespace('api', { defaults: { format: 'json' } }, (api: Anything) =>
          api.resources('pages', { only: 'index', formats: { required: ['csv'] } })
        ),
    "route('feed'): defaults: format: 'atom' would never apply, since formats requires an extension; write format: null, or a list of formats: /feed",
    "namespace('api') > resources('pages'): defaults: format: 'json' would never apply, since formats requires an extension; write format: null, or a list of formats: /api/pages"
  ],
  [
    'formats that are none',
    (map) =>
      map
        .resources('posts', { formats: 'json' })
        .namespace('admin', { formats: ['.json', 'JSON', 5, 'tar.gz', ''] }, () => undefined)
        .route('a', 'a', { controller: 'a', action: 'b', formats: ['xml', 'json', 'xml', 'xml'] }),
    "resources('posts'): formats: expected a list of extensions, such as ['html', 'json'], got 'json'",
    ...["'.json'", "'JSON'", '5', "'tar.gz'", "''"].map(
      (format) =>
        `namespace('admin'): formats: expected an extension of lower-case letters, digits and '_', such as 'json', got ${format}`
    ),
    "route('a'): formats: 'xml' is listed twice"
  ],
  [
    'a mistake deep in the tree',
    (map) =>
      map.namespace('admin', (admin: Anything) =>
        admin.resources('posts', (posts: Anything) => posts.resources('coments', { onyl: 'index' }))
      ),
    "namespace('admin') > resources('posts') > resources('coments'): unknown option 'onyl'; did you mean 'only'?"
  ],
  [
    'a mistake of a block that several parents share, once',
    (map) => {
      const shared = (inner: Anything): unknown => inner.resources('comments', { onyl: 'index' })
      return shared(
        map
          .resources('posts', shared)
          .namespace('admin', (admin: Anything) => admin.resources('posts', shared))
      )
    },
    "resources('comments'): unknown option 'onyl'; did you mean 'only'? (in resources('posts'), namespace('admin') > resources('posts'), the tree itself)"
  ],
  [
    'a mistake that several parents share, once, though their places or its own have a colon',
    (map) => {
      const shared = (inner: Anything): unknown => inner.route('/search/:q', 'posts')
      map.resources('posts', shared).group({ pathPrefix: ':locale' }, shared)
    },
    `route('/search/:q'): ${TARGET}, got 'posts' (in resources('posts'), group({ pathPrefix: ':locale' }))`
  ],
  [
    'one mistake, and another one of the same name elsewhere',
    (map) =>
      map
        .resources('posts', (posts: Anything) => posts.resources('tags', { onyl: 'index' }))
        .resources('notes', (notes: Anything) => notes.resources('tags', { membr: {} })),
    "resources('posts') > resources('tags'): unknown option 'onyl'; did you mean 'only'?",
    "resources('notes') > resources('tags'): unknown option 'membr'; did you mean 'member'?"
  ]
]

for (const [title, block, ...expected] of cases) {
  t.test(`refused: ${title}`, async (t) => {
    t.strictSame(mistakes(block), expected)
  })
}

t.test('one error lists all mistakes of a draw', async (t) => {
  t.throws(
    () =>
      draw({ patsh: true } as object, (map: Anything) => map.resources('posts', { as: '' }).resources('')),
    {
      message: `The routes have 3 mistakes:
  - draw(): unknown option 'patsh'; did you mean 'patch'?
  - resources('posts'): as: expected a path word, got an empty one
  - resources(''): '' cannot be a name: expected ${NAME}`
    }
  )
})

t.test('refused: invalid options of draw', async (t) => {
  t.strictSame(
    mistakes((map) => map, { patch: 'yes', api: 1, pathNames: 5, formats: true }),
    [
      "draw(): pathNames: expected a map of actions to path words, such as { new: 'nuevo' }, got 5",
      "draw(): patch: expected true, false or 'only', got 'yes'",
      'draw(): api: expected true or false, got 1',
      "draw(): formats: expected a list of extensions, such as ['html', 'json'], got true"
    ]
  )
  t.strictSame(
    mistakes((map) => map.resources('posts'), 5 as never),
    ['draw(): expected the options as an object, got 5']
  )
})

t.test('refused: path words of pages in a tree without pages', async (t) => {
  t.strictSame(
    mistakes((map) => map.resources('posts', { pathNames: { new: 'neu' } }).resources('tags'), { api: true }),
    ["resources('posts'): pathNames: 'new' has no row, since draw({ api: true }) leaves it out; remove one of the two"]
  )
  t.strictSame(mistakes((map) => map.resources('posts'), { api: true, pathNames: { new: 'neu' } }), [])
})

t.test('undefined arguments at the end count as missing', async (t) => {
  t.strictSame(
    mistakes((map) => map.resources('posts', undefined).resources('tags', { only: 'index' }, undefined)),
    []
  )
})

t.test('conditions are compared by their contents', async (t) => {
  const one = { only: 'index', conditions: { tenant: { a: 1 } } }
  t.strictSame(
    mistakes((map) =>
      map
        .resources('posts', one)
        .resources('posts', { only: 'index', conditions: { tenant: { a: 2 } } })
        .resources('posts', { only: 'index', conditions: { tenant: 1n } })
    ),
    []
  )
  t.strictSame(
    mistakes((map) => map.resources('posts', one).resources('posts', one)),
    ["resources('posts'): declared twice; put this into the first: GET /posts"]
  )
})

t.test('refused: a missing block', async (t) => {
  t.throws(() => (draw as Anything)(), {
    message:
      "The routes have a mistake: draw(): expected a block, as in draw((map) => map.resources('posts')), got undefined"
  })
  t.throws(() => (draw as Anything)({}, 'x'), { message: /got 'x'$/ })
  t.throws(() => (draw as Anything)({}, {}, () => undefined), {
    message: /draw\(\): expected a block, or options and a block, got 3 arguments$/
  })
})

t.test('refused: a call after the block has ended', async (t) => {
  let kept: Anything
  draw((map) => (kept = map))
  t.throws(() => kept.resources('posts'), {
    code: 'FST_RESOURCES_DECLARATION',
    message: "The routes have a mistake: resources('posts'): called after its block ended"
  })
  t.throws(() => kept.get('/posts'), {
    code: 'FST_RESOURCES_DECLARATION',
    message: 'The routes have a mistake: get(): called after its block ended'
  })
})

t.test('refused in a block: a call on the map outside it, whatever its block and its call are', async (t) => {
  const target = 'users#index'
  const outside = (call: string, inner: string): string[] =>
    [`${call}: called on the map outside ${inner}; in its block call the map that the block gets`]
  const cases: ReadonlyArray<readonly [block: (map: Anything) => unknown, call: string, inner: string]> = [
    [(map) => map.namespace('admin', () => map.resources('users')), "resources('users')", "namespace('admin')"],
    [(map) => map.resources('posts', () => map.resource('user')), "resource('user')", "resources('posts')"],
    [(map) => map.resource('post', () => map.route('/users', target)), "route('/users')", "resource('post')"],
    [(map) => map.group({ pathPrefix: 'a' }, () => map.root(target)), 'root()', "group({ pathPrefix: 'a' })"],
    [(map) => map.namespace('a', () => map.redirect('/b', '/c')), "redirect('/b')", "namespace('a')"],
    [
      (map) => map.namespace('a', (a: Anything) => a.namespace('b', () => a.resources('users'))),
      "namespace('a') > resources('users')", "namespace('a') > namespace('b')"
    ],
    [
      (map) => map.namespace('a', (a: Anything) => a.namespace('b', () => { map.resources('users') })),
      "resources('users')", "namespace('a')"
    ],
    [
      (map) => map.namespace('a', () => map.resources('users', (users: Anything) => users.resources('tags'))),
      "resources('users')", "namespace('a')"
    ],
    [
      (map) => map.namespace('a', () => map.group({ pathPrefix: 'g' }, (group: Anything) => group.root(target))),
      "group({ pathPrefix: 'g' })", "namespace('a')"
    ]
  ]
  for (const [block, call, inner] of cases) {
    const told = mistakes((map) => {
      block(map)
      return map
    })
    t.strictSame(told.filter((one) => one.includes('outside')), outside(call, inner), inner)
  }
})

t.test('refused: a block that returns the map of another block, whose names types would take for its own', async (t) => {
  t.strictSame(mistakes((map) => map.namespace('admin', () => map) as Anything), [
    "namespace('admin'): the block returns another map; return the one that the block gets"
  ])
  t.strictSame(mistakes((map) => {
    let inner: Anything
    map.namespace('admin', (admin: Anything) => { inner = admin })
    return inner
  }), ['draw(): the block returns another map; return the one that the block gets'])
})

t.test('refused: a path word of the tree that no action in it takes', async (t) => {
  const told = (pathNames: object): string[] =>
    mistakes((map) => map
      .resources('posts', { member: { mark: 'put' } })
      .route('/a', 'a#b')
      .include(draw((other) => other.resources('notes', { member: { pin: 'put' } }))), { pathNames })
  t.strictSame(told({ new: 'neu', mark: 'merken' }), [])
  for (const [action, whose] of [['show', 'of a path without a word'], ['pin', 'of another tree']] as const) {
    t.strictSame(told({ [action]: 'x' }), [
      `draw(): pathNames: no path has a word for the action '${action}' here; expected 'new', 'edit' or 'mark'`
    ], whose)
  }
})

t.test('the error of a block is thrown', async (t) => {
  t.throws(
    () =>
      draw(() => {
        throw new Error('mine')
      }),
    { message: 'mine' }
  )
})
