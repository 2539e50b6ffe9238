/** Which declarations take which option: the table of `lib/draw/draw-options.ts`, through `draw`. */

import t from 'tap'
import { draw } from '../../lib/index.js'

type Anything = any

const DECLARATIONS = {
  resources: (map: Anything, options: object) => map.resources('posts', options),
  resource: (map: Anything, options: object) => map.resource('account', options),
  namespace: (map: Anything, options: object) =>
    map.namespace('admin', options, (admin: Anything) => admin.resources('posts').route('/a/:id', 'a#b')),
  group: (map: Anything, options: object) =>
    map.group(options, (group: Anything) => group.resources('posts').route('/a/:id', 'a#b')),
  route: (map: Anything, options: object) => map.route('/:id', { controller: 'a', action: 'b', ...options }),
  redirect: (map: Anything, options: object) => map.redirect('/:id', '/a/:id', options)
}

type Kind = keyof typeof DECLARATIONS

const OF_RESOURCES: readonly Kind[] = ['resources', 'resource', 'namespace']
const OF_ALL = Object.keys(DECLARATIONS) as Kind[]
const OF_ROWS = OF_ALL.filter((kind) => kind !== 'redirect')
const OF_BLOCKS = [...OF_RESOURCES, 'group'] as const

const TAKERS: ReadonlyArray<readonly [option: string, value: unknown, kinds: readonly Kind[]]> = [
  ['member', { publish: 'put' }, OF_RESOURCES],
  ['collection', { search: 'get' }, OF_RESOURCES],
  ['new', { preview: 'post' }, OF_RESOURCES],
  ['controller', 'others', OF_ROWS],
  ['action', 'show', ['route']],
  ['method', 'get', ['group', 'route']],
  ['status', 302, ['redirect']],
  ['singular', 'item', ['resources']],
  ['param', 'slug', ['resources']],
  ['slashes', true, ['resources', 'route', 'redirect']],
  ['requirements', {}, OF_ALL],
  ['conditions', { host: 'a.org' }, OF_ALL],
  ['defaults', { section: 'news' }, OF_ROWS],
  ['formats', ['json'], OF_ROWS],
  ['as', 'items', ['resources', 'resource']],
  ['hasOne', 'image', OF_RESOURCES],
  ['hasMany', 'tags', OF_RESOURCES],
  ['pathNames', { new: 'nuevo' }, OF_RESOURCES],
  ['pathPrefix', 'x', OF_BLOCKS],
  ['namePrefix', 'x_', OF_BLOCKS],
  ['only', 'show', OF_RESOURCES],
  ['except', 'show', OF_RESOURCES],
  ['shallow', true, OF_RESOURCES],
  ['namespace', 'x', OF_RESOURCES],
  ['constructor', {}, []]
]

for (const [option, value, kinds] of TAKERS) {
  t.test(`${option} is an option of ${kinds.join(', ') || 'nothing'}`, async (t) => {
    for (const kind of OF_ALL) {
      const drawn = (): unknown => draw((map) => DECLARATIONS[kind](map, { [option]: value }))
      if (kinds.includes(kind)) t.doesNotThrow(drawn, kind)
      else t.throws(drawn, { code: 'FST_RESOURCES_DECLARATION', message: `unknown option '${option}'` }, kind)
    }
  })
}
