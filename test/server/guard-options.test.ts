/** One law over all options: an option that guards or checks acts, or throws. */

import t from 'tap'
import Fastify from 'fastify'
import { createClient } from '../../lib/client.js'
import resourcesPlugin, { checkApp, draw } from '../../lib/index.js'
import type { Routes } from '../../lib/index.js'
import { echoControllers } from '../support/app.js'

type Anything = any
type Start = (options: object) => unknown

const see = async (): Promise<string> => 'seen'
const loaded = (): object => ({ id: 1, rev: 1 })
const schema = { type: 'object', properties: { title: { type: 'string' } } }
const tree: Routes = draw((map) => map.resources('posts', { only: ['index', 'create', 'show', 'update'] }))
const actions = { index: see, create: see, show: see, update: see }

async function start (controllers: object, options: object = {}, routes = tree): Promise<void> {
  const app = Fastify()
  try {
    await app.register(resourcesPlugin, { routes, controllers, ...options } as Anything)
    await app.ready()
  } finally {
    await app.close()
  }
}

const ofPlugin: Start = async (options) => { await start({ posts: actions }, options) }
const ofController: Start = async (options) => { await start({ posts: { ...actions, ...options } }) }
const ofRecord: Start = async (options) => { await ofController({ record: schema, ...options }) }
const ofVersions: Start = async (options) => {
  await start({ posts: { ...actions, load: loaded, ...'version' in options ? {} : { version: 'rev' }, ...options } })
}
const ofAction: Start = async (options) => {
  await start({ posts: { ...actions, load: loaded, create: { ...options, handler: see } } })
}
const ofShow: Start = async (options) => {
  await start({ posts: { ...actions, show: { ...options, handler: see } } }, {}, formatted)
}
const ofRouteOptions: Start = async (options) => {
  await start({ posts: { ...actions, routeOptions: options } })
}
const ofResource: Start = async (options) => {
  const routes = draw((map) => map.resources('posts', options as {}))
  await start(echoControllers(routes), {}, routes)
}
const ofRoute: Start = async (options) => {
  const routes = draw((map) => map.route('/x/:id', 'x#y', options as {}))
  await start(echoControllers(routes), {}, routes)
}
const ofClient: Start = (options) => createClient(tree, options)
const formatted: Routes = draw({ formats: ['json', 'csv'] }, (map) =>
  map.resources('posts', { only: ['index', 'create', 'show', 'update'] }))
const reading: Routes = draw((map) => map.resources('posts', { only: ['index', 'show'] }))
const listing: Routes = draw((map) => map.resources('posts', { only: ['index', 'create'] }))
const of = (routes: Routes, controller: object, options: object = {}) => async (): Promise<void> => {
  const { index, create, show } = actions
  const answering = routes === reading ? { index, show } : { index, create }
  await start({ posts: { ...answering, ...controller } }, options, routes)
}

interface Law {
  readonly option: string
  readonly place: string
  readonly start: Start
  readonly valid: unknown
  /** Of another type than a valid one. */
  readonly wrong: unknown
  readonly misspelt: string
  /** Whether undefined is an error, since the app would be more open than meant. */
  readonly guards: boolean
  /** Where null inherits nothing. */
  readonly takesNull?: true
  /** Where it has no effect. An option of the plugin is a policy, also for rows that are not there yet. */
  readonly idle?: () => unknown
  /** What the error of that names, where it is not the option. */
  readonly idleName?: string
}

const HOOKS = [
  'onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend', 'onResponse',
  'onTimeout', 'onError'
]

