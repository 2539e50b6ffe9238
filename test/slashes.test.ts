/** Ids with slashes, which URLs have as `%2F`: `slashes: true`. */

import t from 'tap'
import { createUrlFor, draw } from '../lib/index.js'
import { createClient } from '../lib/client.js'
import { injectFetch } from '../lib/testing.js'
import { rowsForPath } from '../lib/routes/rows-for-path.js'
import { createTargets as createBrowserJoiner } from '../lib/urls/join.browser.js'
import type { Mapper, Route, RoutesJson } from '../lib/index.js'
import { echoApp } from './support/app.js'
import type { Echo } from './support/app.js'

const rows = <E, L extends 'top' | 'block'>(map: Mapper<E, L>) => map
  .resources('items', { slashes: true, member: { publish: 'put' } }, (items) => items
    .resources('parts', { only: ['index', 'show'] })
    .resource('owner', { only: 'show' })
    .route('file', '/files/*path', 'files#show')
    .redirect('/old', '/items/:item_id', { status: 302 }))
  .resources('shops', { only: 'none', shallow: true }, (shops) => shops
    .resources('keys', { only: 'show', slashes: true, param: 'name' }, (keys) => keys
      .resources('uses', { only: 'index' })))
  .route('blob', '/blobs/:ref/at/:name', 'blobs#show', { slashes: true, method: 'any' })
  .route('pair', '/pairs/:one~:two', 'pairs#show', { slashes: true, requirements: { one: /[^~]+/ } })
  .route('tree', '/trees/:ref/*path', 'trees#show', { slashes: true })
  .route('page', '/pages/:page', 'pages#show', { slashes: true, defaults: { page: null } })
  .route('text', '/texts/:id', 'texts#show', { slashes: true, formats: ['json'] })
  .redirect('/moved/:id', '/items/:id', { slashes: true, status: 302 })
  .resources('plain', { only: 'show' })

const routes = draw(rows)
const u = createUrlFor(routes)

type Made = readonly [url: string, action: string, params: Record<string, string>, method?: string]

/** A row of each kind: its URL as a helper makes it, and the ids that a request has. */
const MADE: readonly Made[] = [
  [u.itemPath('my/key'), 'items#show', { id: 'my/key' }],
  [u.editItemPath('a/b/c'), 'items#edit', { id: 'a/b/c' }],
  [u.itemPath('my/key'), 'items#update', { id: 'my/key' }, 'PUT'],
  [u.itemPath('my/key'), 'items#destroy', { id: 'my/key' }, 'DELETE'],
  [u.publishItemPath('ä/%2F?'), 'items#publish', { id: 'ä/%2F?' }, 'PUT'],
  [u.itemPartsPath('a/b'), 'parts#index', { item_id: 'a/b' }],
  [u.itemPartPath('a/b', 7), 'parts#show', { item_id: 'a/b', id: '7' }],
  [u.itemOwnerPath('a/b'), 'owners#show', { item_id: 'a/b' }],
  [u.itemFilePath('a/b', 'x/y'), 'files#show', { item_id: 'a/b', path: 'x/y' }],
  [u.keyPath({ name: 'a/b' } as never), 'keys#show', { name: 'a/b' }],
  [u.keyUsesPath('a/b'), 'uses#index', { key_name: 'a/b' }],
  [u.blobPath('a/b', 'c/d'), 'blobs#show', { ref: 'a/b', name: 'c/d' }],
  [u.blobPath('a/b', 'c/d'), 'blobs#show', { ref: 'a/b', name: 'c/d' }, 'PATCH'],
  [u.pairPath('a/b', 'c/d'), 'pairs#show', { one: 'a/b', two: 'c/d' }],
  [u.treePath('a/b', 'c/d/e'), 'trees#show', { ref: 'a/b', path: 'c/d/e' }],
  [u.pagePath('a/b'), 'pages#show', { page: 'a/b' }],
  [u.textPath('a/b'), 'texts#show', { id: 'a/b' }],
  [u.textPath('a/b', { format: 'json' }), 'texts#show', { id: 'a/b' }]
]

t.test('helpers, requests and recognize write %2F and read it back, on rows of every kind', async (t) => {
  t.equal(u.itemPath('my/key'), '/items/my%2Fkey')
  t.equal(u.itemFilePath('a/b', 'x/y'), '/items/a%2Fb/files/x/y')
  t.equal(u('item', { id: 'my/key' }), '/items/my%2Fkey')
  t.equal(createUrlFor<typeof routes>(JSON.parse(JSON.stringify(routes)) as RoutesJson).itemPath('my/key'), '/items/my%2Fkey')
  for (const prefix of ['', '/v1']) {
    const app = await echoApp(prefix === '' ? routes : draw((map) => map.group({ pathPrefix: 'v1' }, rows)))
    for (const [path, target, params, method = 'GET'] of MADE) {
      const url = prefix + path
      const { controller, action, ...answer } = (await app.inject({ method: method as 'GET', url })).json<Echo>()
      t.strictSame([`${controller}#${action}`, answer.params], [target, params], `${method} ${url}`)
      t.strictSame({ ...app.recognize(url, method)?.params }, params, `recognize ${url}`)
    }
  }
})

