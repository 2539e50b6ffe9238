/** Options that are wrong, and options too wide to name anything. */

import { draw } from '../../lib/index.js'
import type { OPTIONS } from '../../lib/draw/draw-options.js'
import type {
  Action, GroupOptions, NamespaceOptions, RedirectOptions, ResourceOptions, ResourcesOptions, RouteTarget
} from '../../types/options.js'

type Table = typeof OPTIONS
type TakenBy<K> = { [N in keyof Table]: K extends Table[N][0][number] ? N : never }[keyof Table]
/** The names that only one of the two has. */
type Difference<K, O> = Exclude<TakenBy<K>, keyof O> | Exclude<keyof O & string, TakenBy<K>>

// The types take what the table of options says.
export const differences: readonly [
  resources: Difference<'resources', ResourcesOptions>,
  resource: Difference<'resource', ResourceOptions>,
  namespace: Difference<'namespace', NamespaceOptions>,
  group: Difference<'group', GroupOptions>,
  route: Difference<'route', RouteTarget>,
  redirect: Difference<'redirect', RedirectOptions>
] extends readonly never[] ? true : never = true

declare const flag: boolean
declare const text: string
declare const actions: Action[]
declare const either: 'index' | 'show'
declare const options: ResourcesOptions
declare const patterns: Record<string, RegExp>

// What names nothing may be as wide as it likes.
draw((map) => map.resources('posts', { requirements: patterns, conditions: { host: text }, pathNames: { new: text }, member: { publish: flag ? 'put' : 'get' } }))
const constant = { only: ['index', 'show'], shallow: true } as const
draw((map) => map.resources('posts', constant))
draw({ patch: 'only' }, (map) => map.resources('posts'))
// @ts-expect-error no such way
draw({ patch: 'all' }, (map) => map.resources('posts'))
draw({ patch: flag, pathNames: { edit: text }, formats: [text] }, (map) => map.resources('posts', { formats: flag ? ['json'] : [] }))

draw((map) => map
  // @ts-expect-error
  .resources('posts', { shallow: flag }))
draw((map) => map
  // @ts-expect-error
  .resources('posts', { only: actions }))
draw((map) => map
  // @ts-expect-error
  .resources('posts', { only: either }))
draw((map) => map
  // @ts-expect-error
  .resources('posts', { only: ['new', either] }))
draw((map) => map
  // @ts-expect-error
  .resources('posts', { namePrefix: text }))
draw((map) => map
  // @ts-expect-error
  .resources('posts', { namePrefix: flag ? 'a_' : null }))
draw((map) => map
  // @ts-expect-error
  .resources('posts', { as: text }))
draw((map) => map
  // @ts-expect-error
  .resources('posts', { as: `${text}/posts` as `${string}/posts` }))
draw((map) => map
  // @ts-expect-error
  .resources('posts', { hasMany: [text] }))
draw((map) => map
  // @ts-expect-error
  .resources('posts', { member: {} as Record<string, 'get'> }))
draw((map) => map
  // @ts-expect-error
  .resources('posts', { member: {} as { publish?: 'get' } }))
draw((map) => map
  // @ts-expect-error
  .resources('posts', {} as { shallow?: true }))
draw((map) => map
  // @ts-expect-error
  .resources('posts', options))
draw((map) => map
  // @ts-expect-error
  .resources('posts', { hasMany: { comments: text } }))
draw((map) => map
  // @ts-expect-error
  .resources('posts', 'tags', { shallow: flag }))
draw((map) => map
  // @ts-expect-error
  .namespace('admin', { shallow: flag }, (admin) => admin.resources('posts')))
// @ts-expect-error
draw({ api: flag }, (map) => map.resources('posts'))
draw((map) => map
  // @ts-expect-error
  .route('login', '/login', { controller: text, action: 'new' }))
draw((map) => map
  // @ts-expect-error
  .root({ controller: 'posts', action: text }))
draw((map) => map
  // @ts-expect-error
  .root('posts.index'))
draw((map) => map
  // @ts-expect-error
  .route('/export', 'site/export'))
draw((map) => map
  // @ts-expect-error without a name the path begins with a slash
  .route('export', 'site#export'))
draw((map) => map
  // @ts-expect-error
  .group({ namePrefix: text }, (group) => group.root('a#b')))
draw((map) => map
  // @ts-expect-error an option of resources
  .group({ as: 'x' }, (group) => group.root('a#b')))
draw((map) => map
  // @ts-expect-error what is not stored yet has no OPTIONS
  .resources('posts', { new: { preview: 'options' } }))
draw((map) => map
  // @ts-expect-error
  .resources('posts', { member: [text] }))

draw((map) => map
  // @ts-expect-error an unknown option
  .resources('posts', { exept: 'show' }))
draw((map) => map
  // @ts-expect-error an unknown option beside a known one
  .resources('posts', { only: 'show', exept: 'show' }))
draw((map) => map
  // @ts-expect-error with a block
  .resources('posts', { only: 'show', exept: 'show' }, (posts) => posts.resources('comments')))
draw((map) => map
  // @ts-expect-error with several names
  .resources('posts', 'tags', { only: 'show', exept: 'show' }))
draw((map) => map
  // @ts-expect-error an unknown action
  .resources('posts', { only: ['index', 'shwo'] }))
draw((map) => map
  // @ts-expect-error all stands alone
  .resources('posts', { only: ['all'] }))
draw((map) => map
  // @ts-expect-error an unknown method
  .resources('posts', { member: { publish: 'putt' } }))
draw((map) => map
  // @ts-expect-error a singleton has no index
  .resource('account', { only: 'index' }))
draw((map) => map
  // @ts-expect-error nor an option singular
  .resource('account', { singular: 'konto' }))
draw((map) => map
  // @ts-expect-error a namespace neither
  .namespace('admin', { singular: 'konto' }, (admin) => admin.resources('posts')))
// @ts-expect-error an unknown option of draw
draw({ patches: true }, (map) => map.resources('posts'))
draw((map) => map
  // @ts-expect-error an action is missing
  .root({ controller: 'posts' }))
draw((map) => map
  // @ts-expect-error an unknown option of a route
  .route('login', '/login', { controller: 'sessions', action: 'new', methods: 'get' }))
// @ts-expect-error formats are a list
draw({ formats: 'json' }, (map) => map.resources('posts'))
draw((map) => map
  // @ts-expect-error a namespace needs a block
  .namespace('admin'))
draw((map) => map
  .resources('posts', { slashes: flag }, (posts) => posts.route('file', '/files/:name', 'files#show', { slashes: flag }))
  .route('/x/:id', { controller: 'a', action: 'b', slashes: true })
  .redirect('/y/:id', '/x/:id', { slashes: true }))
draw((map) => map
  // @ts-expect-error a singleton has no ids
  .resource('account', { slashes: true }))
draw((map) => map
  // @ts-expect-error each resource says it
  .namespace('admin', { slashes: true }, (admin) => admin.resources('posts')))
draw((map) => map
  // @ts-expect-error each route says it
  .group({ pathPrefix: 'a', slashes: true }, (group) => group.resources('posts')))
draw((map) => map
  // @ts-expect-error the path of a namespace is its pathPrefix
  .namespace('admin', { as: 'x' }, (admin) => admin.resources('posts')))