const LAWS: readonly Law[] = [
  ...HOOKS.flatMap((option): Law[] => [
    ['an action', ofAction] as const, ['routeOptions', ofRouteOptions] as const
  ].map(([place, run]) => ({
    option,
    place,
    start: run,
    valid: see,
    wrong: 'guard',
    misspelt: `${option}s`,
    guards: true,
    idle: async () => { await ofController({ [option]: see }) }
  }))),
  ...['record', 'input'].map((option): Law => ({
    option,
    place: 'a controller',
    start: ofController,
    valid: schema,
    wrong: 'Post',
    misspelt: `${option}s`,
    guards: true
  })),
  {
    option: 'responses',
    place: 'a controller',
    start: ofRecord,
    valid: { show: 'record' },
    wrong: 'record',
    misspelt: 'respones',
    guards: true,
    idle: async () => { await ofController({ responses: true }) }
  },
  {
    option: 'load',
    place: 'a controller',
    start: ofController,
    valid: loaded,
    wrong: 'find',
    misspelt: 'laod',
    guards: true
  },
  {
    option: 'load',
    place: 'an action',
    start: ofAction,
    valid: false,
    wrong: 'no',
    misspelt: 'laod',
    guards: false,
    idle: of(listing, { create: { load: true, handler: see } })
  },
  {
    option: 'version',
    place: 'a controller',
    start: ofVersions,
    valid: 'rev',
    wrong: true,
    misspelt: 'verison',
    guards: true
  },
  {
    option: 'requireVersion',
    place: 'a controller',
    start: ofVersions,
    valid: true,
    wrong: 'yes',
    misspelt: 'requireVerson',
    guards: true,
    idle: of(reading, { load: loaded, version: 'rev', requireVersion: true })
  },
  {
    option: 'etag',
    place: 'a controller',
    start: ofVersions,
    valid: true,
    wrong: 'yes',
    misspelt: 'etags',
    guards: false,
    idle: of(listing, { etag: true })
  },
  {
    option: 'ifMatch',
    place: 'the client',
    start: ofClient,
    valid: 'rev',
    wrong: true,
    misspelt: 'ifmatch',
    guards: true,
    idle: () => createClient(reading, { ifMatch: 'rev' })
  },
  {
    option: 'crossSite', place: 'the plugin', start: ofPlugin, valid: 'refuse', wrong: true, misspelt: 'crosSite', guards: false
  },
  {
    option: 'crossSite',
    place: 'an action',
    start: ofAction,
    valid: 'allow',
    wrong: true,
    misspelt: 'crosSite',
    guards: false,
    idle: of(reading, { show: { crossSite: 'refuse', handler: see } })
  },
  {
    option: 'trustedOrigins',
    place: 'the plugin',
    start: ofPlugin,
    valid: ['https://a.org'],
    wrong: 'https://a.org',
    misspelt: 'trustedOrigin',
    guards: false,
    idle: of(listing, {}, { trustedOrigins: ['https://a.org'], crossSite: 'allow' })
  },
  {
    option: 'security',
    place: 'the plugin',
    start: ofPlugin,
    valid: [{ bearer: [] }],
    wrong: 'bearer',
    misspelt: 'securty',
    guards: false
  },
  {
    option: 'methodOverride',
    place: 'the plugin',
    start: ofPlugin,
    valid: false,
    wrong: 'no',
    misspelt: 'methodOveride',
    guards: false
  },
  {
    option: 'scopes',
    place: 'the plugin',
    start: async (options) => {
      const routes = draw((map) => map.namespace('admin', (admin) => admin.resources('users', { only: 'index' })))
      await start({ 'admin/users': { index: see } }, options, routes)
    },
    valid: { admin: () => undefined },
    wrong: [see],
    misspelt: 'scope',
    guards: true,
    idle: async () => { await ofPlugin({ scopes: { admin: () => undefined } }) }
  },
  ...[['a resource', ofResource] as const, ['a plain route', ofRoute] as const].flatMap(([place, run]): Law[] => [
    {
      option: 'requirements',
      place,
      start: run,
      valid: { id: /\d+/ },
      wrong: /\d+/,
      misspelt: 'requirement',
      guards: true,
      takesNull: true,
      idle: async () => { await run({ requirements: { name: /\d+/ } }) }
    },
    {
      option: 'conditions',
      place,
      start: run,
      valid: { host: 'a.org' },
      wrong: 'a.org',
      misspelt: 'condition',
      guards: true,
      takesNull: true,
      idle: async () => { await run({ conditions: { hots: 'a.org' } }) },
      idleName: 'hots'
    },
    {
      option: 'formats',
      place,
      start: run,
      valid: ['json'],
      wrong: 'json',
      misspelt: 'format',
      guards: false,
      idle: async () => { await ofRoot({ formats: ['json'] }) }
    }
  ]),
  {
    option: 'formats',
    place: 'an action',
    start: ofShow,
    valid: ['json'],
    wrong: 'json',
    misspelt: 'formts',
    guards: false,
    idle: of(reading, { show: { formats: ['json'], handler: see } })
  },
  {
    option: 'guard',
    place: 'checkApp',
    start: async (options) => {
      const app = Fastify()
      await app.register(resourcesPlugin, { routes: tree, controllers: { posts: actions } })
      await checkApp(app, options)
    },
    valid: [],
    wrong: [5],
    misspelt: 'guards',
    guards: true
  }
]

const ofRoot: Start = (options) => draw((map) => map.route('/', 'x#y', options as {}))

const CODES = ['OPTIONS', 'CONTROLLERS', 'DECLARATION', 'ROUTE'].map((name) => `FST_RESOURCES_${name}`)

/** The code and the words of what it throws; undefined for nothing. */
async function faultOf (run: () => unknown): Promise<Partial<Record<'code' | 'message', string>> | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    return error as Partial<Record<'code' | 'message', string>>
  }
}

for (const { option, place, start, valid, wrong, misspelt, guards, takesNull, idle, idleName } of LAWS) {
  t.test(`${option} of ${place} acts, or throws`, async (t) => {
    t.equal(await faultOf(async () => { await start({ [option]: valid }) }), undefined, 'a valid value')
    const expectFault = async (run: () => unknown, what: string, name = option): Promise<void> => {
      const { code = 'none', message = '' } = await faultOf(run) ?? {}
      t.ok(CODES.includes(code) && message.includes(name), `${what}: ${code} ${message}`)
    }
    const run = (value: unknown) => async (): Promise<void> => { await start({ [option]: value }) }
    if (guards) await expectFault(run(undefined), 'undefined')
    else t.equal(await faultOf(run(undefined)), undefined, 'undefined is the default')
    if (takesNull === true) t.equal(await faultOf(run(null)), undefined, 'null inherits nothing')
    else await expectFault(run(null), 'null')
    await expectFault(run(wrong), 'another type')
    await expectFault(async () => { await start({ [misspelt]: valid }) }, 'misspelt', misspelt)
    if (idle !== undefined) await expectFault(idle, 'no effect', idleName)
  })
}