t.test('forms, 405s, redirects and the client know them too', async (t) => {
  const app = await echoApp(routes)
  const form = await app.inject({
    method: 'POST',
    url: '/items/my%2Fkey',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '_method=delete'
  })
  t.strictSame(form.json<Echo>(), { controller: 'items', action: 'destroy', params: { id: 'my/key' } })
  const refused = await app.inject({ method: 'POST', url: '/items/my%2Fkey' })
  t.strictSame([refused.statusCode, refused.headers.allow], [405, 'GET, HEAD, DELETE, PUT'])
  t.equal((await app.inject('/items/a%2fb/old?x=1')).headers.location, '/items/a%2Fb?x=1')
  t.equal((await app.inject('/moved/%C3%A4%2Fb')).headers.location, '/items/%C3%A4%2Fb')
  const client = createClient(routes, { fetch: injectFetch(app) }) as any
  t.strictSame((await client.items.show('my/key')).params, { id: 'my/key' })
  t.strictSame((await client.parts.show('my/key', 2)).params, { item_id: 'my/key', id: '2' })
})

/** Of no row an id: a part that is empty or a dot segment, a `\`, and an encoded slash in a glob. */
const REFUSED: ReadonlyArray<readonly [url: string, call: () => string, message: string]> = [
  ['/items/%2F', () => u.itemPath('/'), "itemPath: id: expected an id without empty parts, got '/'"],
  ['/items/a%2F', () => u.itemPath('a/'), "itemPath: id: expected an id without empty parts, got 'a/'"],
  ['/items/a%2f%2fb', () => u.itemPath('a//b'), "itemPath: id: expected an id without empty parts, got 'a//b'"],
  ['/items/..%2Fetc', () => u.itemPath('../etc'), "itemPath: id: '..' is a dot segment, which clients remove from a URL"],
  ['/items/a%2F.%2Fb', () => u.itemPath('a/./b'), "itemPath: id: '.' is a dot segment, which clients remove from a URL"],
  ['/items/a%2F%2e%2e', () => u.itemPath('a/..'), "itemPath: id: '..' is a dot segment, which clients remove from a URL"],
  ['/items/a%5Cb', () => u.itemPath('a\\b'), "itemPath: id: 'a\\b' holds a '\\', which an id with slashes cannot hold"],
  ['/items/a%2F..%5Cb', () => u.itemPath('a/..\\b'), "itemPath: id: 'a/..\\b' holds a '\\', which an id with slashes cannot hold"],
  ['/items/%2Fevil.org/parts', () => u.itemPartsPath('/evil.org'), "itemPartsPath: item_id: expected an id without empty parts, got '/evil.org'"],
  ['/items/a%2Fb/parts/c%2Fd', () => u.itemPartPath('a/b', 'c/d'), 'itemPartPath: id: expected an id without a slash; slashes: true in its declaration allows one'],
  ['/plain/a%2Fb', () => u.plainPath('a/b'), 'plainPath: id: expected an id without a slash; slashes: true in its declaration allows one'],
  ['/texts/a%2Fb.c', () => u.textPath('a/b.c'), "textPath: id: 'b.c' holds a '.', which an id of a route with formats ('json') cannot hold"],
  ['/trees/a%2Fb/c/..%2Fd', () => u.treePath('a/b', 'c/../d'), "treePath: path: '..' is a dot segment, which clients remove from a URL"]
]

t.test('refused, by requests and by helpers', async (t) => {
  const app = await echoApp(routes)
  for (const [url, call, message] of REFUSED) {
    t.equal((await app.inject(url)).statusCode, 404, url)
    t.equal(app.recognize(url), null, url)
    t.throws(call, { code: 'FST_RESOURCES_URL', message })
    t.strictSame(rowsForPath(routes.table, url), [], url)
  }
  for (const url of ['/trees/a%2Fb/c%2Fd', '/trees/a/c%2Fd', '/items/a%2Fb/files/x%2Fy', '/items/a/files/x%2fy?%2f']) {
    t.equal((await app.inject(url)).statusCode, 404, url)
  }
  t.equal((await app.inject('/trees/a%2Fb/c/d?to=%2F')).statusCode, 200)
})

t.test('routes --path lists the row', async (t) => {
  for (const [url, path] of [
    ['/items/my%2Fkey', '/items/:id'],
    ['/items/a%2Fb/files/x/y', '/items/:item_id/files/*path'],
    ['/trees/a%2Fb/c/d', '/trees/:ref/*path']
  ] as const) t.equal(rowsForPath(routes.table, url)[0]?.path, path)
})

t.test('a browser writes and refuses them as a server does', async (t) => {
  const join = createBrowserJoiner({ basePath: '', maxParamLength: 100 })
  const made = (name: string, ...ids: string[]): string => {
    const faults: string[] = []
    const path = join(routes.table.find((route) => route.name === name) as Route).join(ids, '', faults)
    return faults.join() || path
  }
  t.equal(made('item', 'my/key'), '/items/my%2Fkey')
  t.equal(made('tree', 'a/b', 'c/d'), '/trees/a%2Fb/c/d')
  t.equal(made('item_part', 'a/b', '7'), '/items/a%2Fb/parts/7')
  for (const id of ['a//b', '../a', 'a/.', '/', 'a\\b', 'a/b\\c']) t.equal(made('item', id), 'invalid id', id)
  t.equal(made('item_part', 'a', 'c/d'), 'invalid id')
  t.equal(made('text', 'a/b.c'), 'invalid id')
})

t.test('refused: slashes where no id could hold them, and in another declaration of the resource', async (t) => {
  for (const [block, message] of [
    [(map: any) => map.route('/about', 'a#b', { slashes: true }), /route\('\/about'\): slashes: its path has no variable that could hold them; remove slashes: \/about/],
    [(map: any) => map.route('/files/*path', 'a#b', { slashes: true }), /slashes: its path has no variable that could hold them/],
    [(map: any) => map.redirect('/a', '/b', { slashes: true }), /redirect\('\/a'\): slashes: its path has no variable/],
    [(map: any) => map.root('a#b', { slashes: true }), /root\(\): slashes: its path has no variable/],
    [(map: any) => map.route('/:id', 'a#b', { slashes: 'yes' }), /slashes: expected true or false, got 'yes'/],
    [(map: any) => map.resource('account', { slashes: true }), /resource\('account'\): unknown option 'slashes'/],
    [(map: any) => map.namespace('admin', { slashes: true }, (admin: any) => admin.resources('a')), /namespace\('admin'\): unknown option 'slashes'/],
    [(map: any) => map.group({ slashes: true }, (group: any) => group.resources('a')), /group\(\): unknown option 'slashes'/],
    [(map: any) => map.resources('items', { only: 'show' }).resources('items', { slashes: true }), /resources\('items'\): declared twice; put this into the first/]
  ] as const) t.throws(() => draw(block as never), { code: 'FST_RESOURCES_DECLARATION', message })
})

t.test('refused: slashes in ids that are numbers by their record', async (t) => {
  const echoing = async (): Promise<string> => 'ok'
  const of = (type: string | string[], property = 'id'): object =>
    ({ record: { type: 'object', properties: { [property]: { type } } }, show: echoing, index: echoing, x: echoing })
  const start = async (block: (map: any) => any, controllers: object): Promise<string> =>
    await echoApp(draw(block), { controllers: controllers as {} }).then(() => 'ok', ({ message }: Error) => message)
  const fault = (owner: string, rest = ''): string =>
    `The controllers have a mistake: ${owner}.record: its '${rest === '' ? 'id' : rest}' is a number, which holds no slash; ` +
    'remove slashes from the declaration'
  const items = (options: object) => (map: any) => map.resources('items', { only: ['index', 'show'], slashes: true, ...options })
  t.equal(await start(items({}), { items: of('integer') }), fault('items'))
  t.equal(await start(items({}), { items: of('number') }), fault('items'))
  t.equal(await start(items({}), { items: of(['integer', 'null']) }), fault('items'))
  t.equal(await start(items({ param: 'key' }), { items: of('integer', 'key') }), fault('items', 'key'))
  t.equal(await start(items({}), { items: of('string') }), 'ok')
  t.equal(await start(items({}), { items: of(['string', 'integer']) }), 'ok')
  t.equal(await start(items({ param: 'key' }), { items: of('integer') }), 'ok')
  const below = (map: any): any => map.resources('items', { only: 'none', slashes: true }, (items: any) =>
    items.resources('parts', { only: 'index' }))
  t.equal(await start(below, { items: of('integer'), parts: { index: echoing } }), fault('items'))
  const plain = (path: string) => (map: any) => map.route(path, 'items#x', { slashes: true })
  t.equal(await start(plain('/x/:id'), { items: of('integer') }), fault('items'))
  t.equal(await start(plain('/x/:id/:name'), { items: of('integer') }), 'ok', 'another variable may hold one')
})
